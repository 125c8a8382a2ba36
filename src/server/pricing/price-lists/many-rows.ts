import { setImmediate as turn } from 'node:timers/promises'
import { maxPriceRows } from '../../../domain/lists/price-list-rows.ts'
import { slices } from '../../platform/db/bulk.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { newId } from '../../platform/ids.ts'
import type { Shop } from '../../platform/shop.ts'
import { clearLeftovers } from './clear-leftovers.ts'
import { lockedPriceList } from './edit-price-lists.ts'
import { giveUpLeftovers, renewLeftovers, recordLeftovers, claimLeftovers } from './leftover-queries.ts'
import { pauseBetween } from './portions.ts'
import { PriceListError } from './price-list-error.ts'
import { priceListById, rowsIdOf, updatePriceList, type PriceList } from './price-list-queries.ts'
import {
  firstRow,
  insertChange,
  recordChangedRows,
  putRows,
  rowsAfter,
  type ChangedRow,
  type StoredPrice,
} from './row-queries.ts'
import { differences, keyOf, type Stored, type Wanted } from './wanted-rows.ts'

export type PriceServices = Pick<Shop, 'db' | 'now'>
/** Runs the transaction that changes a list, with what its caller adds to it. */
export type Commit = <Result>(work: (services: PriceServices) => Promise<Result>) => Promise<Result>
/** What a change did: the version that it made, how many rows it changed, and how many an undo left alone. */
export type RowsChanged = { readonly version: number; readonly changed: number; readonly kept: number }
/** What should become of a list, in portions; `kept` counts the rows that an undo leaves alone. */
type Plan = (list: PriceList, stored: Stored) => Promise<{ wanted: readonly Wanted[]; kept: number }>
type Change = { readonly actor: string; readonly undoes: number | null; readonly plan: Plan }
/** Rows that stand beside those of the list, whose `version` they were made from. */
type Staged = {
  readonly rowsId: string
  readonly version: number
  readonly changed: number
  readonly count: number
  readonly kept: number
}

/** On SQLite, reading or writing so many takes some milliseconds, in which nobody else is answered. */
const rowsOfTurn = 250
/** A list that others change all the time is given up. */
const maxAttempts = 3

/**
 * Changes many rows of a list, all or none: the rows that it will have are written in portions beside those that it
 * has, and a short transaction makes them its rows. If somebody changed the list meanwhile, it begins anew. Throws
 * PriceListError.
 */
export async function changeManyRows(services: PriceServices, id: string, change: Change, commit: Commit) {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const staged = await stageRows(services, id, change.plan)
    try {
      const done = await commit(({ db, now }) =>
        db.transaction().execute((trx) => takeRows(trx, id, { ...change, staged, at: now() })),
      )
      if (done) return done
    } finally {
      // Without effect on rows that the list has taken.
      await giveUpLeftovers(services.db, staged.rowsId)
      await clearLeftovers(services.db, services.now().toISOString())
    }
  }
  throw new PriceListError('price_list_busy', 'Somebody else is changing the list.')
}

async function takeRows(
  trx: DatabaseTransaction,
  id: string,
  { staged, actor, undoes, at }: Omit<Change, 'plan'> & { staged: Staged; at: Date },
): Promise<RowsChanged | undefined> {
  const list = await lockedPriceList(trx, id)
  if (list.version !== staged.version || !(await claimLeftovers(trx, staged.rowsId))) return undefined
  const { rowsId, changed, kept, count } = staged
  const version = list.version + 1
  const iso = at.toISOString()
  await recordLeftovers(trx, [{ rows_id: rowsIdOf(list), part: 'rows', since: '' }])
  await insertChange(trx, {
    list_id: id,
    version,
    actor,
    created_at: iso,
    changed,
    kept,
    undoes,
    rows_id: rowsId,
  })
  await updatePriceList(trx, id, { version, row_count: count, changed_at: iso, rows_id: rowsId })
  return { version, changed, kept }
}

async function stageRows(services: PriceServices, id: string, plan: Plan): Promise<Staged> {
  const list = await priceListById(services.db, id)
  if (!list) throw new PriceListError('price_list_unknown', `There is no price list ${id}.`)
  const rows = await storedRows(services, rowsIdOf(list))
  const { wanted, kept } = await plan(list, rows)
  const changed: ChangedRow[] = []
  for await (const some of pauseBetween(slices(wanted, rowsOfTurn))) {
    const news = differences(rows, some)
    for (const row of news) {
      changed.push(row)
      if (row.after === null) rows.delete(keyOf(row))
      else rows.set(keyOf(row), { product_id: row.product_id, min_quantity: row.min_quantity, amount: row.after })
    }
  }
  if (changed.length === 0) throw new PriceListError('price_list_nothing_changed', 'No price would change.')
  if (rows.size > maxPriceRows)
    throw new PriceListError('price_list_full', `A list has at most ${maxPriceRows} prices.`, { most: maxPriceRows })
  const rowsId = newId(services.now().getTime())
  await writeStaged(services, rowsId, { version: list.version + 1, rows: [...rows.values()], changed })
  return { rowsId, version: list.version, changed: changed.length, count: rows.size, kept }
}

async function storedRows({ db }: PriceServices, rowsId: string): Promise<Map<string, StoredPrice>> {
  const stored = new Map<string, StoredPrice>()
  for (let after = firstRow; ;) {
    const rows = await rowsAfter(db, rowsId, after, rowsOfTurn)
    for (const row of rows) stored.set(keyOf(row), row)
    const last = rows.at(-1)
    if (!last || rows.length < rowsOfTurn) return stored
    after = { product: last.product_id, quantity: last.min_quantity }
    await turn()
  }
}

type Written = { version: number; rows: readonly StoredPrice[]; changed: readonly ChangedRow[] }

/** Notes first what would be left if this process ended, and with each portion that it goes on. */
async function writeStaged(
  services: PriceServices,
  rowsId: string,
  { version, rows, changed }: Written,
): Promise<void> {
  const { db, now } = services
  const since = now().toISOString()
  await db.transaction().execute((trx) =>
    recordLeftovers(trx, [
      { rows_id: rowsId, part: 'rows', since },
      { rows_id: rowsId, part: 'history', since },
    ]),
  )
  const write = (work: (trx: DatabaseTransaction) => Promise<void>) =>
    db.transaction().execute(async (trx) => {
      if (!(await renewLeftovers(trx, rowsId, now().toISOString())))
        throw new PriceListError('price_list_busy', 'The change took too long and was given up.')
      await work(trx)
    })
  for await (const some of pauseBetween(slices(rows, rowsOfTurn))) await write((trx) => putRows(trx, rowsId, some))
  for await (const some of pauseBetween(slices(changed, rowsOfTurn)))
    await write((trx) => recordChangedRows(trx, { historyId: rowsId, version }, some))
}
