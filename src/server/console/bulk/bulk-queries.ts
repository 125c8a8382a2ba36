import { sql } from 'kysely'
import { lockSubject } from '../../platform/db/locks/lock-subject.ts'
import type { Database, DatabaseTransaction, Queryable, Row } from '../../platform/db/tables.ts'

/** Rows of one statement, below the databases' bounds on values. */
const rowsAtOnce = 2_000

export type BulkRun = Row<'bulk_runs'>
export type BulkRow = Row<'bulk_rows'>

/**
 * Keeps a run with its rows, and returns it; undefined if it is there already, because its form was sent twice. Runs
 * are kept one after another, so that each finds those that were started before it.
 */
export async function insertRun(
  { db, now }: { db: Database; now: () => Date },
  started: Omit<BulkRun, 'created_at'>,
  rows: readonly BulkRow[],
): Promise<BulkRun | undefined> {
  return db.transaction().execute(async (trx) => {
    await lockSubject(trx, 'bulk_runs', '')
    const run = { ...started, created_at: await afterOpenRuns(trx, now()) }
    const kept = await trx
      .insertInto('bulk_runs')
      .values(run)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst()
    if (Number(kept.numInsertedOrUpdatedRows ?? 0) === 0) return undefined
    for (let at = 0; at < rows.length; at += rowsAtOnce)
      await trx
        .insertInto('bulk_rows')
        .values(rows.slice(at, at + rowsAtOnce))
        .execute()
    return run
  })
}

/** A moment after the start of every run that is not done, also where the clocks of two processes differ. */
async function afterOpenRuns(trx: DatabaseTransaction, now: Date): Promise<string> {
  const open = trx.selectFrom('bulk_runs').where('done_at', 'is', null)
  const { last } = await open.select(({ fn }) => fn.max('created_at').as('last')).executeTakeFirstOrThrow()
  return last === null ? now.toISOString() : new Date(Math.max(now.getTime(), Date.parse(last) + 1)).toISOString()
}

export async function runById(db: Queryable, id: string): Promise<BulkRun | undefined> {
  return db.selectFrom('bulk_runs').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The runs that are not done, oldest first. */
export async function openRuns(db: Queryable, limit: number): Promise<BulkRun[]> {
  return db
    .selectFrom('bulk_runs')
    .selectAll()
    .where('done_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/**
 * The records for which a run waits that was started before this one, with one of some operations: each with the first
 * such run.
 */
export async function waitingBefore(
  db: Queryable,
  { id, created_at: at }: BulkRun,
  operations: readonly string[],
): Promise<Map<string, string>> {
  if (operations.length === 0) return new Map()
  const rows = await db
    .selectFrom('bulk_runs as run')
    .innerJoin('bulk_rows as row', 'row.run_id', 'run.id')
    .select(['row.subject_id', 'run.id'])
    .where('run.done_at', 'is', null)
    .where('run.operation', 'in', operations)
    .where((of) =>
      of.or([of('run.created_at', '<', at), of.and([of('run.created_at', '=', at), of('run.id', '<', id)])]),
    )
    .where('row.state', '=', 'waiting')
    .orderBy('run.created_at', 'desc')
    .orderBy('run.id', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.subject_id, row.id]))
}

/** The rows of a run that nobody has ended, in their order. */
export async function waitingRows(db: Queryable, runId: string): Promise<BulkRow[]> {
  return db
    .selectFrom('bulk_rows')
    .selectAll()
    .where('run_id', '=', runId)
    .where('state', '=', 'waiting')
    .orderBy('position')
    .execute()
}

/** The first rows of a run in their order, those that were refused before the others. */
export async function rowsOfRun(db: Queryable, runId: string, max: number): Promise<BulkRow[]> {
  return db
    .selectFrom('bulk_rows')
    .selectAll()
    .where('run_id', '=', runId)
    .orderBy(sql`case when state = 'refused' then 0 else 1 end`)
    .orderBy('position')
    .limit(max)
    .execute()
}

/** How many rows of a run are at each state. */
export async function countStates(db: Queryable, runId: string): Promise<Record<BulkRow['state'], number>> {
  const counted = await db
    .selectFrom('bulk_rows')
    .select(['state', (eb) => eb.fn.countAll().as('count')])
    .where('run_id', '=', runId)
    .groupBy('state')
    .execute()
  const of = (state: BulkRow['state']) => Number(counted.find((each) => each.state === state)?.count ?? 0)
  return { waiting: of('waiting'), done: of('done'), refused: of('refused') }
}

/** Ends a row that waits; false if it waits no longer, because somebody else has ended it. */
export async function endRow(
  db: Queryable | DatabaseTransaction,
  { run_id: runId, position }: Pick<BulkRow, 'run_id' | 'position'>,
  end: Pick<BulkRow, 'state' | 'fault'>,
): Promise<boolean> {
  const ended = await db
    .updateTable('bulk_rows')
    .set(end)
    .where('run_id', '=', runId)
    .where('position', '=', position)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return Number(ended.numUpdatedRows) > 0
}

/** Closes a run none of whose rows waits. */
export async function closeRun(db: Queryable, id: string, at: string): Promise<void> {
  await db
    .updateTable('bulk_runs')
    .set({ done_at: at })
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .where((run) =>
      run.not(
        run.exists(
          run
            .selectFrom('bulk_rows')
            .select('position')
            .whereRef('bulk_rows.run_id', '=', 'bulk_runs.id')
            .where('state', '=', 'waiting'),
        ),
      ),
    )
    .execute()
}

/** Forgets runs that ended before a moment. */
export async function forgetRuns(db: Database, before: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const old = trx.selectFrom('bulk_runs').select('id').where('done_at', '<', before)
    await trx.deleteFrom('bulk_rows').where('run_id', 'in', old).execute()
    await trx.deleteFrom('bulk_runs').where('done_at', '<', before).execute()
  })
}
