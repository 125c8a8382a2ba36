import { divideRounded, roundHalfAway } from '../../../../domain/money/money.ts'
import type { ProductRecord } from '../../maintenance/product-record.ts'
import type { PriceBasis } from '../base-per-unit.ts'
import { RowProblem, type FeedRow } from '../feeds/feed-row.ts'
import type { Profile } from '../profile/profile.ts'
import { parsePrice } from './cell-numbers.ts'

type Pricing = Pick<Profile, 'price' | 'numbers'> & Partial<Pick<Profile, 'prices'>>
type PriceColumns = NonNullable<Profile['price']>
type Rates = {
  basis: PriceBasis
  /** The VAT rate in basis points that is added to prices without VAT; that of the profile when undefined. */
  vatRate?: number | undefined
}

/** The VAT rate in basis points that is added to a profile's prices without VAT. */
export function addedVat({ vatRate }: Pick<PriceColumns, 'vatRate'>, { vatInPrices }: PriceBasis): number {
  return vatRate === undefined ? vatInPrices : Math.round(vatRate * 100)
}

/**
 * Computes a row's price tiers with VAT: in the feed's own currencies, and in the shop's base currency. A row
 * without a price has no tiers, so the product is shown but cannot be ordered.
 */
export function pricesOfRow(
  { price, prices: others = [], numbers }: Pricing,
  row: FeedRow,
  { basis, vatRate }: Rates,
): ProductRecord['prices'] {
  if (!price) return []
  const tiers = (columns: PriceColumns) => tiersOf(columns, numbers, row, vatRate ?? addedVat(columns, basis))
  const [main, further] = [tiers(price), others.flatMap(tiers)]
  if (main.length === 0 && further.length > 0)
    throw new RowProblem(price.column, 'no_price_in', { currency: price.currency })
  if ([...main, ...further].some(({ currency }) => currency === basis.base)) return [...main, ...further]
  const converted = main.map((tier) => ({ ...tier, currency: basis.base, amount: inBase(tier.amount, basis) }))
  return [...converted, ...main, ...further]
}

function tiersOf(
  price: PriceColumns,
  numbers: Profile['numbers'],
  row: FeedRow,
  rate: number,
): ProductRecord['prices'] {
  const { column, currency } = price
  const added = price.vat === 'ex' ? rate : 0
  const tiers = [{ column, quantity: 1 }, ...price.tiers].flatMap((tier) => {
    const text = row.get(tier.column).trim()
    if (text === '') return []
    const amount = divideRounded(parsePrice(text, tier.column, numbers, currency) * (10_000 + added), 10_000)
    return [{ currency, min_quantity: tier.quantity, amount }]
  })
  if (tiers[0] && tiers[0].min_quantity !== 1) throw new RowProblem(column, 'no_single_price')
  return tiers
}

/** Converts to the base currency, to at least one minor unit, so that rounding never makes a product free. */
export function inBase(amount: number, { basePerUnit }: PriceBasis): number {
  return Math.max(1, roundHalfAway(Number((amount * basePerUnit).toFixed(4))))
}
