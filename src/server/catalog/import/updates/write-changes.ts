import { productType } from '../../../../domain/products/products.ts'
import { stockLevel } from '../../../../domain/products/stock.ts'
import { slices, textList } from '../../../platform/db/bulk.ts'
import type { DatabaseKind } from '../../../platform/db/connect.ts'
import type { DatabaseTransaction } from '../../../platform/db/tables.ts'
import { withoutStock, withStock } from '../../maintenance/content-hash.ts'
import { refreshCurrencySortPrices } from '../../listing/sort-price-queries.ts'
import { refreshSortPrices } from '../../maintenance/finish-queries.ts'
import { noteStockMoves, type StockMove } from '../../maintenance/note-stock-change.ts'
import { pricesOf, upsertPrices, type StoredPrice } from '../../maintenance/price-queries.ts'
import type { ProductRecord } from '../../maintenance/product-record.ts'
import { purgePrices } from '../../maintenance/finish-catalog.ts'
import { keepPriceHistory, sortPrices } from '../../maintenance/save-prices.ts'
import { upsertStock } from '../../maintenance/write-queries.ts'
import type { Update } from './find-changes.ts'
import { saveOffers } from '../supply/save-offers.ts'
import { shelvesOf, type ShelfRow } from '../supply/offer-queries.ts'
import { markProducts, productsByIds, type StoredProduct } from './update-queries.ts'

/** `isMany`: many more products change at about the same time, and whoever changes them purges all pages instead. */
export type WriteOptions = { kind: DatabaseKind; now: Date; isMany?: boolean | undefined }
/** What products were before they are changed; `prices` and `shelves` are those of each, where it has some. */
export type BeforeChanges = {
  products: readonly StoredProduct[]
  prices: ReadonlyMap<string, readonly StoredPrice[]>
  shelves: ReadonlyMap<string, ShelfRow>
}

const pricedAtOnce = 2_000

/** Reads what products are, before they are changed in this transaction. */
export async function readBefore(
  trx: DatabaseTransaction,
  kind: DatabaseKind,
  ids: readonly string[],
): Promise<BeforeChanges> {
  const [products, prices, shelves] = await Promise.all([
    productsByIds(trx, kind, ids),
    pricesOf(trx, kind, ids),
    shelvesOf(trx, kind, ids),
  ])
  return {
    products,
    prices: Map.groupBy(prices, (row) => row.product_id),
    shelves: new Map(shelves.map((row) => [row.product_id, row])),
  }
}

/**
 * Writes a batch of changes of different products; @returns the ids of those with new prices. `before` is what they are
 * now, where that has been read.
 */
export async function writeChanges(
  trx: DatabaseTransaction,
  { before: known, ...options }: WriteOptions & { before?: BeforeChanges | undefined },
  changes: readonly Update[],
): Promise<string[]> {
  const { kind, now } = options
  const ids = changes.map(({ productId }) => productId)
  const before = known ?? (await readBefore(trx, kind, ids))
  const { products } = before
  const updates = new Map(changes.map(({ productId, update }) => [productId, update]))
  const priced = products.filter(({ id }) => updates.get(id)?.prices.length)
  const prices = await writePrices(trx, options, { ...before, products: priced }, (id) => updates.get(id)?.prices ?? [])
  const stock = await writeStock(
    trx,
    options,
    before,
    changes.filter(({ update }) => update.onHand !== undefined || update.incomingAt !== undefined),
  )
  await saveOffers(
    trx,
    options,
    changes.map(({ productId, update: { offer } }) => ({ productId, offer })),
  )
  const marks = products.map((product) => ({
    id: product.id,
    content_hash: hashOf(product, stock.get(product.id), prices.has(product.id)),
    sort_price: prices.get(product.id) ?? null,
  }))
  await markProducts(trx, kind, marks, now.toISOString())
  return [...prices.keys()]
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
  { products, prices: stored }: BeforeChanges,
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
  await keepPriceHistory(trx, options, records, ids)
  const rows = ids.flatMap((id) => pricesFor(id).map((price) => ({ product_id: id, ...price })))
  await upsertPrices(trx, options.kind, rows)
  return sortPrices(trx, options, records, ids)
}

/** @returns the new rows by product. */
async function writeStock(
  trx: DatabaseTransaction,
  { kind, now, isMany }: WriteOptions,
  { shelves: before }: BeforeChanges,
  changes: readonly Update[],
): Promise<Map<string, ShelfRow>> {
  if (changes.length === 0) return new Map()
  const ids = changes.map(({ productId }) => productId)
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
  await upsertStock(trx, kind, rows)
  const after = await shelvesOf(trx, kind, ids)
  if (!isMany) await noteStockMoves(trx, movesOf(after, before), now)
  return new Map(after.map((row) => [row.product_id, row]))
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
