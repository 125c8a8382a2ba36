import { kindOf } from '../../../platform/db/kind-of.ts'
import type { DatabaseTransaction, Queryable, Row } from '../../../platform/db/tables.ts'

/** The sizes of documents in bytes. */
export async function documentSizes(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('document_files').select(['id', 'bytes']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, bytes }) => [id, bytes]))
}

const tables = { picture: 'pictures', document: 'document_files' } as const satisfies Record<
  Row<'unused_files'>['kind'],
  string
>

/** Which of these files the shop still has; they are kept from being deleted until the transaction ends. */
export async function keepKnownFiles(
  trx: DatabaseTransaction,
  kind: keyof typeof tables,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const query = trx.selectFrom(tables[kind]).select('id').where('id', 'in', ids).orderBy('id')
  const rows = await (kindOf(trx) === 'sqlite' ? query : query.forShare()).execute()
  await trx.deleteFrom('unused_files').where('kind', '=', kind).where('id', 'in', ids).execute()
  return new Set(rows.map(({ id }) => id))
}
