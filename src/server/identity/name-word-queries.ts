import { nameWords } from '../../domain/visitors/name-words.ts'
import type { Queryable } from '../platform/db/tables.ts'

export type NamedKind = 'customer' | 'organization'

/** Keeps the words of a name, by which staff find it; those of an earlier name are forgotten. */
export async function storeNameWords(db: Queryable, kind: NamedKind, id: string, name: string): Promise<void> {
  await deleteNameWords(db, kind, id)
  const rows = nameWords(name).map((word) => ({ kind, word, subject_id: id }))
  if (rows.length > 0)
    await db
      .insertInto('name_words')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

export async function deleteNameWords(db: Queryable, kind: NamedKind, id: string): Promise<void> {
  await db.deleteFrom('name_words').where('kind', '=', kind).where('subject_id', '=', id).execute()
}
