import type { DatabaseTransaction, NewRow, Queryable, Row } from '../../platform/db/tables.ts'

/** A customer or an organization that notes are about. */
export type NoteSubject = { readonly kind: 'customer' | 'organization'; readonly id: string }

/** The notes about a customer or an organization, newest first. */
export async function notesAbout(db: Queryable, { kind, id }: NoteSubject): Promise<Row<'staff_notes'>[]> {
  return db
    .selectFrom('staff_notes')
    .selectAll()
    .where('subject_kind', '=', kind)
    .where('subject_id', '=', id)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export async function insertNote(trx: DatabaseTransaction, note: NewRow<'staff_notes'>): Promise<void> {
  await trx.insertInto('staff_notes').values(note).execute()
}

/** Deletes one note; returns false where the record has no such note. */
export async function deleteNote(trx: DatabaseTransaction, { kind, id }: NoteSubject, note: string): Promise<boolean> {
  const result = await trx
    .deleteFrom('staff_notes')
    .where('id', '=', note)
    .where('subject_kind', '=', kind)
    .where('subject_id', '=', id)
    .executeTakeFirst()
  return result.numDeletedRows === 1n
}

export async function deleteNotesAbout(trx: DatabaseTransaction, { kind, id }: NoteSubject): Promise<void> {
  await trx.deleteFrom('staff_notes').where('subject_kind', '=', kind).where('subject_id', '=', id).execute()
}
