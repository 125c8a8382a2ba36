import { insertRows, textList } from '../db/bulk.ts'
import type { DatabaseKind } from '../db/connect.ts'
import type { Database } from '../db/tables.ts'
import { isPlainWord } from './words.ts'

const shortestEnding = 4
const shortestHead = 2
const shortestCorrected = 4

/** Adds words that are new; words that no product has any more stay, and find nothing. */
export async function learnWords(db: Database, kind: DatabaseKind, words: Iterable<string>): Promise<void> {
  const plain = [...new Set(words)].filter(isPlainWord)
  const rows = await db.selectFrom('search_vocabulary').select('word').where('word', 'in', textList(kind, plain)).execute()
  const known = new Set(rows.map((row) => row.word))
  const news = plain.filter((word) => !known.has(word)).sort()
  const once = 'on conflict do nothing'
  await insertRows(db, kind, 'search_vocabulary', news.map((word) => ({ word })), once)
  await insertRows(db, kind, 'search_word_endings', news.flatMap((word) => endings(word).map((ending) => ({ ending, word }))), once)
  await insertRows(db, kind, 'search_misspellings', news.flatMap((word) => shortened(word).map((form) => ({ form, word }))), once)
}

function endings(word: string): string[] {
  const count = Math.max(0, word.length - shortestEnding - shortestHead + 1)
  return Array.from({ length: count }, (_, at) => word.slice(at + shortestHead))
}

/** The word with each of its letters left out once. */
export function shortened(word: string): string[] {
  if (word.length < shortestCorrected) return []
  return [...new Set(Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1)))]
}
