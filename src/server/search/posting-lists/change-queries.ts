import { sql } from 'kysely'
import { batchQueries } from '../../platform/db/batch-queries.ts'
import type { DatabaseKind } from '../../platform/db/connect.ts'
import { compileOnce } from '../../platform/db/statements/compile-once.ts'
import { newestInvalidation } from '../../platform/db/statements/invalidation-queries.ts'
import type { Database, DatabaseTransaction } from '../../platform/db/tables.ts'
import { docsInJson } from '../engines/docs-in-json.ts'

/** Changes that are kept; who has not seen the oldest of them reads everything again. */
const keptChanges = 500
/** Documents that one change names; of more it tells only that there were many. */
const maxNamed = 200

/**
 * Notes that documents with these `seq` were written or removed. The caller holds the lock of the index, so that a
 * later change has a higher id.
 */
export async function recordSearchChange(trx: DatabaseTransaction, seqs: readonly number[]): Promise<void> {
  if (seqs.length === 0) return
  const numbers = seqs.length > maxNamed ? '' : seqs.join(' ')
  await sql`insert into search_changes (id, numbers)
    select coalesce(max(id), 0) + 1, cast(${numbers} as text) from search_changes`.execute(trx)
  await sql`delete from search_changes
    where id <= (select max(id) from search_changes) - ${sql.lit(keptChanges)}`.execute(trx)
}

/** Reads the id of the newest change, 0 without one. */
export async function newestChange(db: Database): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`select max(id) as id from search_changes`.execute(db)
  return Number(rows[0]?.id ?? 0)
}

/** Reads the changes after one, oldest first; `numbers` are separated by spaces, and empty where there are too many. */
export async function changesAfter(db: Database, id: number) {
  return changes(db, String(id)).execute()
}

const changes = compileOnce((db, id: string) =>
  db
    .selectFrom('search_changes')
    .select(['id', 'numbers'])
    .where('id', '>', sql<number>`cast(${id} as bigint)`)
    .orderBy('id'),
)

/** The newest change, mostly a known one. PostgreSQL plans the statement for those after a number anew each time. */
const newest = compileOnce((db) =>
  db.selectFrom('search_changes').select(['id', 'numbers']).orderBy('id', 'desc').limit(1),
)

/** Reads the same, and the number of the newest change of what lists keep in memory. */
export async function newsAfter(db: Database, id: number) {
  const [[last], [ofLists]] = await batchQueries(db, newest(db), newestInvalidation(db))
  const isKnown = last === undefined || last.id <= id
  return { changes: isKnown ? [] : await changesAfter(db, id), newestOfLists: ofLists?.seq ?? 0 }
}

/** Reads the highest `seq` of a document, 0 without one. */
export async function highestNumber(db: Database): Promise<number> {
  const row = await db
    .selectFrom('search_documents')
    .select((each) => each.fn.max('seq').as('seq'))
    .executeTakeFirst()
  return Number(row?.seq ?? 0)
}

/** Reads the numbers of documents in their order, at most `limit` after one. */
export async function docsAfter(db: Database, kind: DatabaseKind, doc: number, limit: number): Promise<number[]> {
  const list = sql.raw(kind === 'sqlite' ? 'json_group_array' : 'json_agg')
  const { rows } = await sql<{ docs: string | null }>`select cast(${list}(doc) as text) as docs from
    (select doc from search_documents where doc > ${doc} order by doc limit ${sql.lit(limit)}) as next`.execute(db)
  const docs: number[] = JSON.parse(rows[0]?.docs ?? '[]')
  return docs
}

/** Reads the documents with these `seq`, as many as there still are. */
export function documentsWith(db: Database, kind: DatabaseKind, seqs: readonly number[]) {
  return db
    .selectFrom('search_documents')
    .select(['doc', 'seq', 'product_id'])
    .where('seq', 'in', docsInJson(kind, JSON.stringify(seqs)))
    .execute()
}

type Change = Awaited<ReturnType<typeof changesAfter>>[number]

/** The documents that changes name; undefined where they are more than `most`. */
export function namedIn(changes: readonly Change[], most = maxNamed): number[] | undefined {
  if (changes.some(({ numbers }) => numbers === '')) return undefined
  const seqs = new Set(changes.flatMap(({ numbers }) => numbers.split(' ').map(Number)))
  return seqs.size > most ? undefined : [...seqs]
}

/** Tells whether a file with lists belongs to this database. */
export async function isNamed(db: Database, token: string): Promise<boolean> {
  const row = await db.selectFrom('search_lists').select('token').where('token', '=', token).executeTakeFirst()
  return row !== undefined
}
