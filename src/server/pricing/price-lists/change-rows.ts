import { setImmediate as turn } from 'node:timers/promises'
import type { Minor } from '../../../domain/money/money.ts'
import { mostPriceRows, type PriceListRow } from '../../../domain/lists/price-list-rows.ts'
import { slices } from '../../platform/db/bulk.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import type { Shop } from '../../platform/shop.ts'
import { lockedPriceList } from './edit-price-lists.ts'
import { PriceListError } from './price-list-error.ts'
import { productsOfSkus, updatePriceList, type PriceList } from './price-list-queries.ts'
import {
  changedRowsOf,
  countRowsOf,
  deleteTakenRows,
  insertChange,
  presentProducts,
  rowsOfList,
  writeChangedRows,
  type ChangedRow,
  type StoredPrice,
} from './row-queries.ts'

type Desk = Pick<Shop, 'db' | 'now'>
/** What a change did: the version that it made, how many rows it changed, and how many an undo left alone. */
export type RowsChanged = { readonly version: number; readonly changed: number; readonly kept: number }
/** `undefined` removes the price. */
type Wanted = { readonly product_id: string; readonly min_quantity: number; readonly amount: Minor | undefined }

/** SQLite runs statements in this process: between so many rows it answers others. */
const rowsOfTurn = 512
const skusOfTurn = 2_000

/** Sets prices of a list; with `replaces` the list has no others afterwards. Throws PriceListError. */
export async function setPriceRows(
  { db, now }: Desk,
  id: string,
  { rows, replaces, actor }: { rows: readonly PriceListRow[]; replaces: boolean; actor: string },
): Promise<RowsChanged> {
  const wanted = await wantedRows(db, rows)
  return db.transaction().execute(async (trx) => {
    const list = await lockedPriceList(trx, id)
    const stored = keyed(await rowsOfList(trx, id))
    const set = new Set(wanted.map(keyOf))
    const gone = replaces ? [...stored.values()].filter((row) => !set.has(keyOf(row))) : []
    const changed = differences(stored, [...wanted, ...gone.map((row) => ({ ...row, amount: undefined }))])
    return store(trx, list, { changed, actor, at: now() })
  })
}

/** Removes prices of a list. Throws PriceListError. */
export async function removePriceRows(
  { db, now }: Desk,
  id: string,
  { keys, actor }: { keys: readonly { product: string; quantity: number }[]; actor: string },
): Promise<RowsChanged> {
  return db.transaction().execute(async (trx) => {
    const list = await lockedPriceList(trx, id)
    const wanted = keys.map(({ product, quantity }) => ({
      product_id: product,
      min_quantity: quantity,
      amount: undefined,
    }))
    const changed = differences(keyed(await rowsOfList(trx, id)), wanted)
    return store(trx, list, { changed, actor, at: now() })
  })
}

/**
 * Takes back what a change did to the rows of a list: each gets the price that it had before, unless somebody has
 * changed it since, or the product is gone. The undoing is a change of its own. Throws PriceListError.
 */
export async function undoPriceRows(
  { db, now }: Desk,
  id: string,
  { version, actor }: { version: number; actor: string },
): Promise<RowsChanged> {
  return db.transaction().execute(async (trx) => {
    const list = await lockedPriceList(trx, id)
    const rows = await changedRowsOf(trx, id, version)
    if (rows.length === 0) throw new PriceListError('price_list_unknown', `The list has no change ${version}.`)
    const stored = keyed(await rowsOfList(trx, id))
    const present = await presentProducts(
      trx,
      rows.map((row) => row.product_id),
    )
    const unchanged = rows.filter(
      (row) => (stored.get(keyOf(row))?.amount ?? null) === row.after && present.has(row.product_id),
    )
    const wanted = unchanged.map(({ before, ...row }) => ({ ...row, amount: before ?? undefined }))
    const changed = differences(stored, wanted)
    return store(trx, list, { changed, actor, at: now(), undoes: version, kept: rows.length - unchanged.length })
  })
}

type Stored = ReadonlyMap<string, StoredPrice>
type Change = { changed: readonly ChangedRow[]; actor: string; at: Date; undoes?: number; kept?: number }

const keyOf = ({ product_id: id, min_quantity: from }: Pick<StoredPrice, 'product_id' | 'min_quantity'>): string =>
  `${from} ${id}`
const keyed = (rows: readonly StoredPrice[]): Stored => new Map(rows.map((row) => [keyOf(row), row]))

function differences(stored: Stored, wanted: readonly Wanted[]): ChangedRow[] {
  return wanted.flatMap(({ product_id, min_quantity, amount }) => {
    const before = stored.get(keyOf({ product_id, min_quantity }))?.amount ?? null
    const after = amount ?? null
    return before === after ? [] : [{ product_id, min_quantity, before, after }]
  })
}

async function store(trx: DatabaseTransaction, list: PriceList, change: Change): Promise<RowsChanged> {
  const { changed, actor, at, undoes = null, kept = 0 } = change
  if (changed.length === 0) throw new PriceListError('price_list_nothing_changed', 'No price would change.')
  const { id } = list
  const version = list.version + 1
  for (const some of slices(changed, rowsOfTurn)) {
    await writeChangedRows(trx, { id, version }, some)
    await turn()
  }
  if (changed.some(({ after }) => after === null)) await deleteTakenRows(trx, id, version)
  const count = await countRowsOf(trx, id)
  if (count > mostPriceRows)
    throw new PriceListError('price_list_full', `A list has at most ${mostPriceRows} prices.`, { most: mostPriceRows })
  const iso = at.toISOString()
  await insertChange(trx, { list_id: id, version, actor, created_at: iso, changed: changed.length, kept, undoes })
  await updatePriceList(trx, id, { version, row_count: count, changed_at: iso })
  return { version, changed: changed.length, kept }
}

/** Finds the products of rows. Throws PriceListError for one that there is not, and for two prices of one row. */
async function wantedRows(db: Desk['db'], rows: readonly PriceListRow[]): Promise<Wanted[]> {
  if (rows.length === 0) throw new PriceListError('price_list_no_rows', 'There are no prices to set.')
  const products = new Map<string, string>()
  for (const some of slices(rows, skusOfTurn)) {
    const skus = some.map(({ sku }) => sku)
    for (const [sku, id] of await productsOfSkus(db, skus)) products.set(sku, id)
    await turn()
  }
  const seen = new Set<string>()
  return rows.map(({ row, sku, quantity, amount }) => {
    const product = products.get(sku) ?? products.get(sku.toUpperCase())
    if (product === undefined)
      throw new PriceListError('price_list_row_unknown', `Row ${row}: no product has "${sku}".`, { row, text: sku })
    const wanted = { product_id: product, min_quantity: quantity, amount }
    if (seen.has(keyOf(wanted)))
      throw new PriceListError('price_list_row_twice', `Row ${row}: "${sku}" has this quantity twice.`, {
        row,
        text: sku,
      })
    seen.add(keyOf(wanted))
    return wanted
  })
}
