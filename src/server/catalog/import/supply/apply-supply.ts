import { productType } from '../../../../domain/products/products.ts'
import { stockLevel } from '../../../../domain/products/stock.ts'
import type { DatabaseKind } from '../../../platform/db/connect.ts'
import type { DatabaseTransaction } from '../../../platform/db/tables.ts'
import { invalidateMovedStock } from '../../maintenance/invalidate-stock.ts'
import { deletePrices, setSortPrices, upsertPrices } from '../../maintenance/price-queries.ts'
import { updatePriceHistory, sortPrices } from '../../maintenance/save-prices.ts'
import { upsertStock } from '../../maintenance/write-queries.ts'
import { deleteSuppliedStock, upsertSuppliedStock } from './offer-queries.ts'
import { isSupplyChanged, isPriceChanged, settlementsOf, type Settlement } from './settlements.ts'
import { readSupplyRules, type SupplyRules } from './supply-rules.ts'

type SupplyOptions = {
  kind: DatabaseKind
  now: Date
  /** The rules, where they have been read. */
  rules?: SupplyRules | undefined
  /** Many more products change at about the same time, and the caller purges all pages instead. */
  isMany?: boolean | undefined
  /** False where prices do not follow from costs, as when an import is taken back. */
  isPricing?: boolean
}

/**
 * Brings what is sold of products into line with what suppliers offer: the units and the days of the chosen one, and
 * the price where it follows from the cost. The outcome depends on what is stored alone, not on who came first.
 * Returns the products with new prices.
 */
export async function applySupply(
  trx: DatabaseTransaction,
  options: SupplyOptions,
  ids: readonly string[],
): Promise<string[]> {
  const { kind, now, isPricing = true } = options
  const rules = async (): Promise<SupplyRules> => options.rules ?? readSupplyRules(trx, now)
  const settled = await settlementsOf(trx, { kind, rules }, ids)
  await writeStock(trx, options, settled.filter(isSupplyChanged))
  return isPricing ? writePrices(trx, options, settled.filter(isPriceChanged)) : []
}

/** Sells the units of the chosen suppliers with the shop's own. */
async function writeStock(
  trx: DatabaseTransaction,
  { kind, now, isMany }: SupplyOptions,
  changed: readonly Settlement[],
): Promise<void> {
  if (changed.length === 0) return
  const gone = changed.filter(({ after }) => !after).map(({ id }) => id)
  if (gone.length > 0) await deleteSuppliedStock(trx, kind, gone)
  const places = changed.flatMap(({ after }) => after ?? [])
  await upsertSuppliedStock(trx, kind, places)
  // The shop's own units, to which the statement adds those of suppliers; a new row is not added to.
  const rows = changed.map(({ id, stockRow, after }) => ({
    product_id: id,
    on_hand: stockRow.on_hand - stockRow.units,
    reserved: 0,
    incoming_at: stockRow.incoming_at,
    isNew: !stockRow.isStored,
    units: after?.units ?? 0,
  }))
  await upsertStock(
    trx,
    kind,
    rows.map(({ isNew, units, ...row }) => ({ ...row, on_hand: row.on_hand + (isNew ? units : 0) })),
  )
  if (isMany) return
  const moves = changed.map(({ id, stockRow, before, after }) => ({
    id,
    before: stockLevel(productType.standard, stockRow),
    after: stockLevel(productType.standard, {
      ...stockRow,
      on_hand: stockRow.on_hand - stockRow.units + (after?.units ?? 0),
    }),
    isDayNew: (before?.days ?? 0) !== (after?.days ?? 0),
  }))
  await invalidateMovedStock(trx, moves, now)
}

async function writePrices(
  trx: DatabaseTransaction,
  options: SupplyOptions,
  changed: readonly Settlement[],
): Promise<string[]> {
  const { kind } = options
  const records = changed.flatMap(({ id, price }) =>
    price ? [{ id, free: false, prices: [{ currency: price.currency, min_quantity: 1, amount: price.amount }] }] : [],
  )
  const ids = records.map(({ id }) => id)
  if (ids.length === 0) return []
  await updatePriceHistory(trx, options, records, ids)
  await deletePrices(trx, kind, ids)
  await upsertPrices(
    trx,
    kind,
    records.flatMap(({ id, prices }) => prices.map((price) => ({ product_id: id, ...price }))),
  )
  await setSortPrices(trx, kind, await sortPrices(trx, options, records, ids))
  return ids
}
