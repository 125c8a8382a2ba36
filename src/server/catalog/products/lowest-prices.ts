import { dayMs } from '../../../domain/durations.ts'
import type { CurrencyCode } from '../../../domain/money/currencies.ts'
import type { EarlierPrice } from '../../../domain/money/product-prices.ts'
import type { Home } from '../../../domain/places/home.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { exchangedSpans, priceSpans } from './card-queries.ts'

type Campaign = { product_id: string; currency: CurrencyCode; starts_at: string }
/** A unit price and the period in which it was in force. */
type PriceSpan = {
  product_id: string
  currency: CurrencyCode
  amount: number
  valid_from: string
  valid_until: string | null
}

type ExchangeRate = { valid_from: string; per_sek_micro: number }

const thirtyDays = 30 * dayMs

/**
 * Finds the lowest prices (the price list's and earlier campaigns') of the 30 days before each campaign began (7 a §
 * prisinformationslagen, EU 98/6/EC article 6a).
 */
export async function lowestPrices(
  db: Queryable,
  { currency, home }: { currency: { code: CurrencyCode }; home: Pick<Home, 'currency'> },
  campaigns: readonly Campaign[],
) {
  const ids = [...new Set(campaigns.map((campaign) => campaign.product_id))]
  const starts = campaigns.map((campaign) => campaign.starts_at).sort()
  const [first, last] = [starts[0], starts.at(-1)]
  const exchanged = currency.code === home.currency ? null : currency.code
  const { lists, rates } = await (first && last
    ? readSpans(db, ids, { from: daysBefore(first), until: last, exchanged })
    : { lists: [], rates: [] })
  const byProduct = lists.map((spans) => Map.groupBy(spans, (span) => span.product_id))
  const wanted = { currency: currency.code, base: home.currency, rates }
  return (productId: string, running: readonly Campaign[]): EarlierPrice[] => {
    const start = startOf(running, wanted)
    if (start === undefined) return []
    return byProduct.flatMap((spans) => lowestBefore(start, spans.get(productId) ?? [], wanted))
  }
}

/** The history of prices and that of campaigns, each with prices of its own; exchange rates of a currency. */
async function readSpans(
  db: Queryable,
  ids: readonly string[],
  { from, until, exchanged }: { from: string; until: string; exchanged: CurrencyCode | null },
): Promise<{ lists: readonly (readonly PriceSpan[])[]; rates: readonly ExchangeRate[] }> {
  if (exchanged === null) return { lists: await priceSpans(db, ids, from, until), rates: [] }
  const [history, campaigns, rates] = await exchangedSpans(db, ids, { from, until, currency: exchanged })
  // Rates count from a day on.
  const begun = rates.map((rate) => ({ ...rate, valid_from: new Date(rate.valid_from).toISOString() }))
  return { lists: [history, campaigns], rates: begun }
}

/** When the first campaign that counts began: of those in the shopper's currency, else of those in the base one. */
function startOf(running: readonly Campaign[], { currency, base }: Omit<Wanted, 'rates'>): string | undefined {
  const own = running.filter((campaign) => campaign.currency === currency)
  const counted = own.length > 0 ? own : running.filter((campaign) => campaign.currency === base)
  return counted.map((campaign) => campaign.starts_at).sort()[0]
}

type Wanted = { currency: CurrencyCode; base: CurrencyCode; rates: readonly ExchangeRate[] }

/**
 * Finds the lowest price before a moment in the shopper's currency, and the lowest in the base currency of the time in
 * which there was none of it, each with the lowest exchange rate of its time: as in the price list, a product's own
 * price in a currency takes precedence over a converted one.
 */
function lowestBefore(start: string, spans: readonly PriceSpan[], { currency, base, rates }: Wanted): EarlierPrice[] {
  const from = daysBefore(start)
  const inForce = spans
    .filter((span) => span.valid_from < start && (span.valid_until === null || span.valid_until > from))
    .toSorted((one, other) => (one.valid_from < other.valid_from ? -1 : 1))
  const own = inForce.filter((span) => span.currency === currency)
  const [low] = own.toSorted((one, other) => one.amount - other.amount)
  const earlier: EarlierPrice[] = low ? [{ currency, amount: low.amount }] : []
  if (currency === base) return earlier
  const converted = inForce
    .filter((span) => span.currency === base)
    .flatMap(({ amount, valid_from: begins, valid_until: ends }) => {
      const whole = { begins: begins > from ? begins : from, ends: ends !== null && ends < start ? ends : start }
      return timeWithout(whole, own).flatMap((part) => ratesWithin(rates, part).map((rate) => ({ amount, rate })))
    })
    .toSorted((one, other) => one.amount * one.rate - other.amount * other.rate)
  return [
    ...earlier,
    ...converted.slice(0, 1).map(({ amount, rate }) => ({ currency: base, amount, perBaseMicro: rate })),
  ]
}

type Period = { begins: string; ends: string }

/** The parts of a period in which none of the spans, which are in the order of their beginnings, was in force. */
function timeWithout({ begins, ends }: Period, spans: readonly PriceSpan[]): Period[] {
  const parts: Period[] = []
  let at = begins
  for (const { valid_from: from, valid_until: until } of spans) {
    if (from > at) parts.push({ begins: at, ends: from < ends ? from : ends })
    if (until === null) return parts.filter((part) => part.begins < part.ends)
    if (until > at) at = until
  }
  return [...parts, { begins: at, ends }].filter((part) => part.begins < part.ends)
}

/** The exchange rates, which are in the order of their days, that counted in a period. */
function ratesWithin(rates: readonly ExchangeRate[], { begins, ends }: Period): number[] {
  return rates
    .filter(({ valid_from: from }, at) => from < ends && (rates[at + 1]?.valid_from ?? ends) > begins)
    .map(({ per_sek_micro: rate }) => rate)
}

function daysBefore(iso: string): string {
  return new Date(Date.parse(iso) - thirtyDays).toISOString()
}
