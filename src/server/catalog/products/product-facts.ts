import type { AgreedPrices } from '../../../domain/cart/agreed-prices.ts'
import type { Prices } from '../../../domain/money/price-tiers.ts'
import { shopperPrices } from '../../../domain/money/product-prices.ts'
import type { VatRate } from '../../../domain/money/vat.ts'
import type { ShoppingContext } from '../../../domain/places/shopping-context.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { earliest } from '../../platform/http/pages/page-result.ts'
import { readPricing, type Pricing } from '../pricing.ts'
import { agreedFor, type AgreedFor } from './agreed-facts.ts'
import type { ChosenFacts } from './card-facts.ts'
import {
  factRows,
  publishedOnly,
  type CampaignRow,
  type Ids,
  type PriceRow,
  type ProductRow,
  type VisibleStatuses,
} from './card-queries.ts'
import { lowestPrices } from './lowest-prices.ts'
import { stockFacts, type StockFacts } from './stock-facts.ts'

/** A product with this shopper's prices and the available quantity. */
export type ProductFacts = StockFacts & {
  row: ProductRow
  prices: Prices
  /** What was agreed with the buyer, where that is lower; then `prices` have it too. */
  agreed: AgreedPrices | undefined
  lowest30Days: number | null
  vatRate: VatRate
  /** When the next campaign begins or ends, or a VAT rate moves; no cache may keep the price longer. */
  changesAt: string | null
}

/** `pricing` holds the rates, and `chosen` the attributes of cards, where the caller has read them. */
export type Reading = {
  seen?: VisibleStatuses
  pricing?: Pricing | Promise<Pricing> | undefined
  chosen?: ChosenFacts | undefined
}

/** Products as they are stored, to be priced for shoppers of one currency. */
export type ReadFacts = {
  rows: readonly ProductRow[]
  normal: ReadonlyMap<string, PriceRow[]>
  campaigns: ReadonlyMap<string, CampaignRow[]>
  lowest: Awaited<ReturnType<typeof lowestPrices>>
  stock: Awaited<ReturnType<typeof stockFacts>>
}

/** Reads and prices products in a fixed number of queries; skips unknown and invisible ids. */
export async function productFacts(
  db: Queryable,
  context: ShoppingContext,
  ids: Ids,
  now: Date,
  { seen = publishedOnly, pricing: known }: Reading = {},
): Promise<Map<string, ProductFacts>> {
  if ('length' in ids && ids.length === 0) return new Map()
  const at = now.toISOString()
  const [pricing, read, agreed] = await Promise.all([
    known ?? readPricing(db, context, now),
    readFacts(db, context, ids, { seen, at }),
    agreedFor(db, context, ids, at),
  ])
  return pricedFacts(read, { pricing, agreed, at })
}

/** Reads products with what their prices are made of; it counts until a campaign begins or ends. */
export async function readFacts(
  db: Queryable,
  context: ShoppingContext,
  ids: Ids,
  { seen, at }: { seen: VisibleStatuses; at: string },
): Promise<ReadFacts> {
  if ('length' in ids && ids.length === 0) return nothing
  const currencies = [...new Set([context.home.currency, context.currency.code])]
  const [rows, prices, campaigns, shelf] = await factRows(db, ids, { language: context.language, currencies, seen, at })
  const lowest = await lowestPrices(
    db,
    context,
    campaigns.filter((campaign) => campaign.starts_at <= at),
  )
  const stock = await stockFacts(db, rows, shelf)
  return {
    rows,
    normal: Map.groupBy(prices, (row) => row.product_id),
    campaigns: Map.groupBy(campaigns, (row) => row.product_id),
    lowest,
    stock,
  }
}

const nothing: ReadFacts = {
  rows: [],
  normal: new Map(),
  campaigns: new Map(),
  lowest: () => [],
  stock: () => ({ stock: { available: 0, incoming: false }, parts: [], incomingAt: null }),
}

type ForOne = { pricing: Pricing; agreed: AgreedFor; at: string }

/** Sets the prices that one shopper sees on the facts that were read. */
export function pricedFacts(
  { rows, normal, campaigns, lowest, stock }: ReadFacts,
  { pricing, agreed, at }: ForOne,
): Map<string, ProductFacts> {
  return new Map(
    rows.map((row) => {
      const target = { ...pricing.target(row.vat_class), isFree: row.free === 1 }
      const own = campaigns.get(row.id) ?? []
      const running = own.filter((campaign) => campaign.starts_at <= at)
      const priced = shopperPrices(normal.get(row.id) ?? [], running, lowest(row.id, running), target)
      return [
        row.id,
        {
          row,
          ...priced,
          ...agreed(row, priced.prices, target),
          ...stock(row),
          vatRate: pricing.rate(row.vat_class),
          changesAt: earliest(nextChange(own, at), pricing.changesAt),
        },
      ]
    }),
  )
}

/** When the first of these campaigns begins, or ends if it runs. */
export function nextChange(campaigns: readonly { starts_at: string; ends_at: string }[], at: string): string | null {
  const moments = campaigns.map(({ starts_at: start, ends_at: end }) => (start > at ? start : end))
  return moments.sort()[0] ?? null
}
