import type { CurrencyCode } from '../../../domain/money/currencies.ts'
import type { PriceEnding } from '../../../domain/money/price-endings.ts'
import type { PriceRule } from '../../../domain/money/price-rules.ts'
import type { ProductChoice } from '../../../domain/products/product-choice.ts'
import * as words from '../../../i18n/price-words.ts'
import type { ConsoleContext } from '../frame/console-context.ts'

type Viewer = Pick<ConsoleContext, 'session' | 'request'>

/** A rule in the words of who asks: `−20 %, whole kronor`. */
export function ruleText(context: Viewer, rule: { rule: PriceRule; ending: PriceEnding }, base: CurrencyCode): string {
  return words.ruleText(rule, readerOf(context, base))
}

/** A choice of products in the words of who asks: `category Batteries, brand Dell`. */
export function choiceText(context: Viewer, choice: ProductChoice, base: CurrencyCode): string {
  return words.choiceText(choice, readerOf(context, base))
}

function readerOf({ session, request }: Viewer, base: CurrencyCode): words.PriceReader {
  return { t: request.locals.t, language: session.staff.language, base }
}
