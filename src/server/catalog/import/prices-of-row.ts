import { roundHalfAway } from '../../../domain/money.ts'
import type { ProductRecord } from '../product-record.ts'
import { priceIn } from './cell-numbers.ts'
import { RowProblem, type FeedRow } from './feed-row.ts'
import type { Profile } from './profile.ts'

/**
 * The price tiers of a row with VAT: in the feed's own currency, and in whole kronor as the shop's base price. A row
 * without a price has none, which makes a product that is shown but not orderable.
 */
export function pricesOfRow({ price, numbers }: Profile, row: FeedRow, sekPerUnit: number): ProductRecord['prices'] {
  if (!price) return []
  const vatFactor = price.vat === 'ex' ? 1 + price.vatRate / 100 : 1
  const tiers = [{ column: price.column, quantity: 1 }, ...price.tiers].flatMap(({ column, quantity }) => {
    const text = row.get(column).trim()
    return text === '' ? [] : [{ column, quantity, amount: roundHalfAway(priceIn(text, column, numbers) * vatFactor) }]
  })
  const [single] = tiers
  if (!single) return []
  if (single.quantity !== 1) throw new RowProblem(price.column, 'The row has a price for several pieces but none for one.')
  if (price.currency === 'SEK') return tiers.map(({ quantity, amount }) => ({ currency: 'SEK', min_quantity: quantity, amount }))
  return tiers.flatMap(({ quantity, amount }) => [
    { currency: 'SEK' as const, min_quantity: quantity, amount: wholeKronor(amount * sekPerUnit) },
    { currency: price.currency, min_quantity: quantity, amount },
  ])
}

function wholeKronor(ore: number): number {
  return Math.max(1, roundHalfAway(ore / 100)) * 100
}
