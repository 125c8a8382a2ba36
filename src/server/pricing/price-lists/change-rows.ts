import { setImmediate as turn } from 'node:timers/promises'
import { maxPriceRows, type PriceListRow } from '../../../domain/lists/price-list-rows.ts'
import { slices } from '../../platform/db/bulk.ts'
import type { Database, DatabaseTransaction } from '../../platform/db/tables.ts'
import { lockedPriceList } from './edit-price-lists.ts'
import { changeManyRows, type Commit, type PriceServices, type RowsChanged } from './many-rows.ts'
import { pauseBetween } from './portions.ts'
import { PriceListError } from './price-list-error.ts'
import { rowsIdOf, updatePriceList, type PriceList } from './price-list-queries.ts'
import {
  changedRowsAfter,
  changeOf,
  deleteTakenRows,
  firstRow,
  insertChange,
  recordChangedRows,
  presentProducts,
  putRows,
  rowsAfter,
  rowsOfProducts,
  type ChangedRow,
} from './row-queries.ts'
import { differences, keyed, keyOf, wantedRows, type Stored, type Wanted } from './wanted-rows.ts'

/** Up to this many rows are changed in one transaction, and in place. */
const fewRows = 500

/** Sets prices of a list; with `replaces` the list has no others afterwards. Throws PriceListError. */
export async function setPriceRows(
  services: PriceServices,
  id: string,
  { rows, replaces, actor }: { rows: readonly PriceListRow[]; replaces: boolean; actor: string },
  commit: Commit = (work) => work(services),
): Promise<RowsChanged> {
  const wanted = await wantedRows(services.db, rows)
  if (wanted.length <= fewRows) {
    const done = await inTransaction(commit, id, async (trx, list, at) => {
      if (replaces && list.row_count > fewRows) return undefined
      const stored = keyed(await (replaces ? allRows(trx, list) : rowsOf(trx, list, wanted)))
      const gone = replaces ? await othersOf(stored, wanted) : []
      return storeFew(trx, list, { changed: differences(stored, [...wanted, ...gone]), actor, at })
    })
    if (done) return done
  }
  const plan = async (_: PriceList, stored: Stored) => {
    const gone = replaces ? await othersOf(stored, wanted) : []
    return { wanted: [...wanted, ...gone], kept: 0 }
  }
  return changeManyRows(services, id, { actor, undoes: null, plan }, commit)
}

/** Removes prices of a list, at most a thousand. Throws PriceListError. */
export async function removePriceRows(
  services: PriceServices,
  id: string,
  { keys, actor }: { keys: readonly { product: string; quantity: number }[]; actor: string },
  commit: Commit = (work) => work(services),
): Promise<RowsChanged> {
  const wanted = keys.map(({ product, quantity }) => ({
    product_id: product,
    min_quantity: quantity,
    amount: undefined,
  }))
  return inTransaction(commit, id, async (trx, list, at) => {
    const stored = keyed(await rowsOf(trx, list, wanted))
    return storeFew(trx, list, { changed: differences(stored, wanted), actor, at })
  })
}

/**
 * Takes back what a change did to the rows of a list: each gets the price that it had before, unless somebody has
 * changed it since, or the product is gone. The undoing is a change of its own. Throws PriceListError.
 */
export async function undoPriceRows(
  services: PriceServices,
  id: string,
  { version, actor }: { version: number; actor: string },
  commit: Commit = (work) => work(services),
): Promise<RowsChanged> {
  const change = await changeOf(services.db, id, version)
  const rows = change ? await rowsOfChange(services.db, { historyId: change.rows_id ?? id, version }) : []
  if (rows.length === 0) throw new PriceListError('price_list_unknown', `The list has no change ${version}.`)
  if (rows.length > fewRows) {
    const plan = (_: PriceList, stored: Stored) => undone(services.db, stored, rows)
    return changeManyRows(services, id, { actor, undoes: version, plan }, commit)
  }
  return inTransaction(commit, id, async (trx, list, at) => {
    const stored = keyed(await rowsOf(trx, list, rows))
    const { wanted, kept } = await undone(trx, stored, rows)
    return storeFew(trx, list, { changed: differences(stored, wanted), actor, at, undoes: version, kept })
  })
}

type InLocked<Result> = (trx: DatabaseTransaction, list: PriceList, at: Date) => Promise<Result>

function inTransaction<Result>(commit: Commit, id: string, work: InLocked<Result>): Promise<Result> {
  return commit(({ db, now }) =>
    db.transaction().execute(async (trx) => work(trx, await lockedPriceList(trx, id), now())),
  )
}

const rowsOf = (trx: DatabaseTransaction, list: PriceList, rows: readonly { product_id: string }[]) =>
  rowsOfProducts(
    trx,
    rowsIdOf(list),
    rows.map((row) => row.product_id),
  )

const allRows = (trx: DatabaseTransaction, list: PriceList) => rowsAfter(trx, rowsIdOf(list), firstRow, fewRows)

/** The rows that are not wanted, to be removed. */
async function othersOf(stored: Stored, wanted: readonly Wanted[]): Promise<Wanted[]> {
  const set = new Set<string>()
  for await (const some of pauseBetween(slices(wanted, fewRows))) for (const row of some) set.add(keyOf(row))
  const others: Wanted[] = []
  for await (const some of pauseBetween(slices([...stored.values()], fewRows)))
    for (const row of some) if (!set.has(keyOf(row))) others.push({ ...row, amount: undefined })
  return others
}

async function rowsOfChange(db: Database, change: { historyId: string; version: number }): Promise<ChangedRow[]> {
  const rows: ChangedRow[] = []
  for (let after = firstRow; ;) {
    const some = await changedRowsAfter(db, change, after, fewRows)
    rows.push(...some)
    const last = some.at(-1)
    if (!last || some.length < fewRows) return rows
    after = { product: last.product_id, quantity: last.min_quantity }
    await turn()
  }
}

/** The prices from before a change, of the rows that have its price still and whose product is there. */
async function undone(db: Database, stored: Stored, rows: readonly ChangedRow[]) {
  const wanted: Wanted[] = []
  for await (const some of pauseBetween(slices(rows, fewRows))) {
    const present = await presentProducts(
      db,
      some.map((row) => row.product_id),
    )
    for (const { product_id, min_quantity, before, after } of some)
      if ((stored.get(keyOf({ product_id, min_quantity }))?.amount ?? null) === after && present.has(product_id))
        wanted.push({ product_id, min_quantity, amount: before ?? undefined })
  }
  return { wanted, kept: rows.length - wanted.length }
}

type Change = { changed: readonly ChangedRow[]; actor: string; at: Date; undoes?: number; kept?: number }

async function storeFew(trx: DatabaseTransaction, list: PriceList, change: Change): Promise<RowsChanged> {
  const { changed, actor, at, undoes = null, kept = 0 } = change
  if (changed.length === 0) throw new PriceListError('price_list_nothing_changed', 'No price would change.')
  const { id } = list
  const history = { historyId: id, version: list.version + 1 }
  const added = changed.filter(({ before }) => before === null).length
  const gone = changed.filter(({ after }) => after === null).length
  const count = list.row_count + added - gone
  if (count > maxPriceRows)
    throw new PriceListError('price_list_full', `A list has at most ${maxPriceRows} prices.`, { most: maxPriceRows })
  await recordChangedRows(trx, history, changed)
  const put = changed.flatMap(({ after, product_id, min_quantity }) =>
    after === null ? [] : [{ product_id, min_quantity, amount: after }],
  )
  await putRows(trx, rowsIdOf(list), put)
  if (gone > 0) await deleteTakenRows(trx, rowsIdOf(list), history)
  const iso = at.toISOString()
  const { version } = history
  await insertChange(trx, {
    list_id: id,
    version,
    actor,
    created_at: iso,
    changed: changed.length,
    kept,
    undoes,
    rows_id: null,
  })
  await updatePriceList(trx, id, { version, row_count: count, changed_at: iso })
  return { version, changed: changed.length, kept }
}
