import { textsInJson } from '../../platform/db/bulk.ts'
import { kindOf } from '../../platform/db/kind-of.ts'
import { compileOnce } from '../../platform/db/statements/compile-once.ts'
import type { Database, Queryable } from '../../platform/db/tables.ts'

/** Reads the words that these folded phrases also mean. */
export function synonymsOf(db: Database, phrases: readonly string[]) {
  return synonyms(db, JSON.stringify(phrases)).execute()
}

const synonyms = compileOnce((db, phrases: string) =>
  db
    .selectFrom('search_synonyms')
    .select(['phrase', 'word'])
    .where('phrase', 'in', textsInJson(kindOf(db), phrases))
    .orderBy('word'),
)

/** Reads the phrases of one word that begin with this text. */
export async function phrasesBeginning(db: Database, start: string): Promise<string[]> {
  const rows = await db
    .selectFrom('search_synonyms')
    .select('phrase')
    .distinct()
    .where('phrase', 'like', `${start}%`)
    .where('phrase', 'not like', '% %')
    .orderBy('phrase')
    .execute()
  return rows.map(({ phrase }) => phrase)
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
