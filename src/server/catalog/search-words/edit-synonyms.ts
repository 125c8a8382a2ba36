import type { DatabaseTransaction, Queryable } from '../../platform/db/tables.ts'
import type { Shop } from '../../platform/shop.ts'
import { isStopWord } from '../../search/reading/stop-words.ts'
import { addSynonyms, meaningsOf, removeSynonyms } from '../../search/reading/synonym-queries.ts'
import { foldedWords } from '../../search/words.ts'
import { CatalogError } from '../catalog-error.ts'
import { insertInvalidations } from '../change-queries.ts'
import { lockWords } from './word-queries.ts'

export type WordServices = Pick<Shop, 'db' | 'now'>
/** A folded phrase of one to three words, and the words that it also means. */
export type Synonym = { phrase: string; words: readonly string[] }

const maxPhraseLength = 3
const maxMeanings = 24

/** Folds a phrase as the search does: lower case, without diacritics. Throws CatalogError for more than three words. */
export function readPhrase(typed: string): string {
  const words = foldedWords(typed)
  if (words.length > 0 && words.length <= maxPhraseLength) return words.join(' ')
  throw new CatalogError('search_phrase', 'Say a phrase of one to three words.')
}

/**
 * A phrase as a search looks for it, without the words that say nothing of a part: "glas till surfplatta". Throws
 * CatalogError where one word is left of several: its meanings would count in all searches with that word, "skärm" for
 * "trasig skärm".
 */
export function searchedPhrase(phrase: string): string {
  const words = phrase.split(' ')
  const said = words.filter(isSaid)
  const [word = ''] = said
  if (said.length === 1 && words.length > 1)
    throw new CatalogError('search_one_word', `Of "${phrase}" a search reads "${word}" alone: say that word.`, { word })
  return (said.length === 0 ? words : said).join(' ')
}

/** The phrase under which meanings are stored: as it is, or as a search looks for it. */
export async function storedPhrase(db: Queryable, phrase: string): Promise<string> {
  const isPlain = (await meaningsOf(db, phrase)).length > 0 || phrase.split(' ').filter(isSaid).length < 2
  return isPlain ? phrase : searchedPhrase(phrase)
}

const isSaid = (word: string): boolean => !isStopWord(word)

/** Folds what a phrase also means. Throws CatalogError where one is no single word, or there are too many. */
export function readMeanings(typed: readonly string[]): string[] {
  const words = typed.map((each) => foldedWords(each))
  if (words.some((each) => each.length !== 1) || words.length > maxMeanings)
    throw new CatalogError('search_words', `Say single words, at most ${maxMeanings}.`, { most: maxMeanings })
  return [...new Set(words.flat())]
}

/** Adds meanings of a phrase to those that it has. */
export async function addMeanings({ db, now }: WordServices, { phrase, words }: Synonym): Promise<void> {
  if (words.length === 0) throw new CatalogError('search_meaning', 'Say at least one word that the phrase also means.')
  await db.transaction().execute(async (trx) => {
    await lockWords(trx)
    await addSynonyms(trx, searchedPhrase(phrase), words)
    await purgeSearches(trx, now())
  })
}

/** Makes these words all that a phrase also means. */
export async function setMeanings({ db, now }: WordServices, { phrase, words }: Synonym): Promise<void> {
  if (words.length === 0) throw new CatalogError('search_meaning', 'Say at least one word that the phrase also means.')
  await db.transaction().execute(async (trx) => {
    await lockWords(trx)
    const gone = (await meaningsOf(trx, phrase)).filter((word) => !words.includes(word))
    if (gone.length > 0) await removeSynonyms(trx, phrase, gone)
    await addSynonyms(trx, phrase, words)
    await purgeSearches(trx, now())
  })
}

/** Forgets a phrase, or only some of its words. @returns how many words were removed. */
export async function removeMeanings({ db, now }: WordServices, { phrase, words }: Synonym): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await lockWords(trx)
    const removed = await removeSynonyms(trx, await storedPhrase(trx, phrase), words)
    if (removed > 0) await purgeSearches(trx, now())
    return removed
  })
}

/** Purges the cached pages of search results, and no others. */
export function purgeSearches(trx: DatabaseTransaction, now: Date): Promise<void> {
  return insertInvalidations(trx, ['search'], now.toISOString())
}
