import type { RunOperation } from '../../../contracts/console/bulk.ts'
import { dayMs } from '../../../domain/durations.ts'
import type { Shop } from '../../ordering/shop.ts'
import type { Actor } from '../../platform/audit/audit.ts'
import type { DatabaseTransaction, Queryable } from '../../platform/db/tables.ts'
import { newId } from '../../platform/ids.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError, refusalOf } from '../frame/console-error.ts'
import {
  closeRun,
  endRow,
  forgetRuns,
  insertRun,
  waitingRows,
  waitingBefore,
  type BulkRow,
  type BulkRun,
} from './bulk-queries.ts'

const maxRows = 10_000
/** How long a process works at a run before it looks at the others. */
export const turnMs = 20_000
/** How long the request that starts a run works at it; the job does the rest. */
const firstMs = 1_500
const retentionMs = 90 * dayMs

export type BulkTask = {
  readonly row: BulkRow
  readonly actor: Actor
  /** What the person wrote for all records of the run. */
  readonly note: string
  /** Ends the row in the operation's own transaction; throws if it was ended before. Run it first. */
  readonly take: (trx: DatabaseTransaction) => Promise<void>
}

/** What is done with each record of a run, in a transaction of its own. */
export type BulkOperation = (shop: Shop, task: BulkTask) => Promise<void>
type Subject = { readonly id: string; readonly label: string }
type RunInput = { operation: RunOperation; key: string; subjects: readonly Subject[]; note?: string }

/** Operations that write the same field of a record. */
const sameField: readonly (readonly RunOperation[])[] = [
  ['products.publish', 'products.hide'],
  ['products.vat'],
  ['orders.hold', 'orders.release'],
  ['orders.label', 'orders.unlabel'],
]
const writingSame = (operation: string): readonly string[] =>
  sameField.find((group) => group.some((each) => each === operation)) ?? []

/** Somebody else has ended the row. */
class RowTaken extends Error {
  override readonly name = 'RowTaken'
}

/**
 * Starts an operation on many records and works at it for a moment. `key` is the form's: sent twice, it starts one run.
 * Returns the run's id.
 */
export async function startRun(
  { shop, session, request }: ConsoleContext,
  { operation, key, subjects, note = '' }: RunInput,
  carryOut: BulkOperation,
): Promise<string> {
  if (subjects.length === 0) throw new ConsoleError('nothing_chosen')
  if (subjects.length > maxRows) throw new ConsoleError('too_many')
  const at = shop.now()
  const { staffId, name, address } = session.actor
  const started: Omit<BulkRun, 'created_at'> = {
    id: /^[\w-]{20,60}$/.test(key) ? `${session.staff.id}.${key}` : newId(at.getTime()),
    staff_id: staffId ?? '',
    actor: name,
    address,
    operation,
    back: (request.url.pathname + request.url.search).slice(0, 1_000),
    note,
    done_at: null,
  }
  const rows = subjects.map(({ id, label }, position): BulkRow => ({
    run_id: started.id,
    position,
    subject_id: id,
    subject: label,
    state: 'waiting',
    fault: '',
  }))
  await forgetRuns(shop.db, new Date(at.getTime() - retentionMs).toISOString())
  const run = await insertRun(shop, started, rows)
  if (run) await carryOutRun(shop, run, carryOut, performance.now() + firstMs)
  return started.id
}

/**
 * Works at a run until it is done, or until a moment of `performance.now`. Each row ends in the transaction of its
 * operation, so that it is done once, also by two processes at once or after one that was killed. What was started last
 * counts: a run waits for an earlier one that writes the same of its records.
 */
export async function carryOutRun(shop: Shop, run: BulkRun, carryOut: BulkOperation, until = Infinity): Promise<void> {
  const rows = await waitingRows(shop.db, run.id)
  if ((await blockedBy(shop.db, run, rows)) !== undefined) return
  for (const row of rows) {
    if (performance.now() > until) return
    await carryOutRow(shop, run, row, carryOut)
  }
  await closeRun(shop.db, run.id, shop.now().toISOString())
}

/** The earlier run that a run waits for, with those of its rows that wait. */
export async function blockedBy(db: Queryable, run: BulkRun, rows: readonly BulkRow[]): Promise<string | undefined> {
  const earlier = await waitingBefore(db, run, writingSame(run.operation))
  const shared = rows.find((row) => earlier.has(row.subject_id))
  return shared && earlier.get(shared.subject_id)
}

async function carryOutRow(shop: Shop, run: BulkRun, row: BulkRow, carryOut: BulkOperation): Promise<void> {
  const actor = { staffId: run.staff_id || null, name: run.actor, address: run.address }
  const take = async (trx: DatabaseTransaction) => {
    if (!(await endRow(trx, row, { state: 'done', fault: '' }))) throw new RowTaken()
  }
  try {
    await carryOut(shop, { row, actor, take, note: run.note })
  } catch (error) {
    if (error instanceof RowTaken) return
    const fault = refusalOf(error)
    if (fault === undefined) shop.log.error({ err: error, run: run.id, subject: row.subject }, 'a row was not done')
    await endRow(shop.db, row, { state: 'refused', fault: fault ?? 'not_carried_out' })
  }
}
