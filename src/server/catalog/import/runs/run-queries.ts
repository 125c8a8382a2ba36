import type { Database, NewRow, Queryable, Row } from '../../../platform/db/tables.ts'
import type { ImportTask } from '../../../platform/db/tables/import-tables.ts'

export type ImportRow = Row<'import_runs'>

/** How often a task is begun again after its process was killed. */
const maxTries = 2

export async function importById(db: Queryable, id: string): Promise<ImportRow | undefined> {
  return db.selectFrom('import_runs').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function insertImportRow(db: Queryable, row: NewRow<'import_runs'>): Promise<void> {
  await db.insertInto('import_runs').values(row).execute()
}

/** Uploads that nobody has imported or removed. */
export async function countDrafts(db: Queryable): Promise<number> {
  const { count } = await db
    .selectFrom('import_runs')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('state', '=', 'draft')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Changes an import that nobody works on and that is still as somebody saw it; tells whether it was. */
export async function changeImport(
  db: Queryable,
  { id, version }: Pick<ImportRow, 'id' | 'version'>,
  values: Partial<Omit<ImportRow, 'id' | 'version'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('import_runs')
    .set({ ...values, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('task', '=', '')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Removes an upload that is still as somebody saw it, with what was found in it. */
export async function removeImport(
  db: Queryable,
  { id, version }: Pick<ImportRow, 'id' | 'version'>,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('import_runs')
    .where('id', '=', id)
    .where('version', '=', version)
    .where('state', '<>', 'imported')
    .where('task', '=', '')
    .executeTakeFirst()
  return numDeletedRows === 1n
}

type Waiting = { now: string; tasks: readonly ImportTask[]; limit: number }

/** Imports with one of these tasks that no process works on, the oldest first. */
export async function waitingImports(db: Queryable, { now, tasks, limit }: Waiting): Promise<ImportRow[]> {
  return db
    .selectFrom('import_runs')
    .selectAll()
    .where('task', 'in', tasks)
    .where('leased_until', '<=', now)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Takes a task, so that no other process carries it out until `until`; false when another one has it. */
export async function leaseImport(
  db: Queryable,
  { id, task, lease, tries }: Pick<ImportRow, 'id' | 'task' | 'lease' | 'tries'>,
  next: { lease: string; now: string; until: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('import_runs')
    .set({ lease: next.lease, leased_until: next.until, tries: tries + 1 })
    .where('id', '=', id)
    .where('task', '=', task)
    .where('lease', '=', lease)
    .where('leased_until', '<=', next.now)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Whether a task that was interrupted is not begun again. */
export const isGivenUp = ({ tries }: Pick<ImportRow, 'tries'>): boolean => tries >= maxTries

export async function prolongImport(db: Queryable, lease: string, until: string): Promise<void> {
  await db.updateTable('import_runs').set({ leased_until: until }).where('lease', '=', lease).executeTakeFirst()
}

/** Notes how far a task is, without a new version: nothing that people change. */
export async function recordProgress(
  db: Queryable,
  id: string,
  progress: Pick<ImportRow, 'phase' | 'done' | 'total'>,
): Promise<void> {
  await db.updateTable('import_runs').set(progress).where('id', '=', id).execute()
}

/** Ends a task with what came of it; the lease goes with it. Nothing where another process has taken it. */
export async function endTask(
  db: Queryable,
  { id, lease }: Pick<ImportRow, 'id' | 'lease'>,
  values: Partial<Omit<ImportRow, 'id' | 'task' | 'lease'>>,
): Promise<boolean> {
  const nothing: ImportTask = ''
  const { numUpdatedRows } = await db
    .updateTable('import_runs')
    .set((row) => ({
      phase: '',
      done: 0,
      total: 0,
      tries: 0,
      ...values,
      task: nothing,
      lease: '',
      leased_until: '',
      version: row('version', '+', 1),
    }))
    .where('id', '=', id)
    .where('lease', '=', lease)
    .where('task', '<>', '')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Notes the journal's number of an import, in the transaction that begins it. */
export async function recordJournal(db: Queryable, id: string, run: number): Promise<void> {
  await db.updateTable('import_runs').set({ run }).where('id', '=', id).execute()
}

/** Uploads that were made before a moment and never imported. */
export async function oldDrafts(db: Database, before: string, limit: number): Promise<ImportRow[]> {
  return db
    .selectFrom('import_runs')
    .selectAll()
    .where('state', '<>', 'imported')
    .where('created_at', '<', before)
    .where('task', '=', '')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Tells whether a process works on one of these tasks of another import. */
export async function isOtherTaskRunning(db: Queryable, id: string, { now, tasks }: Omit<Waiting, 'limit'>) {
  const other = db.selectFrom('import_runs').select('id').where('id', '<>', id).where('task', 'in', tasks)
  return (await other.where('leased_until', '>', now).limit(1).executeTakeFirst()) !== undefined
}
