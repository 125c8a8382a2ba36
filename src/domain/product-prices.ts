import type { Currency, CurrencyCode } from './currencies.ts'
import { toMajor, type Minor } from './money.ts'
import { withReference, type PriceTier, type Prices } from './price-tiers.ts'
import { homeRate, type VatRate } from './vat.ts'

/** A stored tier: minor units including VAT at the home rate. */
export type StoredTier = { currency: CurrencyCode; min_quantity: number; amount: Minor }

/** What turns stored prices into the shopper's: currency, the rate of exchange and the VAT of the country. */
export type PriceTarget = { currency: Currency; perSekMicro: number; vatRate: VatRate }

/**
 * A stored amount as this shopper pays it, rounded once, to the smallest step that the currency is shown in
 * (whole kronor, else cents), so that what is shown times the quantity is what is charged.
 */
export function shopperPrice({ currency, amount }: Omit<StoredTier, 'min_quantity'>, target: PriceTarget): Minor {
  const exchange = currency === target.currency.code ? 1_000_000 : target.perSekMicro
  const step = target.currency.displayDecimals === 0 ? 100n : 1n
  const numerator = BigInt(amount) * BigInt(exchange) * BigInt(10_000 + target.vatRate)
  const denominator = 1_000_000n * BigInt(10_000 + homeRate) * step
  return Number(((numerator * 2n + denominator) / (denominator * 2n)) * step)
}

/** Tiers in the shopper's currency: the currency's own price list, else the base list converted. */
export function shopperTiers(rows: readonly StoredTier[], target: PriceTarget): PriceTier[] {
  const own = rows.filter((row) => row.currency === target.currency.code)
  const list = own.length > 0 ? own : rows.filter((row) => row.currency === 'SEK')
  return list
    .map((row) => ({ q: row.min_quantity, p: toMajor(shopperPrice(row, target)) }))
    .sort((a, b) => a.q - b.q)
}

/** The prices object of spec section 3; a campaign counts only where it is cheaper than the normal price. */
export function shopperPrices(
  normal: readonly StoredTier[], campaign: readonly StoredTier[], lowest: StoredTier | undefined, target: PriceTarget,
): { prices: Prices; lowest30Days: number | null } {
  const n = shopperTiers(normal, target)
  const first = n[0]
  const reduced = shopperTiers(campaign, target)
  if (!first || !reduced[0] || reduced[0].p >= first.p) return { prices: { n }, lowest30Days: null }
  const reference = lowest ? Math.min(toMajor(shopperPrice(lowest, target)), first.p) : first.p
  return { prices: { n, c: withReference(reduced, reference) }, lowest30Days: reference }
}
