import type { CurrencyCode } from '../../../../domain/money/currencies.ts'
import type { StoredPrice } from '../../maintenance/price-queries.ts'
import type { Update } from './find-changes.ts'

/**
 * Tells whether an update may change a product's sort prices in currencies other than the base: it brings such a price,
 * or the product sorts by its base price there, because a currency has a price for several units alone. `stored` are
 * its prices before. Those of campaigns and of variants follow in any case (refreshSortPrices).
 */
export function isSortedAnew(
  { update: { prices } }: Update,
  stored: readonly StoredPrice[] | undefined,
  base: CurrencyCode,
): boolean {
  if (prices.some(({ currency }) => currency !== base)) return true
  const own = Map.groupBy(stored ?? [], ({ currency }) => currency)
  own.delete(base)
  return [...own.values()].some((rows) => !rows.some((row) => row.min_quantity <= 1 && row.amount > 0))
}
