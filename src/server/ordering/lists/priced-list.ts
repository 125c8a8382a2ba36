import type { ListLine, Successor } from '../../../contracts/customer-pages/part-lists.ts'
import { cartAmounts, type Amount, type LineAmounts } from '../../../domain/cart/cart-amounts.ts'
import type { ShoppingContext } from '../../../domain/places/shopping-context.ts'
import { href } from '../../../routes.ts'
import { stockRows } from '../../catalog/products/card-queries.ts'
import type { Row } from '../../platform/db/tables.ts'
import { priceCart } from '../cart/price-cart.ts'
import { inQuantity, priceLines, type PricedLine } from '../cart/price-lines.ts'
import { findParts } from '../excel-order/find-parts.ts'
import type { Shop } from '../shop.ts'
import { soldParts } from './line-queries.ts'

type Services = Pick<Shop, 'db' | 'kind' | 'now'>
type Buyer = { shopping: ShoppingContext; customerId: string }
type LineRow = Pick<Row<'part_list_lines'>, 'product_id' | 'sku' | 'name' | 'quantity' | 'note'>
type PricedPart = { line: PricedLine; amounts: LineAmounts | undefined }
export type PricedList = { lines: ListLine[]; total: Amount }
/** A part that replaces another. */
export type FoundSuccessor = Successor & { productId: string }

/**
 * Prices the lines of a list for their quantities as the cart does, with the customer's discounts, and tells what is in
 * stock. Amounts do not depend on the stock.
 */
export async function pricedList(shop: Services, buyer: Buyer, rows: readonly LineRow[]): Promise<PricedList> {
  const { parts, total } = await pricedParts(shop, buyer, rows)
  const gone = rows.filter((row) => !parts.has(row.product_id)).map(({ sku }) => sku)
  const [successors, arrivals] = await Promise.all([
    successorsOf(shop, buyer.shopping, gone),
    arrivalsOf(shop, [...parts.values()]),
  ])
  const lines = rows.map((row) => {
    const own = { productId: row.product_id, sku: row.sku, name: row.name, quantity: row.quantity, note: row.note }
    const part = parts.get(row.product_id)
    if (!part) return { ...own, ...goneFacts, successor: successors.get(row.sku) ?? null }
    const facts = factsOf(part, buyer.shopping)
    return { ...own, ...facts, incomingAt: arrivals.get(row.product_id) ?? null, successor: null }
  })
  return { lines, total }
}

const goneFacts = { path: null, thumb: null, unit: null, total: null, stock: null, incomingAt: null, possible: 0 }

async function pricedParts(
  { db, now }: Services,
  { shopping, customerId }: Buyer,
  rows: readonly LineRow[],
): Promise<{ parts: Map<string, PricedPart>; total: Amount }> {
  const quantities = new Map(rows.map((row) => [row.product_id, row.quantity]))
  const sold = await soldParts(db, [...quantities.keys()])
  const items = [...sold].map(([id, sku]) => ({ sku, quantity: quantities.get(id) ?? 1 }))
  const { lines, personal } = await priceCart(db, shopping, { items, coupons: [], customerId }, now())
  const whole = lines.map((line) => inQuantity(line, quantities.get(line.product_id) ?? 1))
  const amounts = cartAmounts(whole, { personal })
  const parts = whole.map((line, at) => {
    const isPriced = line.pricing.length > 0
    return [line.product_id, { line, amounts: isPriced ? amounts.lines[at] : undefined }] as const
  })
  return { parts: new Map(parts), total: amounts.items }
}

function factsOf({ line, amounts }: PricedPart, { language }: ShoppingContext) {
  return {
    sku: line.sku,
    name: line.name,
    path: href(language, 'product', { slug: line.slug }),
    thumb: line.thumb,
    unit: amounts?.unit ?? null,
    total: amounts?.total ?? null,
    stock: line.stock_status,
    possible: amounts ? line.possible : 0,
  }
}

/** Finds the parts that replace others, by the numbers of those. */
export async function successorsOf(
  shop: Services,
  context: ShoppingContext,
  numbers: readonly string[],
): Promise<Map<string, FoundSuccessor>> {
  const found = [...(await findParts(shop, numbers))].flatMap(([old, part]) =>
    'sku' in part && part.sku !== old ? [{ old, sku: part.sku }] : [],
  )
  const items = found.map(({ sku }) => ({ sku, quantity: 1 }))
  const lines = new Map((await priceLines(shop.db, context, items, shop.now())).map((line) => [line.sku, line]))
  return new Map(
    found.flatMap(({ old, sku }) => {
      const line = lines.get(sku)
      if (!line) return []
      const path = href(context.language, 'product', { slug: line.slug })
      return [[old, { sku, name: line.name, path, productId: line.product_id }] as const]
    }),
  )
}

async function arrivalsOf({ db }: Services, parts: readonly PricedPart[]): Promise<Map<string, string>> {
  const awaited = parts.filter(({ line }) => line.stock_status === 'incoming').map(({ line }) => line.product_id)
  const rows = awaited.length > 0 ? await stockRows(db, awaited) : []
  return new Map(rows.flatMap((row) => (row.incoming_at === null ? [] : [[row.product_id, row.incoming_at] as const])))
}
