import { productType } from '../../../../domain/products/products.ts'
import { stockLevel } from '../../../../domain/products/stock.ts'
import { slices, textList } from '../../../platform/db/bulk.ts'
import type { DatabaseKind } from '../../../platform/db/connect.ts'
import type { DatabaseTransaction, NewRow, Row } from '../../../platform/db/tables.ts'
import { refreshCurrencySortPrices } from '../../listing/sort-price-queries.ts'
import { withoutStock, withStock } from '../../maintenance/content-hash.ts'
import { purgePrices } from '../../maintenance/finish-catalog.ts'
import { refreshSortPrices } from '../../maintenance/finish-queries.ts'
import { invalidateMovedStock, type StockMove } from '../../maintenance/invalidate-stock.ts'
import { pricesOf, upsertPrices, type StoredPrice } from '../../maintenance/price-queries.ts'
import type { ProductRecord } from '../../maintenance/product-record.ts'
import {
  historyChanges,
  readSortBasis,
  sortPricesOn,
  writeHistory,
  type HistoryChanges,
  type SortBasis,
} from '../../maintenance/save-prices.ts'
import { writeShelves } from '../../maintenance/shelf-queries.ts'
import { openHistory, upsertStock, type OpenPrice } from '../../maintenance/write-queries.ts'
import {
  lockedStock,
  offersOf,
  suppliedStockOf,
  type StoredStock,
  type StoredOffer,
  type SuppliedStock,
} from '../supply/offer-queries.ts'
import { saveOffers } from '../supply/save-offers.ts'
import type { Update } from './find-changes.ts'
import { markProducts, productsByIds, type StoredProduct } from './update-queries.ts'

/** `isMany`: many more products change at about the same time, and the caller purges all pages instead. */
export type WriteOptions = { kind: DatabaseKind; now: Date; isMany?: boolean | undefined }
/** What products were before they are changed; `prices` and `stockByProduct` are those of each, where it has some. */
export type BeforeChanges = {
  products: readonly StoredProduct[]
  prices: ReadonlyMap<string, readonly StoredPrice[]>
  stockByProduct: ReadonlyMap<string, StoredStock>
  /** What suppliers offer of them, and which of that is sold. */
  offers: readonly StoredOffer[]
  supplied: readonly SuppliedStock[]
  /** What new prices are compared with, where it has been read. */
  priced: PricedBefore | undefined
}
type PricedBefore = { open: readonly OpenPrice[]; basis: SortBasis }
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
    stockByProduct: byProduct(withUnits(stock, supplied)),
    offers,
    supplied,
    priced,
  }
}

function withUnits(rows: readonly Row<'stock'>[], supplied: readonly SuppliedStock[]): StoredStock[] {
  const units = new Map(supplied.map((row) => [row.product_id, row.units]))
  return rows.map(({ product_id: id, on_hand, reserved, incoming_at }) => {
    return { product_id: id, on_hand, reserved, incoming_at, units: units.get(id) ?? 0 }
  })
}

export const byProduct = (rows: readonly StoredStock[]): Map<string, StoredStock> =>
  new Map(rows.map((row) => [row.product_id, row]))

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
  const before = await readBefore(trx, options.kind, ids, pricedAt(changes, options.now))
  const prepared = prepareChanges(before, changes)
  await writePrepared(trx, options, prepared)
  return [...prepared.sortPrices.keys()]
}

/** The moment at which products get new prices; undefined where none of them does. */
export function pricedAt(changes: readonly Update[], now: Date): Date | undefined {
  return changes.some(({ update }) => update.prices.length > 0) ? now : undefined
}

/** What is written of products, made before anything is: PostgreSQL writes those before meanwhile. */
export type PreparedChanges = {
  before: BeforeChanges
  changes: readonly Update[]
  stock: NewRow<'stock'>[]
  prices: NewRow<'prices'>[]
  history: HistoryChanges
  /** Of those with new prices, in the base currency. */
  sortPrices: ReadonlyMap<string, number>
}

export function prepareChanges(before: BeforeChanges, changes: readonly Update[]): PreparedChanges {
  return { before, changes, stock: stockRows(before, changes), ...preparePrices(before, changes) }
}

/**
 * Writes them. `onStockLeft` gets the stock of those whose stock is written, while the rest is. Only what follows from
 * the stock waits for an answer of the database.
 */
export async function writePrepared(
  trx: DatabaseTransaction,
  options: WriteOptions,
  { before, changes, stock, prices, history, sortPrices }: PreparedChanges,
  onStockLeft?: (stockByProduct: ReadonlyMap<string, StoredStock>) => void,
): Promise<void> {
  const { kind, now } = options
  const stockAndMarks = async (): Promise<void> => {
    const after = withUnits(await upsertStock(trx, kind, stock), before.supplied)
    const stockByProduct = byProduct(after)
    const marks = before.products.map((product) => ({
      id: product.id,
      content_hash: hashOf(product, stockByProduct.get(product.id), sortPrices.has(product.id)),
      sort_price: sortPrices.get(product.id) ?? null,
    }))
    const marked = markProducts(trx, kind, marks, now.toISOString())
    onStockLeft?.(stockByProduct)
    await Promise.all([
      marked,
      options.isMany ? undefined : invalidateMovedStock(trx, movesOf(after, before.stockByProduct), now),
    ])
  }
  const offers = changes.map(({ productId, update: { offer } }) => ({ productId, offer }))
  await Promise.all([
    stockAndMarks(),
    writeHistory(trx, options, history),
    upsertPrices(trx, kind, prices),
    saveOffers(trx, options, offers, before.offers),
    writeShelves(
      trx,
      changes.map(({ productId: id, update: { shelf } }) => ({ id, shelf })),
    ),
  ])
}

/**
 * The content hash tells an import of the whole feed what is stored. With new prices nothing but the stock of it holds,
 * so that import writes the product again.
 */
function hashOf({ content_hash: hash }: StoredProduct, stock: StoredStock | undefined, isPriceNew: boolean) {
  if (hash === null) return null
  const rest = isPriceNew ? '' : withoutStock(hash)
  return stock
    ? withStock(rest, { ...stock, on_hand: stock.on_hand - stock.units })
    : rest + hash.slice(withoutStock(hash).length)
}

function preparePrices(
  { products, prices: stored, priced }: BeforeChanges,
  changes: readonly Update[],
): Pick<PreparedChanges, 'prices' | 'history' | 'sortPrices'> {
  const given = new Map(changes.map(({ productId, update: { prices } }) => [productId, prices]))
  const changed = products.filter(({ id }) => given.get(id)?.length)
  if (changed.length === 0) return { prices: [], history: { begun: [], ended: new Map() }, sortPrices: new Map() }
  if (!priced) throw new Error('Prices are to be changed, and what they are compared with was not read.')
  const records = changed.map(({ id, free }) => {
    const own = given.get(id) ?? []
    const isGiven = (price: ProductRecord['prices'][number]) =>
      own.some(({ currency, min_quantity: from }) => currency === price.currency && from === price.min_quantity)
    return { id, free: free === 1, prices: [...own, ...(stored.get(id) ?? []).filter((price) => !isGiven(price))] }
  })
  return {
    prices: changed.flatMap(({ id }) => (given.get(id) ?? []).map((price) => ({ product_id: id, ...price }))),
    history: historyChanges(records, priced.open),
    sortPrices: sortPricesOn(records, priced.basis),
  }
}

function stockRows({ stockByProduct }: BeforeChanges, changes: readonly Update[]): NewRow<'stock'>[] {
  return changes.flatMap(({ productId, update: { onHand, incomingAt } }) => {
    if (onHand === undefined && incomingAt === undefined) return []
    const row = stockByProduct.get(productId)
    return {
      product_id: productId,
      on_hand: onHand ?? (row ? row.on_hand - row.units : 0),
      // Of a new row; what is reserved is kept.
      reserved: 0,
      incoming_at: incomingAt === undefined ? (row?.incoming_at ?? null) : incomingAt,
    }
  })
}

function movesOf(after: readonly StoredStock[], before: ReadonlyMap<string, StoredStock>): StockMove[] {
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
