import { sql } from 'kysely'
import { kindOf } from '../../platform/db/kind-of.ts'
import { lowerCase } from '../../platform/db/statements/lower-case.ts'
import type { DatabaseTransaction, Queryable, Row } from '../../platform/db/tables.ts'

export type LibraryRow = Row<'library_pictures'>

/** A picture by the id that its page has. */
export async function libraryRow(db: Queryable, id: string): Promise<LibraryRow | undefined> {
  return db.selectFrom('library_pictures').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The same, kept from being changed or used by others until the transaction ends. */
export async function lockLibraryRow(trx: DatabaseTransaction, id: string): Promise<LibraryRow | undefined> {
  const query = trx.selectFrom('library_pictures').selectAll().where('id', '=', id)
  return (kindOf(trx) === 'sqlite' ? query : query.forUpdate()).executeTakeFirst()
}

/** The picture that shows a file; a file is in the library once. */
export async function libraryRowOf(db: Queryable, pictureId: string): Promise<LibraryRow | undefined> {
  return db.selectFrom('library_pictures').selectAll().where('picture_id', '=', pictureId).executeTakeFirst()
}

export async function insertLibraryRow(trx: DatabaseTransaction, row: LibraryRow): Promise<void> {
  await trx.insertInto('library_pictures').values(row).execute()
}

export async function updateLibraryRow(trx: DatabaseTransaction, { id, ...values }: LibraryRow): Promise<void> {
  await trx.updateTable('library_pictures').set(values).where('id', '=', id).execute()
}

export async function deleteLibraryRow(trx: DatabaseTransaction, id: string): Promise<void> {
  await trx.deleteFrom('library_pictures').where('id', '=', id).execute()
}

/** Pictures with a text in their name or descriptions, the newest first. */
export async function libraryPicturesNamed(db: Queryable, text: string, max: number): Promise<LibraryRow[]> {
  const query = db.selectFrom('library_pictures').selectAll()
  return (text === '' ? query : query.where(hasText(text)))
    .orderBy('added_at', 'desc')
    .orderBy('id', 'desc')
    .limit(max)
    .execute()
}

/** Whether a picture's name or descriptions contain a text. */
export function hasText(text: string) {
  const pattern = `%${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return sql<boolean>`${lowerCase(sql`(name || ' ' || alt_en || ' ' || alt_sv)`)} like ${pattern} escape '\\'`
}
