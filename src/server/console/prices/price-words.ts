import type { CurrencyCode } from '../../../domain/money/currencies.ts'
import type { PriceEnding } from '../../../domain/money/price-endings.ts'
import type { PriceRule } from '../../../domain/money/price-rules.ts'
import type { ProductChoice } from '../../../domain/products/product-choice.ts'
import * as words from '../../../i18n/price-words.ts'
import type { Desk } from '../frame/desk.ts'

type Asked = Pick<Desk, 'session' | 'request'>

/** A rule in the words of who asks: `−20 %, whole kronor`. */
export function ruleText(desk: Asked, rule: { rule: PriceRule; ending: PriceEnding }, base: CurrencyCode): string {
  return words.ruleText(rule, readerOf(desk, base))
}

/** A choice of products in the words of who asks: `category Batteries, brand Dell`. */
export function choiceText(desk: Asked, choice: ProductChoice, base: CurrencyCode): string {
  return words.choiceText(choice, readerOf(desk, base))
}

function readerOf({ session, request }: Asked, base: CurrencyCode): words.PriceReader {
  return { t: request.locals.t, language: session.staff.language, base }
}
