import { divideRounded, roundHalfAway } from '../../../../domain/money/money.ts'
import type { ProductRecord } from '../../maintenance/product-record.ts'
import { priceIn } from './cell-numbers.ts'
import { RowProblem, type FeedRow } from '../feeds/feed-row.ts'
import type { Profile } from '../profile/profile.ts'

type Pricing = Pick<Profile, 'price' | 'numbers'> & Partial<Pick<Profile, 'prices'>>
type PriceColumns = NonNullable<Profile['price']>
type Rates = {
  sekPerUnit: number
  /** The VAT rate in basis points that is added to prices without VAT; that of the profile when undefined. */
  vatRate?: number | undefined
}

/**
 * Computes a row's price tiers with VAT: in the feed's own currencies, and in öre as the shop's base price. A row
 * without a price has no tiers, so the product is shown but cannot be ordered.
 */
export function pricesOfRow(
  { price, prices: others = [], numbers }: Pricing,
  row: FeedRow,
  { sekPerUnit, vatRate }: Rates,
): ProductRecord['prices'] {
  if (!price) return []
  const main = tiersOf(price, numbers, row, vatRate)
  const further = others.flatMap((each) => tiersOf(each, numbers, row, vatRate))
  if (main.length === 0 && further.length > 0)
    throw new RowProblem(price.column, `The row has no price in ${price.currency}, but one in another currency.`)
  if (price.currency === 'SEK' || further.some(({ currency }) => currency === 'SEK')) return [...main, ...further]
  const base = main.map((tier) => ({ ...tier, currency: 'SEK' as const, amount: inOre(tier.amount, sekPerUnit) }))
  return [...base, ...main, ...further]
}

function tiersOf(
  price: PriceColumns,
  numbers: Profile['numbers'],
  row: FeedRow,
  rate = Math.round(price.vatRate * 100),
): ProductRecord['prices'] {
  const { column, currency } = price
  const added = price.vat === 'ex' ? rate : 0
  const tiers = [{ column, quantity: 1 }, ...price.tiers].flatMap((tier) => {
    const text = row.get(tier.column).trim()
    if (text === '') return []
    const amount = divideRounded(priceIn(text, tier.column, numbers, currency) * (10_000 + added), 10_000)
    return [{ currency, min_quantity: tier.quantity, amount }]
  })
  if (tiers[0] && tiers[0].min_quantity !== 1)
    throw new RowProblem(column, 'The row has a price for several units but none for one.')
  return tiers
}

/** Converts to öre, at least 1, so that rounding never makes a product free. */
export function inOre(amount: number, sekPerUnit: number): number {
  return Math.max(1, roundHalfAway(Number((amount * sekPerUnit).toFixed(4))))
}
