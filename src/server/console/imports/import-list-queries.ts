import { sql } from 'kysely'
import type { ListQuery } from '../../../contracts/console/lists.ts'
import { lowerCase } from '../../platform/db/statements/lower-case.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { countRows, pageByKey } from '../lists/list-queries.ts'

/** One page of all imports, newest first unless asked otherwise. `standing` counts files that were not taken back. */
export async function importListRows(db: Queryable, query: ListQuery, limit: number) {
  const { isDescending, cursor } = query
  const selected = filtered(db, query)
    .select(['r.id', 'r.file', 'r.origin', 'r.source', 'r.actor', 'r.created_at', 'r.state', 'r.task', 'r.is_checked'])
    .select(['r.rows', 'r.created', 'r.changed', 'r.unchanged', 'r.rejected', 'r.vanished', 'r.run', 'r.fault'])
    .select(standing.as('standing'))
  return pageByKey(selected, { sort: 'r.created_at', id: 'r.id', isDescending, cursor, limit })
}

export async function countImports(db: Queryable, query: ListQuery): Promise<number> {
  return countRows(db, filtered(db, query).select('r.id'))
}

const standing = sql<number>`(select count(*) from catalog_imports c where c.run = r.run and c.state <> 'undone')`

function filtered(db: Queryable, { search, filters }: ListQuery) {
  const { state, origin } = filters
  let query = db.selectFrom('import_runs as r')
  if (search !== '') {
    const like = `%${search.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
    const found = (column: string) => sql<boolean>`${lowerCase(sql.ref(column))} like ${like} escape '\\'`
    query = query.where(({ or }) => or([found('r.file'), found('r.actor'), found('r.source')]))
  }
  if (origin) query = query.where('r.origin', '=', origin as 'upload')
  if (state === 'working') query = query.where('r.task', '<>', '')
  else if (state === 'draft' || state === 'checked')
    query = query
      .where('r.state', '=', 'draft')
      .where('r.task', '=', '')
      .where('r.is_checked', '=', state === 'checked' ? 1 : 0)
  else if (state === 'refused') query = query.where('r.state', '=', 'refused')
  else if (state) {
    const isUndone = sql<boolean>`(r.run is not null and ${standing} = 0)`
    query = query.where('r.state', '=', 'imported').where('r.task', '=', '')
    query = query.where(state === 'undone' ? isUndone : sql<boolean>`not ${isUndone}`)
  }
  return query
}

/** How many files of an import were not taken back. */
export async function countUndoableFiles(db: Queryable, run: number): Promise<number> {
  const { count } = await db
    .selectFrom('catalog_imports')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('run', '=', run)
    .where('state', '<>', 'undone')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** How many products an import that was not taken back made, and how many it changed, hidden ones among them. */
export async function countWritten(db: Queryable, run: number): Promise<{ created: number; changed: number }> {
  const { created, changed } = await db
    .selectFrom('catalog_imports')
    .select(({ fn }) => [
      fn.sum<number | null>('created').as('created'),
      fn.sum<number | null>('changed').as('changed'),
    ])
    .where('run', '=', run)
    .where('state', '<>', 'undone')
    .executeTakeFirstOrThrow()
  return { created: Number(created ?? 0), changed: Number(changed ?? 0) }
}

/** Whether what an import replaced is still kept, so that it can be taken back. */
export async function hasSteps(db: Queryable, run: number): Promise<boolean> {
  const found = await db
    .selectFrom('catalog_imports as c')
    .innerJoin('catalog_import_steps as s', 's.import', 'c.number')
    .select('s.step')
    .where('c.run', '=', run)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** The article numbers of products that an import wrote and that were changed after it, of those that it lists. */
export async function skusChangedSince(db: Queryable, id: string, run: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('import_findings as f')
    .innerJoin('products as p', 'p.sku', 'f.sku')
    .select('p.sku')
    .distinct()
    .where('f.import_id', '=', id)
    .where('f.kind', 'in', ['created', 'changed'])
    .where('p.updated_at', 'not in', db.selectFrom('catalog_imports').select('changed_at').where('run', '=', run))
    .orderBy('p.sku')
    .limit(limit)
    .execute()
  return rows.map(({ sku }) => sku)
}

/** How many products are still as an import left them: those that taking it back changes. */
export async function countUnchangedSince(db: Queryable, run: number): Promise<number> {
  const { count } = await db
    .selectFrom('catalog_imports as c')
    .innerJoin('products as p', 'p.updated_at', 'c.changed_at')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('c.run', '=', run)
    .where('c.state', '<>', 'undone')
    .executeTakeFirstOrThrow()
  return Number(count)
}
