import type { Currency, CurrencyCode } from './currencies.ts'
import { toMajor, type Minor } from './money.ts'
import { tierFor, withReference, type PriceTier, type Prices } from './price-tiers.ts'
import type { VatRate } from './vat.ts'

/** A stored price tier: minor units including VAT at the home rate. */
export type StoredTier = { currency: CurrencyCode; min_quantity: number; amount: Minor }

/** A unit price that was in force earlier, with the exchange rate of its time if that was another one. */
export type EarlierPrice = Omit<StoredTier, 'min_quantity'> & { perBaseMicro?: number }

/**
 * How stored prices become the shopper's prices: currency, exchange rate (millionths of the currency per unit of the
 * base currency) and the country's VAT. `homeVatRate` is the VAT included in stored prices of the VAT class. `isFree`
 * allows a price of 0.
 */
export type PriceTarget = {
  currency: Currency
  base: CurrencyCode
  perBaseMicro: number
  vatRate: VatRate
  homeVatRate: VatRate
  isFree?: boolean
}

/**
 * Converts a stored amount to the shopper's currency and VAT, rounded once, half up, to minor units (spec section 9:
 * two decimals; rounding to whole kronor is display only).
 */
export function shopperPrice({ currency, amount }: Omit<StoredTier, 'min_quantity'>, target: PriceTarget): Minor {
  const exchange = currency === target.currency.code ? 1_000_000 : target.perBaseMicro
  const numerator = BigInt(amount) * BigInt(exchange) * BigInt(10_000 + target.vatRate)
  const denominator = 1_000_000n * BigInt(10_000 + target.homeVatRate)
  return Number((numerator * 2n + denominator) / (denominator * 2n))
}

/**
 * The tiers in the shopper's currency: that currency's price list, else the base list converted. Tiers of 0 are
 * dropped, so that a mistake in a feed, or a price too small for the currency, cannot be ordered for nothing.
 */
export function shopperTiers(rows: readonly StoredTier[], target: PriceTarget): PriceTier[] {
  const own = rows.filter((row) => row.currency === target.currency.code)
  const list = own.length > 0 ? own : rows.filter((row) => row.currency === target.base)
  return list
    .map((row) => ({ q: row.min_quantity, p: toMajor(shopperPrice(row, target)) }))
    .filter(({ p }) => isPrice(p, target))
    .sort((a, b) => a.q - b.q)
}

function isPrice(price: number, { isFree }: PriceTarget): boolean {
  return price > 0 || (price === 0 && isFree === true)
}

/**
 * Builds the prices object of spec section 3; a campaign applies only where it is cheaper than the normal price.
 * `earlier` are the lowest prices of the 30 days before the campaign; the lowest of them is the reference price. A
 * tier's original price is its normal price at that quantity, capped at the reference price.
 */
export function shopperPrices(
  normal: readonly StoredTier[],
  campaign: readonly StoredTier[],
  earlier: readonly EarlierPrice[],
  target: PriceTarget,
): { prices: Prices; lowest30Days: number | null } {
  const n = shopperTiers(normal, target)
  const c = cheapestTiers(n, shopperTiers(campaign, target))
  const isReduced = ({ p, q }: PriceTier) => p < (tierFor(n, q)?.p ?? 0)
  const first = n[0]
  if (!first || !c.some(isReduced)) return { prices: { n }, lowest30Days: null }
  const original = ({ q }: PriceTier) => Math.min(reference, tierFor(n, q)?.p ?? reference)
  const before = earlier
    .map((price) =>
      toMajor(shopperPrice(price, { ...target, perBaseMicro: price.perBaseMicro ?? target.perBaseMicro })),
    )
    .filter((price) => isPrice(price, target))
  const reference = Math.min(first.p, ...before)
  return {
    prices: { n, c: c.flatMap((tier) => (isReduced(tier) ? withReference([tier], original(tier)) : tier)) },
    lowest30Days: reference,
  }
}

/** The cheapest of the normal price and all campaigns at every step, so that no campaign raises a price. */
function cheapestTiers(normal: readonly PriceTier[], campaign: readonly PriceTier[]): PriceTier[] {
  const steps = [...new Set([...normal, ...campaign].map((tier) => tier.q))].sort((a, b) => a - b)
  const tiers = steps.map((q) => ({
    q,
    p: Math.min(tierFor(normal, q)?.p ?? Infinity, ...campaign.filter((tier) => tier.q <= q).map((tier) => tier.p)),
  }))
  const isReduced = ({ q, p }: PriceTier) => p < (tierFor(normal, q)?.p ?? 0)
  return tiers.filter((tier, at) => {
    const before = tiers[at - 1]
    return !before || tier.p !== before.p || isReduced(tier) !== isReduced(before)
  })
}
