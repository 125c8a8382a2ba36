import type { CurrencyCode } from '../domain/money/currencies.ts'
import type { PriceEnding } from '../domain/money/price-endings.ts'
import type { PriceRule } from '../domain/money/price-rules.ts'
import type { Language } from '../domain/places/locales.ts'
import type { ProductChoice } from '../domain/products/product-choice.ts'
import { formatPercent } from './formats.ts'
import { documentAmount } from './money.ts'
import type { Translate } from './translator.ts'

const shownSkus = 5

export type PriceReader = { readonly t: Translate; readonly language: Language; readonly base: CurrencyCode }

/** A rule without its rounding: `−20 %`. */
export function ruleWords(rule: PriceRule, { t, language, base }: PriceReader): string {
  const signed = (text: string, value: number) => (value > 0 ? `+${text}` : text)
  const share = (points: number) => formatPercent(points / 100, language)
  const money = (amount: number) => documentAmount(amount, base, language)
  return {
    percent: () => (rule.how === 'percent' ? signed(share(rule.percent), rule.percent) : ''),
    amount: () => (rule.how === 'amount' ? signed(money(rule.amount), rule.amount) : ''),
    price: () => (rule.how === 'price' ? t('console-prices:fixed_price', { price: money(rule.amount) }) : ''),
    margin: () => (rule.how === 'margin' ? t('console-prices:margin_of', { share: share(rule.margin) }) : ''),
  }[rule.how]()
}

/** A rule in words: `−20 %, whole kronor`. */
export function ruleText({ rule, ending }: { rule: PriceRule; ending: PriceEnding }, reader: PriceReader): string {
  const what = ruleWords(rule, reader)
  if (ending === 'ore') return what
  const [first = '', ...others] = reader.t(`console-prices:ending.${ending}`)
  return `${what}, ${first.toLocaleLowerCase(reader.language)}${others.join('')}`
}

/** A choice of products in words: `category Batteries, brand Dell`. */
export function choiceText(choice: ProductChoice, { t, language, base }: PriceReader): string {
  const { skus, category, brand, from, to, status, stock } = choice
  const listed = skus.slice(0, shownSkus).join(', ') + (skus.length > shownSkus ? ' …' : '')
  const band = [from, to].map((amount) => (amount === null ? '' : documentAmount(amount, base, language))).join('–')
  const parts = [
    skus.length === 0 ? '' : t('console-prices:chosen.skus', { count: skus.length, skus: listed }),
    category === '' ? '' : t('console-prices:chosen.category', { name: category }),
    brand === '' ? '' : t('console-prices:chosen.brand', { name: brand }),
    from === null && to === null ? '' : t('console-prices:chosen.band', { band }),
    status === '' ? '' : t(`console-products:status.${status}`),
    stock === '' ? '' : t(`console-products:stock.${stock}`),
  ].filter((part) => part !== '')
  return parts.length === 0 ? t('console-prices:chosen.all') : parts.join(' · ')
}
