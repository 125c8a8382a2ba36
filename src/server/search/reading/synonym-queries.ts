import { textList } from '../../platform/db/bulk.ts'
import type { DatabaseKind } from '../../platform/db/connect.ts'
import type { Database, Queryable } from '../../platform/db/tables.ts'

/** Reads the words that these folded phrases also mean. */
export function synonymsOf(db: Database, kind: DatabaseKind, phrases: readonly string[]) {
  return db
    .selectFrom('search_synonyms')
    .select(['phrase', 'word'])
    .where('phrase', 'in', textList(kind, phrases))
    .orderBy('word')
    .execute()
}

/** The words that one folded phrase also means. */
export async function meaningsOf(db: Queryable, phrase: string): Promise<string[]> {
  const rows = await db
    .selectFrom('search_synonyms')
    .select('word')
    .where('phrase', '=', phrase)
    .orderBy('word')
    .execute()
  return rows.map(({ word }) => word)
}

/** All synonyms by phrase. */
export function allSynonyms(db: Queryable) {
  return db.selectFrom('search_synonyms').select(['phrase', 'word']).orderBy('phrase').orderBy('word').execute()
}

/** Adds words that a folded phrase also means; known ones stay. */
export async function addSynonyms(db: Database, phrase: string, words: readonly string[]): Promise<void> {
  await db
    .insertInto('search_synonyms')
    .values(words.map((word) => ({ phrase, word })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Removes a phrase, or only some of its words. @returns how many words were removed. */
export async function removeSynonyms(db: Database, phrase: string, words: readonly string[]): Promise<number> {
  const all = db.deleteFrom('search_synonyms').where('phrase', '=', phrase)
  const result = await (words.length === 0 ? all : all.where('word', 'in', words)).executeTakeFirst()
  return Number(result.numDeletedRows)
}
