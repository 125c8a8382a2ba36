import { productType, type ProductType } from '../../domain/products.ts'
import { shopperPrices, type StoredTier } from '../../domain/product-prices.ts'
import type { Prices } from '../../domain/price-tiers.ts'
import type { ShoppingContext } from '../../domain/shopping-context.ts'
import { stockLevel, type StockLevel } from '../../domain/stock.ts'
import type { VatRate } from '../../domain/vat.ts'
import type { Queryable } from '../db/tables.ts'
import {
  campaignRows, historyRows, priceRows, productRows, setStockRows, stockRows, type ProductRow,
} from './card-queries.ts'
import { readPricing } from './rates.ts'

/** A product with what it costs this shopper now and how many can be had. */
export type ProductFacts = {
  row: ProductRow
  prices: Prices
  lowest30Days: number | null
  vatRate: VatRate
  stock: StockLevel
  /** When the running campaign ends, so that nothing caches its price for longer. */
  changesAt: string | null
}

const thirtyDays = 30 * 24 * 3600 * 1000

/** Reads and prices products in a handful of queries, whatever their number; unknown ids and drafts are left out. */
export async function productFacts(
  db: Queryable, context: ShoppingContext, ids: readonly string[], now: Date,
): Promise<Map<string, ProductFacts>> {
  if (ids.length === 0) return new Map()
  const code = context.currency.code
  const rows = await productRows(db, context.language, ids)
  const pricing = await readPricing(db, context, now)
  const normal = group(await priceRows(db, code, ids))
  const campaigns = await campaignRows(db, code, ids, now.toISOString())
  const running = group(campaigns)
  const lowest = await lowestPrices(db, campaigns)
  const stock = await stockOf(db, rows)
  return new Map(rows.map((row) => {
    const target = pricing.target(row.vat_class)
    const campaign = running.get(row.id) ?? []
    const priced = shopperPrices(normal.get(row.id) ?? [], campaign, lowest(row.id, campaign, code), target)
    return [row.id, {
      row, ...priced, vatRate: target.vatRate, stock: stock(row.id, row.type), changesAt: earliest(campaign),
    }]
  }))
}

function group<Item extends { product_id: string }>(rows: readonly Item[]): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const row of rows) {
    const known = groups.get(row.product_id)
    if (known) known.push(row)
    else groups.set(row.product_id, [row])
  }
  return groups
}

function earliest(campaigns: readonly { ends_at: string }[]): string | null {
  return campaigns.reduce<string | null>((first, { ends_at: end }) => (first === null || end < first ? end : first), null)
}

type Campaign = { product_id: string; starts_at: string }

/** The lowest price of the 30 days before a campaign began (7 a § prisinformationslagen, EU 98/6/EC article 6a). */
async function lowestPrices(db: Queryable, campaigns: readonly Campaign[]) {
  const ids = [...new Set(campaigns.map((campaign) => campaign.product_id))]
  const starts = campaigns.map((campaign) => campaign.starts_at).sort()
  const [first, last] = [starts[0], starts.at(-1)]
  const history = first && last ? group(await historyRows(db, ids, daysBefore(first), last)) : new Map<string, never[]>()
  return (productId: string, running: readonly Campaign[], currency: string): StoredTier | undefined => {
    const start = running[0]?.starts_at
    if (!start) return undefined
    const rows = (history.get(productId) ?? []).filter((row) =>
      row.valid_from < start && (row.valid_until === null || row.valid_until > daysBefore(start)))
    const own = rows.filter((row) => row.currency === currency)
    const list = own.length > 0 ? own : rows.filter((row) => row.currency === 'SEK')
    const found = list.reduce<(typeof list)[number] | undefined>((low, row) => (!low || row.amount < low.amount ? row : low), undefined)
    return found && { currency: found.currency, amount: found.amount, min_quantity: 1 }
  }
}

function daysBefore(iso: string): string {
  return new Date(Date.parse(iso) - thirtyDays).toISOString()
}

/** How many can be had: of a set as many as its scarcest piece allows. */
async function stockOf(db: Queryable, rows: readonly ProductRow[]) {
  const own = new Map((await stockRows(db, rows.map((row) => row.id))).map((row) => [row.product_id, row]))
  const setIds = rows.filter((row) => row.type === productType.set).map((row) => row.id)
  const pieces = setIds.length > 0 ? await setStockRows(db, setIds) : []
  return (id: string, type: ProductType): StockLevel => {
    if (type !== productType.set) return stockLevel(type, own.get(id))
    const levels = pieces.filter((piece) => piece.set_id === id).map((piece) => ({
      available: Math.floor(((piece.on_hand ?? 0) - (piece.reserved ?? 0)) / piece.quantity),
      incoming: piece.incoming_at !== null,
    }))
    if (levels.length === 0) return { available: 0, incoming: false }
    return { available: Math.min(...levels.map((level) => level.available)), incoming: levels.some((level) => level.incoming) }
  }
}
