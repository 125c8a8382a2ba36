import { newId } from '../../platform/ids.ts'
import type { Shop } from '../shop.ts'
import { deleteNote, insertNote, notesAbout, type NoteSubject } from './staff-note-queries.ts'

/** As many notes as a record can have. */
const maxNotes = 200

export type StaffNote = { author: string; text: string }
type Services = Pick<Shop, 'db' | 'now'>
type Fault = 'required' | 'too_many' | 'unknown'

/** Writes a note about a customer or an organization; returns why not where it cannot. */
export async function addNote(
  { db, now }: Services,
  subject: NoteSubject,
  { author, text }: StaffNote,
): Promise<Fault | null> {
  if (text === '') return 'required'
  return db.transaction().execute(async (trx) => {
    if ((await notesAbout(trx, subject)).length >= maxNotes) return 'too_many'
    const at = now()
    const row = { id: newId(at.getTime()), subject_kind: subject.kind, subject_id: subject.id }
    await insertNote(trx, { ...row, at: at.toISOString(), author, text })
    return null
  })
}

/** Deletes a note of the record; returns `unknown` where it has no such note. */
export async function removeNote({ db }: Services, subject: NoteSubject, note: string): Promise<Fault | null> {
  const isGone = await db.transaction().execute((trx) => deleteNote(trx, subject, note))
  return isGone ? null : 'unknown'
}
