import { dayMs } from '../../../domain/durations.ts'
import type { CurrencyCode } from '../../../domain/money/currencies.ts'
import type { Home } from '../../../domain/places/home.ts'
import type { StoredTier } from '../../../domain/money/product-prices.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { priceSpans } from './card-queries.ts'

type Campaign = { product_id: string; starts_at: string }
/** A unit price and the period in which it was in force. */
type PriceSpan = {
  product_id: string
  currency: CurrencyCode
  amount: number
  valid_from: string
  valid_until: string | null
}

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
  const wanted = { currency: currency.code, base: home.currency }
  const ids = [...new Set(campaigns.map((campaign) => campaign.product_id))]
  const starts = campaigns.map((campaign) => campaign.starts_at).sort()
  const [first, last] = [starts[0], starts.at(-1)]
  const lists: readonly (readonly PriceSpan[])[] =
    first && last ? await priceSpans(db, ids, daysBefore(first), last) : []
  const byProduct = lists.map((spans) => Map.groupBy(spans, (span) => span.product_id))
  return (productId: string, running: readonly Campaign[]): StoredTier[] => {
    const start = running.map((campaign) => campaign.starts_at).sort()[0]
    if (!start) return []
    return byProduct.flatMap((spans) => lowestBefore(start, spans.get(productId) ?? [], wanted) ?? [])
  }
}

/**
 * Finds the lowest price before a moment; the shopper's currency takes precedence over the base currency, as in the
 * price list.
 */
type Wanted = { currency: CurrencyCode; base: CurrencyCode }

function lowestBefore(start: string, spans: readonly PriceSpan[], { currency, base }: Wanted): StoredTier | undefined {
  const from = daysBefore(start)
  const inForce = spans.filter(
    (span) => span.valid_from < start && (span.valid_until === null || span.valid_until > from),
  )
  const own = inForce.filter((span) => span.currency === currency)
  const list = own.length > 0 ? own : inForce.filter((span) => span.currency === base)
  const found = list.reduce<PriceSpan | undefined>(
    (low, span) => (!low || span.amount < low.amount ? span : low),
    undefined,
  )
  return found && { currency: found.currency, amount: found.amount, min_quantity: 1 }
}

function daysBefore(iso: string): string {
  return new Date(Date.parse(iso) - thirtyDays).toISOString()
}
