import { sql } from 'kysely'
import type { DatabaseKind } from '../../../platform/db/connect.ts'
import { homeNow } from '../../../platform/db/home-queries.ts'
import type { Database, DatabaseTransaction, NewRow, Queryable, Row } from '../../../platform/db/tables.ts'
import type { ImportState } from '../../../platform/db/tables/import-tables.ts'
import { lockedStock } from '../supply/offer-queries.ts'

export type StoredImport = Row<'catalog_imports'>
type Counts = Pick<StoredImport, 'created' | 'changed' | 'kept'>

/** Steps that are forgotten in one turn of the job. */
const deletedAtOnce = 200

const columns = [
  'number',
  'run',
  'title',
  'state',
  'owner',
  'changed_at',
  'started_at',
  'beat_at',
  'ended_at',
  'created',
  'changed',
  'kept',
] as const satisfies readonly (keyof StoredImport)[]

/** Reads imports that a process works on, or that a killed process left. */
export function openImports(db: Queryable): Promise<StoredImport[]> {
  return db
    .selectFrom('catalog_imports')
    .select(columns)
    .where('state', 'in', ['writing', 'undoing'])
    .orderBy('number', 'desc')
    .execute()
}

/** Reads the newest imports. */
export function newestImports(db: Queryable, limit: number): Promise<StoredImport[]> {
  return db.selectFrom('catalog_imports').select(columns).orderBy('number', 'desc').limit(limit).execute()
}

/** Reads the imports of a command, newest first. */
export function importsOfRun(db: Queryable, run: number): Promise<StoredImport[]> {
  return db.selectFrom('catalog_imports').select(columns).where('run', '=', run).orderBy('number', 'desc').execute()
}

/**
 * Reads a mark that differs after anything was imported or taken back, somebody arranged the categories anew, or the
 * shop moved to another country.
 */
export async function importMark(db: Queryable): Promise<string> {
  const { last, at } = await db
    .selectFrom('catalog_imports')
    .select(({ fn }) => [fn.max('number').as('last'), fn.max('beat_at').as('at')])
    .executeTakeFirstOrThrow()
  const { country, currency } = await homeNow(db)
  return `${last} ${at} ${country} ${currency} ${await treeMark(db)}`
}

const treeKey = 'category-tree'

async function treeMark(db: Queryable): Promise<string> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', treeKey).executeTakeFirst()
  return row?.value ?? ''
}

/** Notes that categories were arranged anew, so that an import which has read them before reads them again. */
export async function markTree(trx: DatabaseTransaction, value: string): Promise<void> {
  await trx
    .insertInto('settings')
    .values({ key: treeKey, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

export async function lastNumber(db: Queryable): Promise<number> {
  const { last } = await db
    .selectFrom('catalog_imports')
    .select(({ fn }) => fn.max('number').as('last'))
    .executeTakeFirstOrThrow()
  return Number(last ?? 0)
}

/** Adds an import; its number is the lock against others that begin at the same time. */
export async function insertImport(trx: DatabaseTransaction, row: NewRow<'catalog_imports'>): Promise<boolean> {
  const { numInsertedOrUpdatedRows: added } = await trx
    .insertInto('catalog_imports')
    .values(row)
    .onConflict((conflict) => conflict.column('number').doNothing())
    .executeTakeFirst()
  return added === 1n
}

/** Takes over an import in a state from another process; @returns whether nobody else did. */
export async function claimImport(
  trx: DatabaseTransaction,
  { number, state, beat_at }: StoredImport,
  next: { state: ImportState; owner: string; at: string },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('catalog_imports')
    .set({ state: next.state, owner: next.owner, beat_at: next.at })
    .where('number', '=', number)
    .where('state', '=', state)
    .where('beat_at', '=', beat_at)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Notes that this process works on an import. Throws when another process, which found it silent, took it over. */
export async function renewHeartbeat(db: Queryable, number: number, owner: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('catalog_imports')
    .set({ beat_at: new Date().toISOString() })
    .where('number', '=', number)
    .where('owner', '=', owner)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new Error(`The import ${number} was taken over by another process.`)
}

/** Ends an import of this process. Throws when another process took it over. */
export async function endImport(
  trx: DatabaseTransaction,
  number: number,
  owner: string,
  end: Partial<Counts> & { state: ImportState },
): Promise<void> {
  await renewHeartbeat(trx, number, owner)
  const at = new Date().toISOString()
  await trx
    .updateTable('catalog_imports')
    .set({ ...end, beat_at: at, ended_at: at })
    .where('number', '=', number)
    .execute()
}

export async function addKept(db: Queryable, number: number, kept: number): Promise<void> {
  if (kept === 0) return
  await db
    .updateTable('catalog_imports')
    .set({ kept: sql<number>`kept + ${kept}` })
    .where('number', '=', number)
    .execute()
}

export async function insertStep(trx: DatabaseTransaction, row: NewRow<'catalog_import_steps'>): Promise<void> {
  await trx.insertInto('catalog_import_steps').values(row).execute()
}

/** Reads the last step of an import that is not undone yet. */
export function lastStep(db: Queryable, number: number): Promise<{ step: number; before: string } | undefined> {
  return db
    .selectFrom('catalog_import_steps')
    .select(['step', 'before'])
    .where('import', '=', number)
    .orderBy('step', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function countSteps(db: Queryable, number: number): Promise<number> {
  const { count } = await db
    .selectFrom('catalog_import_steps')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('import', '=', number)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function deleteStep(trx: Queryable, number: number, step: number): Promise<void> {
  await trx.deleteFrom('catalog_import_steps').where('import', '=', number).where('step', '=', step).execute()
}

/** Forgets what ended imports replaced before a moment, some steps at a time; they cannot be undone afterwards. */
export async function deleteOldSteps(db: Database, before: string): Promise<void> {
  const old = await db
    .selectFrom('catalog_import_steps as step')
    .innerJoin('catalog_imports as done', 'done.number', 'step.import')
    .select(['step.import', 'step.step'])
    .where('done.state', '=', 'done')
    .where('done.ended_at', '<', before)
    .orderBy('step.import')
    .orderBy('step.step')
    .limit(deletedAtOnce)
    .execute()
  for (const { import: number, step } of old) await deleteStep(db, number, step)
}

/**
 * Keeps orders from changing the stock of these products until the transaction ends, so that the units before and after
 * an import differ by the import alone; on SQLite nobody else writes meanwhile.
 */
export async function lockStock(trx: DatabaseTransaction, kind: DatabaseKind, ids: readonly string[]): Promise<void> {
  if (kind === 'postgres') await lockedStock(trx, kind, ids)
}
