import type { CurrencyCode } from '../money/currencies.ts'
import { timesDivided, toMajor, toMinor, type Minor } from '../money/money.ts'
import { activeTiers, tierFor, type Prices, type PriceTier } from '../money/price-tiers.ts'
import { shopperPrice, type PriceTarget } from '../money/product-prices.ts'
import type { TermsTier } from './discount-terms.ts'
import { discounted } from './discounts.ts'

/** A price that was agreed with a buyer: minor units of its currency without VAT, from a quantity on. */
export type AgreedTier = { currency: CurrencyCode; min_quantity: number; amount: Minor }

/** A unit price in force from a quantity on; `agreed` and `campaign` prices get no discount in percent. */
type ActiveTier = TermsTier & { agreed: boolean }

/**
 * What a buyer with agreed prices pays. `tiers` are the steps of the unit price, before a discount in percent where one
 * applies. `usual` are the prices without the agreement.
 */
export type AgreedPrices = { tiers: ActiveTier[]; usual: Prices }

/**
 * Converts an agreed price to the shopper's currency and adds VAT. The price without VAT is rounded to minor units
 * first, half up, so that `exVat` of the result is exactly that price.
 */
export function agreedPrice({ currency, amount }: Omit<AgreedTier, 'min_quantity'>, target: PriceTarget): Minor {
  const net = currency === target.currency.code ? amount : shopperPrice({ currency, amount }, withoutRates(target))
  return timesDivided(net, 10_000 + target.vatRate, 10_000)
}

/** Only the exchange rate counts for the price without VAT. */
function withoutRates(target: PriceTarget): PriceTarget {
  return { ...target, vatRate: 0, homeVatRate: 0 }
}

/** The agreed prices that count in the shopper's currency: those in it, and those in the base currency converted. */
function agreedTiers(rows: readonly AgreedTier[], target: PriceTarget): PriceTier[] {
  return rows
    .filter(({ currency }) => currency === target.currency.code || currency === target.base)
    .map((row) => ({ q: row.min_quantity, p: toMajor(agreedPrice(row, target)) }))
    .filter(({ p }) => p > 0)
}

/**
 * Finds the lowest of the prices that apply at every quantity: the price list's with the buyer's own discount in
 * percent, the campaign's, and the agreed ones. Undefined where no agreed price is the lowest anywhere. A product
 * without a price of its own can be bought at an agreed price that counts from one unit on.
 */
export function withAgreed(
  usual: Prices,
  rows: readonly AgreedTier[],
  { percent, target }: { percent: number; target: PriceTarget },
): AgreedPrices | undefined {
  const agreed = agreedTiers(rows, target)
  const active = activeTiers(usual)
  if (active.length === 0 && !agreed.some(({ q }) => q <= 1)) return undefined
  // The lowest tier counts below its quantity too: an agreed one must not be the lowest where a price counts from more.
  const first = active.length > 0 ? [{ q: 1 }] : []
  const steps = [...new Set([...first, ...active, ...usual.n, ...agreed].map(({ q }) => q))].sort((a, b) => a - b)
  const tiers = steps.map((q) => stepOf(q, { usual, active, agreed, percent }))
  return tiers.some((tier) => tier.agreed) ? { tiers: tiers.filter(isNews), usual } : undefined
}

type Step = { usual: Prices; active: readonly PriceTier[]; agreed: readonly PriceTier[]; percent: number }

function stepOf(q: number, { usual, active, agreed, percent }: Step): ActiveTier {
  const price = tierFor(active, q)?.p ?? Infinity
  const campaign = price < (tierFor(usual.n, q)?.p ?? 0)
  const own = Math.min(...agreed.filter((tier) => tier.q <= q).map(({ p }) => p))
  const paid = campaign ? price : lessPercent(price, percent)
  return own < paid ? { q, p: own, campaign: true, agreed: true } : { q, p: price, campaign, agreed: false }
}

function isNews(tier: ActiveTier, at: number, tiers: readonly ActiveTier[]): boolean {
  const before = tiers[at - 1]
  return !before || before.p !== tier.p || before.campaign !== tier.campaign || before.agreed !== tier.agreed
}

function lessPercent(price: number, percent: number): number {
  if (percent === 0 || price === Infinity) return price
  return toMajor(discounted(toMinor(price), percent))
}

/**
 * The prices that are shown to a buyer with agreed prices: what is paid at every step. Where a campaign's price is
 * lower than the agreed one, it keeps its reference price.
 */
export function shownPrices({ tiers, usual }: AgreedPrices, percent: number): Prices {
  const n = tiers.map(({ q, p, agreed, campaign }) => {
    if (agreed) return { q, p }
    return { q, p: campaign ? (tierFor(usual.n, q)?.p ?? p) : lessPercent(p, percent) }
  })
  if (!tiers.some((tier) => tier.campaign && !tier.agreed)) return { n }
  const c = tiers.map((tier, at) => {
    const offer = tier.campaign && !tier.agreed ? tierFor(usual.c ?? [], tier.q) : undefined
    return offer ? { ...offer, q: tier.q } : { q: tier.q, p: n[at]?.p ?? tier.p }
  })
  return { n, c }
}
