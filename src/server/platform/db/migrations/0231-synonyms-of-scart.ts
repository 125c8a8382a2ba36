import type { Kysely } from 'kysely'

/**
 * Says what SCART is called elsewhere, so that a search knows the word: what has a synonym is never corrected, and
 * "scart kabel" asks for no black cable ("svart").
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const words = ['peritel', 'euroconnector']
  await (db as Kysely<{ search_synonyms: { phrase: string; word: string } }>)
    .insertInto('search_synonyms')
    .values(words.map((word) => ({ phrase: 'scart', word })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
