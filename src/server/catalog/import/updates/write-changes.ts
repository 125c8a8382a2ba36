import { productType } from '../../../../domain/products/products.ts'
import { stockLevel } from '../../../../domain/products/stock.ts'
import { slices, textList } from '../../../platform/db/bulk.ts'
import type { DatabaseKind } from '../../../platform/db/connect.ts'
import type { DatabaseTransaction, Row } from '../../../platform/db/tables.ts'
import { withoutStock, withStock } from '../../maintenance/content-hash.ts'
import { refreshCurrencySortPrices } from '../../listing/sort-price-queries.ts'
import { refreshSortPrices } from '../../maintenance/finish-queries.ts'
import { noteStockMoves, type StockMove } from '../../maintenance/note-stock-change.ts'
import { pricesOf, upsertPrices, type StoredPrice } from '../../maintenance/price-queries.ts'
import type { ProductRecord } from '../../maintenance/product-record.ts'
import { purgePrices } from '../../maintenance/finish-catalog.ts'
import { changePriceHistory, readSortBasis, sortPricesOn, type SortBasis } from '../../maintenance/save-prices.ts'
import { openHistory, upsertStock, type OpenPrice } from '../../maintenance/write-queries.ts'
import type { Update } from './find-changes.ts'
import { saveOffers } from '../supply/save-offers.ts'
import {
  lockedStock,
  offersOf,
  suppliedStockOf,
  type ShelfRow,
  type StoredOffer,
  type SuppliedStock,
} from '../supply/offer-queries.ts'
import { markProducts, productsByIds, type StoredProduct } from './update-queries.ts'

/** `isMany`: many more products change at about the same time, and whoever changes them purges all pages instead. */
export type WriteOptions = { kind: DatabaseKind; now: Date; isMany?: boolean | undefined }
/** What products were before they are changed; `prices` and `shelves` are those of each, where it has some. */
export type BeforeChanges = {
  products: readonly StoredProduct[]
  prices: ReadonlyMap<string, readonly StoredPrice[]>
  shelves: ReadonlyMap<string, ShelfRow>
  /** What suppliers offer of them, and which of that is sold. */
  offers: readonly StoredOffer[]
  supplied: readonly SuppliedStock[]
  /** What new prices are compared with, where it has been read. */
  priced: PricedBefore | undefined
}
type PricedBefore = { open: readonly OpenPrice[]; basis: SortBasis }
/** The ids of products with new prices, and the stock of those whose stock was written. */
type Written = { priced: string[]; shelves: ReadonlyMap<string, ShelfRow> }

const pricedAtOnce = 2_000

/**
 * Reads what products are before they are changed in this transaction, and keeps others from changing their stock. With
 * `pricedAt` some get new prices at that moment.
 */
export async function readBefore(
  trx: DatabaseTransaction,
  kind: DatabaseKind,
  ids: readonly string[],
  pricedAt?: Date,
): Promise<BeforeChanges> {
  const [stock, products, prices, supplied, offers, priced] = await Promise.all([
    lockedStock(trx, kind, ids),
    productsByIds(trx, kind, ids),
    pricesOf(trx, kind, ids),
    suppliedStockOf(trx, kind, ids),
    offersOf(trx, kind, ids),
    pricedAt && readPriced(trx, { kind, now: pricedAt }, ids),
  ])
  return {
    products,
    prices: Map.groupBy(prices, (row) => row.product_id),
    shelves: byProduct(withUnits(stock, supplied)),
    offers,
    supplied,
    priced,
  }
}

function withUnits(rows: readonly Row<'stock'>[], supplied: readonly SuppliedStock[]): ShelfRow[] {
  const units = new Map(supplied.map((row) => [row.product_id, row.units]))
  return rows.map(({ product_id: id, on_hand, reserved, incoming_at }) => {
    return { product_id: id, on_hand, reserved, incoming_at, units: units.get(id) ?? 0 }
  })
}

const byProduct = (rows: readonly ShelfRow[]) => new Map(rows.map((row) => [row.product_id, row]))

async function readPriced(
  trx: DatabaseTransaction,
  options: Pick<WriteOptions, 'kind' | 'now'>,
  ids: readonly string[],
): Promise<PricedBefore> {
  const [open, basis] = await Promise.all([openHistory(trx, options.kind, ids), readSortBasis(trx, options, ids)])
  return { open, basis }
}

/** Writes a batch of changes of different products; @returns the ids of those with new prices. */
export async function writeChanges(
  trx: DatabaseTransaction,
  options: WriteOptions,
  changes: readonly Update[],
): Promise<string[]> {
  const ids = changes.map(({ productId }) => productId)
  const before = await readBefore(trx, options.kind, ids)
  return (await writeChangesOf(trx, options, before, changes)).priced
}

/**
 * The same of products of which has been read what they are now. No statement but the last one waits for the answer to
 * another one.
 */
export async function writeChangesOf(
  trx: DatabaseTransaction,
  options: WriteOptions,
  before: BeforeChanges,
  changes: readonly Update[],
): Promise<Written> {
  const { kind, now } = options
  const { products } = before
  const updates = new Map(changes.map(({ productId, update }) => [productId, update]))
  const priced = products.filter(({ id }) => updates.get(id)?.prices.length)
  const [shelves, prices] = await Promise.all([
    writeStock(
      trx,
      options,
      before,
      changes.filter(({ update }) => update.onHand !== undefined || update.incomingAt !== undefined),
    ),
    writePrices(trx, options, { ...before, products: priced }, (id) => updates.get(id)?.prices ?? []),
    saveOffers(
      trx,
      options,
      changes.map(({ productId, update: { offer } }) => ({ productId, offer })),
      before.offers,
    ),
  ])
  const marks = products.map((product) => ({
    id: product.id,
    content_hash: hashOf(product, shelves.get(product.id), prices.has(product.id)),
    sort_price: prices.get(product.id) ?? null,
  }))
  await markProducts(trx, kind, marks, now.toISOString())
  return { priced: [...prices.keys()], shelves }
}

/**
 * The content hash tells an import of the whole feed what is stored. With new prices nothing but the stock of it holds,
 * so that import writes the product again.
 */
function hashOf({ content_hash: hash }: StoredProduct, stock: ShelfRow | undefined, isPriceNew: boolean) {
  if (hash === null) return null
  const rest = isPriceNew ? '' : withoutStock(hash)
  return stock
    ? withStock(rest, { ...stock, on_hand: stock.on_hand - stock.units })
    : rest + hash.slice(withoutStock(hash).length)
}

/** @returns the sort price of each product, in the base currency. */
async function writePrices(
  trx: DatabaseTransaction,
  options: WriteOptions,
  { products, prices: stored, priced }: BeforeChanges,
  pricesFor: (id: string) => ProductRecord['prices'],
): Promise<Map<string, number>> {
  if (products.length === 0) return new Map()
  const ids = products.map(({ id }) => id)
  const records = products.map(({ id, free }) => {
    const given = pricesFor(id)
    const isGiven = (price: ProductRecord['prices'][number]) =>
      given.some(({ currency, min_quantity: from }) => currency === price.currency && from === price.min_quantity)
    return { id, free: free === 1, prices: [...given, ...(stored.get(id) ?? []).filter((price) => !isGiven(price))] }
  })
  const { open, basis } = priced ?? (await readPriced(trx, options, ids))
  const rows = ids.flatMap((id) => pricesFor(id).map((price) => ({ product_id: id, ...price })))
  await Promise.all([changePriceHistory(trx, options, records, open), upsertPrices(trx, options.kind, rows)])
  return sortPricesOn(records, basis)
}

/** @returns the new rows by product. */
async function writeStock(
  trx: DatabaseTransaction,
  { kind, now, isMany }: WriteOptions,
  { shelves: before, supplied }: BeforeChanges,
  changes: readonly Update[],
): Promise<Map<string, ShelfRow>> {
  if (changes.length === 0) return new Map()
  const rows = changes.map(({ productId, update: { onHand, incomingAt } }) => {
    const row = before.get(productId)
    return {
      product_id: productId,
      on_hand: onHand ?? (row ? row.on_hand - row.units : 0),
      // Of a new row; what is reserved is kept.
      reserved: 0,
      incoming_at: incomingAt === undefined ? (row?.incoming_at ?? null) : incomingAt,
    }
  })
  const after = withUnits(await upsertStock(trx, kind, rows), supplied)
  if (!isMany) await noteStockMoves(trx, movesOf(after, before), now)
  return byProduct(after)
}

function movesOf(after: readonly ShelfRow[], before: ReadonlyMap<string, ShelfRow>): StockMove[] {
  return after.map((row) => ({
    id: row.product_id,
    before: stockLevel(productType.standard, before.get(row.product_id)),
    after: stockLevel(productType.standard, row),
    isDayNew: (before.get(row.product_id)?.incoming_at ?? null) !== row.incoming_at,
  }))
}

/**
 * Updates what is computed from prices, and purges the pages that show them; once after all batches. `sorted` are those
 * of the products whose sort prices in other currencies may differ, where not all do.
 */
export async function finishPrices(
  turn: (work: (trx: DatabaseTransaction) => Promise<void>) => Promise<void>,
  { kind, now, isMany = false, sorted }: WriteOptions & { sorted?: readonly string[] },
  productIds: readonly string[],
): Promise<void> {
  if (productIds.length === 0) return
  const at = now.toISOString()
  const [first = [], ...others] = slices(sorted ?? productIds, pricedAtOnce)
  await turn(async (trx) => void (await refreshSortPrices(trx, at, textList(kind, first))))
  for (const ids of others) await turn((trx) => refreshCurrencySortPrices(trx, ids, at))
  if (!isMany) await turn((trx) => purgePrices(trx, kind, productIds, at))
}
