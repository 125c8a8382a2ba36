import type { Queryable } from '../../../platform/db/tables.ts'

/** The sizes of documents in bytes. */
export async function documentSizes(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('document_files').select(['id', 'bytes']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, bytes }) => [id, bytes]))
}
