import { discounted } from '../../../domain/cart/discounts.ts'
import { toMinor, type Minor } from '../../../domain/money/money.ts'
import { withVat } from '../../../domain/orders/quotes.ts'
import type { QuoteLineRow } from '../../../server/ordering/quotes/queries.ts'
import { QuoteArgumentError } from './arguments.ts'

type Pricing = { lines: readonly QuoteLineRow[]; percent: number | undefined; isExVat: boolean }

/**
 * Parses `SKU=PRICE` words; all other parts get the percentage off. Prices include VAT unless `isExVat`, with two
 * decimals.
 */
export function namedPrices(words: readonly string[], { lines, percent, isExVat }: Pricing): Map<string, Minor> {
  const prices = new Map<string, Minor>()
  if (percent !== undefined) for (const line of lines) prices.set(line.sku, discounted(line.list_price, percent))
  for (const word of words) {
    const [, sku = '', price] = /^(.+)=(\d{1,8}(?:[.,]\d{1,2})?)$/.exec(word) ?? []
    if (price === undefined)
      throw new QuoteArgumentError(`"${word}" is no price: write SKU=PRICE, such as BAT-LEN-01=499.`)
    const amount = toMinor(Number(price.replace(',', '.')))
    const rate = lines.find((line) => line.sku === sku)?.vat_rate ?? 0
    prices.set(sku, isExVat ? withVat(amount, rate) : amount)
  }
  return prices
}
