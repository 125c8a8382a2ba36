import { divideRounded, roundHalfAway } from '../../../../domain/money/money.ts'
import type { ProductRecord } from '../../maintenance/product-record.ts'
import { priceIn } from './cell-numbers.ts'
import { RowProblem, type FeedRow } from '../feeds/feed-row.ts'
import type { Profile } from '../profile/profile.ts'

/**
 * Computes a row's price tiers with VAT: in the feed's own currency, and in öre as the shop's base price. A row
 * without a price has no tiers, so the product is shown but cannot be ordered.
 */
export function pricesOfRow(
  { price, numbers }: Pick<Profile, 'price' | 'numbers'>,
  row: FeedRow,
  sekPerUnit: number,
): ProductRecord['prices'] {
  if (!price) return []
  const vatRate = price.vat === 'ex' ? Math.round(price.vatRate * 100) : 0
  const tiers = [{ column: price.column, quantity: 1 }, ...price.tiers].flatMap(({ column, quantity }) => {
    const text = row.get(column).trim()
    if (text === '') return []
    return [{ column, quantity, amount: divideRounded(priceIn(text, column, numbers) * (10_000 + vatRate), 10_000) }]
  })
  const [single] = tiers
  if (!single) return []
  if (single.quantity !== 1)
    throw new RowProblem(price.column, 'The row has a price for several units but none for one.')
  if (price.currency === 'SEK')
    return tiers.map(({ quantity, amount }) => ({ currency: 'SEK', min_quantity: quantity, amount }))
  return tiers.flatMap(({ quantity, amount }) => [
    { currency: 'SEK' as const, min_quantity: quantity, amount: inOre(amount, sekPerUnit) },
    { currency: price.currency, min_quantity: quantity, amount },
  ])
}

/** Converts to öre, at least 1, so that rounding never makes a product free. */
function inOre(amount: number, sekPerUnit: number): number {
  return Math.max(1, roundHalfAway(Number((amount * sekPerUnit).toFixed(4))))
}
