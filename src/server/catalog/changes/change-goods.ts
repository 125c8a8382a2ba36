import type { CurrencyCode } from '../../../domain/money/currencies.ts'
import { productType } from '../../../domain/products/products.ts'
import { kindOf } from '../../platform/db/kind-of.ts'
import type { DatabaseTransaction, Queryable } from '../../platform/db/tables.ts'
import type { Shop } from '../../platform/shop.ts'
import { lockStock } from '../import/journal/journal-queries.ts'
import { applySupply } from '../import/supply/apply-supply.ts'
import { stockOf } from '../import/supply/offer-queries.ts'
import { pricedByCost } from '../import/supply/offer-queries.ts'
import { finishPrices, writeChanges } from '../import/updates/write-changes.ts'
import { pricesOf } from '../maintenance/price-queries.ts'
import { ensureStock, typesOfSkus } from './goods-queries.ts'

type Services = Pick<Shop, 'db' | 'now' | 'kind'>
type Options = { kind: Shop['kind']; now: Date }

/**
 * The shop's own units of an article: how many there are, or how many there are more or fewer; and when more come,
 * where that is said.
 */
export type StockRow = ({ sku: string; set: number } | { sku: string; adjust: number }) & {
  incomingAt?: string | null
}
export type PriceRow = {
  sku: string
  prices: readonly { currency: CurrencyCode; min_quantity: number; amount: number }[]
}

const maxUnits = 1_000_000
const withoutOwnStock: ReadonlySet<number> = new Set([productType.variant, productType.set, productType.giftCard])

/**
 * Changes the shop's own units of some articles, as an import does: what orders have reserved stays on hand, pages and
 * endpoints follow. An adjustment counts from what there is when the row is locked, so none is lost.
 */
export async function changeStock({ db, now, kind }: Services, rows: readonly StockRow[]): Promise<void> {
  await db.transaction().execute((trx) => changeStockIn(trx, { now: now(), kind }, rows))
}

/** Like `changeStock`, in a transaction of the caller. */
export async function changeStockIn(
  trx: DatabaseTransaction,
  options: Options,
  rows: readonly StockRow[],
): Promise<void> {
  const { kind } = options
  const requested = new Map(rows.map((row) => [row.sku, row]))
  const products = await ownStockOf(trx, [...requested.keys()])
  const ids = products.map(({ id }) => id)
  await ensureStock(trx, ids)
  await lockStock(trx, kind, ids)
  const stockByProduct = new Map((await stockOf(trx, kind, ids)).map((row) => [row.product_id, row]))
  const changes = products.flatMap(({ id, sku }) => {
    const [row, stockRow] = [requested.get(sku), stockByProduct.get(id)]
    if (!row || !stockRow) return []
    const own = stockRow.on_hand - stockRow.units
    const wanted = Math.min(maxUnits, Math.max(0, 'set' in row ? row.set : own + row.adjust))
    const onHand = Math.max(wanted, stockRow.reserved - stockRow.units)
    const { incomingAt = stockRow.incoming_at } = row
    const isSame = onHand === own && incomingAt === stockRow.incoming_at
    return isSame ? [] : [{ productId: id, update: { prices: [], onHand, incomingAt }, fields: [] }]
  })
  if (changes.length === 0) return
  await writeChanges(trx, options, changes)
  const changed = changes.map(({ productId }) => productId)
  await finishPrices((work) => work(trx), options, await applySupply(trx, options, changed))
}

/** Sets prices of some articles, and keeps the others that they have; a price that follows from a cost is not set. */
export async function changePrices({ db, now, kind }: Services, rows: readonly PriceRow[]): Promise<void> {
  await db.transaction().execute((trx) => changePricesIn(trx, { now: now(), kind }, rows))
}

/** Like `changePrices`, in a transaction of the caller. */
export async function changePricesIn(
  trx: DatabaseTransaction,
  options: Options,
  rows: readonly PriceRow[],
): Promise<void> {
  const { kind } = options
  const requested = new Map(rows.map(({ sku, prices }) => [sku, prices]))
  const found = await typesOfSkus(trx, [...requested.keys()])
  const ids = found.map(({ id }) => id)
  await lockStock(trx, kind, ids)
  const fixed = await pricedByCost(trx, ids)
  const before = Map.groupBy(await pricesOf(trx, kind, ids), (row) => row.product_id)
  const changes = found.flatMap(({ id, sku }) => {
    const prices = (requested.get(sku) ?? []).filter(
      (price) =>
        !before
          .get(id)
          ?.some(
            (had) =>
              had.currency === price.currency && had.min_quantity === price.min_quantity && had.amount === price.amount,
          ),
    )
    return fixed.has(id) || prices.length === 0 ? [] : [{ productId: id, update: { prices }, fields: [] }]
  })
  if (changes.length === 0) return
  await finishPrices((work) => work(trx), options, await writeChanges(trx, options, changes))
}

async function ownStockOf(trx: DatabaseTransaction, skus: readonly string[]) {
  return (await typesOfSkus(trx, skus)).filter(({ type }) => !withoutOwnStock.has(type))
}

const nothing = { on_hand: 0, reserved: 0, available: 0, incoming_at: null }

/** What came of a change of stock: the articles as they are now. */
export async function stockOfSkus(db: Queryable, skus: readonly string[]) {
  const products = new Map((await typesOfSkus(db, skus)).map((row) => [row.sku, row]))
  const ids = [...products.values()].map(({ id }) => id)
  const stockByProduct = new Map((await stockOf(db, kindOf(db), ids)).map((row) => [row.product_id, row]))
  return skus.map((sku) => {
    const product = products.get(sku)
    if (!product) return { sku, result: 'unknown' as const, ...nothing }
    const stockRow = stockByProduct.get(product.id)
    const { on_hand, reserved, incoming_at } = stockRow ?? nothing
    const result = withoutOwnStock.has(product.type) ? ('no_own_stock' as const) : ('done' as const)
    return { sku, result, on_hand, reserved, available: on_hand - reserved, incoming_at }
  })
}

/** The prices of some articles as they are now. */
export async function pricesOfSkus(db: Queryable, skus: readonly string[]) {
  const products = new Map((await typesOfSkus(db, skus)).map((row) => [row.sku, row.id]))
  const ids = [...products.values()]
  const prices = Map.groupBy(await pricesOf(db, kindOf(db), ids), (row) => row.product_id)
  const fixed = await pricedByCost(db, ids)
  return skus.map((sku) => {
    const id = products.get(sku)
    if (id === undefined) return { sku, result: 'unknown' as const, prices: [] }
    const sorted = (prices.get(id) ?? [])
      .map(({ currency, min_quantity, amount }) => ({ currency, min_quantity, amount }))
      .sort((a, b) => a.currency.localeCompare(b.currency) || a.min_quantity - b.min_quantity)
    return { sku, result: fixed.has(id) ? ('follows_cost' as const) : ('done' as const), prices: sorted }
  })
}
