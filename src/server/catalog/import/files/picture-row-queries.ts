import { kindOf } from '../../../platform/db/kind-of.ts'
import type { DatabaseTransaction, NewRow, Row } from '../../../platform/db/tables.ts'
import { openImports } from '../journal/journal-queries.ts'

type FileKind = Row<'unused_files'>['kind']

/** Adds the row of a picture's files, which exist. */
export async function addPictureRow(trx: DatabaseTransaction, row: NewRow<'pictures'>): Promise<void> {
  await trx
    .insertInto('pictures')
    .values(row)
    .onConflict((on) => on.column('id').doNothing())
    .execute()
}

/** Like `addPictureRow`, for a document. */
export async function addDocumentRow(trx: DatabaseTransaction, row: NewRow<'document_files'>): Promise<void> {
  await trx
    .insertInto('document_files')
    .values(row)
    .onConflict((on) => on.column('id').doNothing())
    .execute()
}

/** Adds the row, and keeps it from being deleted until the transaction ends. */
export async function insertAndLockPicture(trx: DatabaseTransaction, row: NewRow<'pictures'>): Promise<void> {
  await addPictureRow(trx, row)
  const known = trx.selectFrom('pictures').select('id').where('id', '=', row.id)
  await (kindOf(trx) === 'sqlite' ? known : known.forShare()).execute()
  await unmarkUnused(trx, 'picture', row.id)
}

/** Like `insertAndLockPicture`, for a document. */
export async function insertAndLockDocument(trx: DatabaseTransaction, row: NewRow<'document_files'>): Promise<void> {
  await addDocumentRow(trx, row)
  const known = trx.selectFrom('document_files').select('id').where('id', '=', row.id)
  await (kindOf(trx) === 'sqlite' ? known : known.forShare()).execute()
  await unmarkUnused(trx, 'document', row.id)
}

/** Whether the files are being deleted at this moment: their row has gone, and the job that deletes them runs. */
export async function isBeingDeleted(trx: DatabaseTransaction, kind: FileKind, id: string): Promise<boolean> {
  const note = await trx
    .selectFrom('unused_files')
    .select('id')
    .where('kind', '=', kind)
    .where('id', '=', id)
    .where('is_gone', '=', 1)
    .executeTakeFirst()
  return note !== undefined && (await openImports(trx)).length > 0
}

async function unmarkUnused(trx: DatabaseTransaction, kind: FileKind, id: string): Promise<void> {
  await trx.deleteFrom('unused_files').where('kind', '=', kind).where('id', '=', id).execute()
}

const tables = { picture: 'pictures', document: 'document_files' } as const satisfies Record<FileKind, string>

/** Which of these files the shop still has; they are kept from being deleted until the transaction ends. */
export async function lockKnownFiles(
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
