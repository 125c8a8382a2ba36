import { divided, rounded, times, vatFactor, whole, type Minor } from './exact.ts'
import type { ByCurrency, Part, PriceList, ShopFacts } from './shop-facts.ts'

export type Market = { currency: string; country: string; at: Date }
/** Tiers of a part in a market; `isCampaign` when the campaign's price applies. */
export type Tier = { from: number; price: Minor; ordinary: Minor; isCampaign: boolean }

const home = 'SE'
const base = 'SEK'

/** VAT follows the delivery country, with none outside the EU; a voucher carries none at its sale (decision 0010). */
export function vatRate({ vat }: ShopFacts, country: string, vatClass: string): bigint {
  return vatClass === 'voucher' ? 0n : (vat.get(`${country} ${vatClass}`) ?? 0n)
}

/** Stored prices include home VAT: stored / home factor × country factor × exchange rate, rounded once. */
export function sold(
  facts: ShopFacts,
  { price, currency, vatClass }: { price: Minor; currency: string; vatClass: string },
  market: Market,
): Minor {
  const exchange = { over: rateOf(facts, market.currency), under: rateOf(facts, currency) }
  const factors = times(
    divided(whole(price), vatFactor(vatRate(facts, home, vatClass))),
    vatFactor(vatRate(facts, market.country, vatClass)),
    exchange,
  )
  return rounded(factors)
}

/** A SEK amount in another currency. */
export function exchanged(facts: ShopFacts, amount: Minor, currency: string): Minor {
  return rounded(times(whole(amount), { over: rateOf(facts, currency), under: rateOf(facts, base) }))
}

/**
 * A product may have its own price per currency, else the base price is converted with the stored rate (decision 0022).
 */
function listIn(facts: ShopFacts, lists: ByCurrency, part: Part, market: Market): PriceList {
  const own = lists.get(market.currency)
  const [currency, list] = own ? [market.currency, own] : [base, lists.get(base) ?? []]
  return list.map(({ from, price }) => ({
    from,
    price: sold(facts, { price, currency, vatClass: part.vatClass }, market),
  }))
}

/** "The highest pricing tier whose minimum quantity is reached" (section 4, "Quantity change"). */
export function tierAt<Of extends { from: number }>(tiers: readonly Of[], quantity: number): Of | undefined {
  return tiers
    .filter(({ from }) => from <= quantity)
    .reduce<Of | undefined>((best, each) => (best === undefined || each.from > best.from ? each : best), undefined)
}

export function ordinaryTiers(facts: ShopFacts, part: Part, market: Market): PriceList {
  return listIn(facts, part.lists, part, market)
}

/**
 * A campaign's price applies where it is below the normal one; of several campaigns, the cheapest. Prices in the
 * currency take precedence over conversion, whichever campaign they belong to.
 */
export function tiersOf(facts: ShopFacts, part: Part, market: Market): Tier[] {
  const ordinary = ordinaryTiers(facts, part, market)
  const now = market.at.toISOString()
  const open = part.offers.filter(({ startsAt, endsAt }) => startsAt <= now && now < endsAt)
  const own = open.filter(({ lists }) => lists.has(market.currency))
  const running = (own.length > 0 ? own : open).map(({ lists }) => listIn(facts, lists, part, market))
  const starts = [...new Set([ordinary, ...running].flat().map(({ from }) => from))].toSorted(
    (left, right) => left - right,
  )
  return starts.flatMap((from) => {
    const normal = tierAt(ordinary, from)
    if (normal === undefined) return []
    const campaign = running.map((list) => tierAt(list, from)?.price).filter((price) => price !== undefined)
    const lowest = campaign.reduce<Minor | undefined>(
      (min, each) => (min === undefined || each < min ? each : min),
      undefined,
    )
    const isCampaign = lowest !== undefined && lowest < normal.price
    return [{ from, price: isCampaign ? lowest : normal.price, ordinary: normal.price, isCampaign }]
  })
}

/** A part without a price, or with a price of 0, cannot be ordered (decision 0024). */
export function isSold(facts: ShopFacts, part: Part, market: Market): boolean {
  const tiers = tiersOf(facts, part, market)
  return !part.isParent && tiers.length > 0 && tiers.every(({ price }) => price > 0n)
}

function rateOf({ rates }: ShopFacts, currency: string): bigint {
  const rate = rates.get(currency)
  if (rate === undefined) throw new Error(`No rate for ${currency}.`)
  return rate
}
