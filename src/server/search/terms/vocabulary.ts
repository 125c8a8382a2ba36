import { insertRows, textList, textsInJson } from '../../platform/db/bulk.ts'
import type { DatabaseKind } from '../../platform/db/connect.ts'
import { kindOf } from '../../platform/db/kind-of.ts'
import { compileOnce } from '../../platform/db/statements/compile-once.ts'
import type { Database } from '../../platform/db/tables.ts'
import { isOfItsEnd } from '../reading/stems.ts'

const minEndingLength = 4
const minHeadLength = 2
const minCorrectedLength = 4
const longWord = 7
/** Rows read per query, which limits the time of one search. */
const considered = 600
const lastSign = '\u{10ffff}'

/** Adds new words, each of letters only. Words that no product has any more stay; they find nothing. */
export async function addToVocabulary(db: Database, kind: DatabaseKind, words: Iterable<string>): Promise<void> {
  const plain = [...words]
  const rows = await db
    .selectFrom('search_vocabulary')
    .select('word')
    .where('word', 'in', textList(kind, plain))
    .execute()
  const known = new Set(rows.map((row) => row.word))
  const news = plain.filter((word) => !known.has(word)).sort()
  const once = 'on conflict do nothing'
  await insertRows(
    db,
    kind,
    'search_vocabulary',
    news.map((word) => ({ word })),
    once,
  )
  await insertRows(
    db,
    kind,
    'search_word_endings',
    news.flatMap((word) => endings(word).map((ending) => ({ ending, word }))),
    once,
  )
  await insertRows(
    db,
    kind,
    'search_misspellings',
    news.flatMap((word) => shortened(word).map((form) => ({ form, word }))),
    once,
  )
}

function endings(word: string): string[] {
  const count = Math.max(0, word.length - minEndingLength - minHeadLength + 1)
  return Array.from({ length: count }, (_, at) => word.slice(at + minHeadLength))
}

/** Returns the word with each of its letters left out once. */
function shortened(word: string): string[] {
  if (word.length < minCorrectedLength) return []
  return [...new Set(Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1)))]
}

/** Reads words of the vocabulary that begin with this text, shortest first. */
export async function wordsBeginning(db: Database, start: string, limit: number): Promise<string[]> {
  return shortestFirst(await beginning(db, start, start + lastSign).execute(), limit)
}

const beginning = compileOnce((db, start: string, end: string) =>
  db
    .selectFrom('search_vocabulary')
    .select('word')
    .where('word', '>=', start)
    .where('word', '<', end)
    .orderBy('word')
    .limit(considered),
)

/** Reads compound words whose second part begins with this text: "batteri" is in "laptopbatterier". */
export async function compoundsWith(db: Database, part: string, limit: number): Promise<string[]> {
  if (part.length < minEndingLength) return []
  const found = await ending(db, part, part + lastSign).execute()
  return shortestFirst(
    found.filter(({ word }) => isOfItsEnd(word)),
    limit,
  )
}

const ending = compileOnce((db, start: string, end: string) =>
  db
    .selectFrom('search_word_endings')
    .select('word')
    .where('ending', '>=', start)
    .where('ending', '<', end)
    .orderBy('ending')
    .limit(considered),
)

/** Reads which of these words the vocabulary has. */
export async function knownWords(db: Database, words: readonly string[]): Promise<Set<string>> {
  const rows = await known(db, JSON.stringify(words)).execute()
  return new Set(rows.map((row) => row.word))
}

const known = compileOnce((db, words: string) =>
  db
    .selectFrom('search_vocabulary')
    .select('word')
    .where('word', 'in', textsInJson(kindOf(db), words)),
)

/**
 * Finds words with one typo: a letter added, missing, wrong or swapped with its neighbour, or "f" for "ph"; in long
 * words two.
 */
export async function corrections(db: Database, kind: DatabaseKind, word: string, limit: number): Promise<string[]> {
  if (word.length < minCorrectedLength) return []
  const forms = [word, ...shortened(word)]
  const longer = await db
    .selectFrom('search_misspellings')
    .select('word')
    .where('form', 'in', textList(kind, forms))
    .limit(considered)
    .execute()
  const sounding = soundingAlike(word)
  const candidates = [...(await knownWords(db, [...forms, ...sounding])), ...longer.map((row) => row.word)]
  const found = [...new Set(candidates)].filter(
    (candidate) => sounding.includes(candidate) || isLikely(word, candidate),
  )
  const likely = withLikelyStart(word, found)
  return likely.length > 0 ? likely.slice(0, limit) : correctedBeginnings(db, word, limit)
}

/**
 * Few misspell the first letter: "sreen" is "screen" where there is one, and "green" only elsewhere. Of four letters
 * another first one makes another word: "tyst" is no "myst".
 */
function withLikelyStart(word: string, found: readonly string[]): readonly string[] {
  const alike = found.filter((candidate) => candidate[0] === word[0])
  if (alike.length > 0) return alike
  return word.length > minCorrectedLength ? found : found.filter((candidate) => candidate.slice(1) !== word.slice(1))
}

/** Finds corrections for an incomplete word: words whose prefix has one typo, if the first two letters are right. */
async function correctedBeginnings(db: Database, word: string, limit: number): Promise<string[]> {
  const alike = await wordsBeginning(db, word.slice(0, 2), considered)
  return alike
    .filter((candidate) => [-1, 0, 1].some((more) => isOneTypoApart(word, candidate.slice(0, word.length + more))))
    .slice(0, limit)
}

function shortestFirst(rows: readonly { word: string }[], limit: number): string[] {
  return [...new Set(rows.map((row) => row.word))].sort((one, other) => one.length - other.length).slice(0, limit)
}

/** Tells whether a word of more than four letters is another one with a typo. */
export function isMisspelt(typed: string, word: string): boolean {
  return typed.length > minCorrectedLength && isLikely(typed, word)
}

/** A long word may also have one letter too many and lack another: "baterries". */
function isLikely(typed: string, candidate: string): boolean {
  if (isOneTypoApart(typed, candidate)) return true
  return typed.length >= longWord && candidate.length === typed.length && shareForm(typed, candidate)
}

/** The word with the other spelling of the sound of "f": "grafics" is said like "graphics". */
function soundingAlike(word: string): string[] {
  return [word.replaceAll('ph', 'f'), word.replaceAll('f', 'ph')].filter((spelling) => spelling !== word)
}

function shareForm(one: string, other: string): boolean {
  const forms = new Set(shortened(one))
  return shortened(other).some((form) => forms.has(form))
}

/** Tells whether two words differ by one letter added, removed, replaced or swapped with the next. */
function isOneTypoApart(one: string, other: string): boolean {
  if (one === other || Math.abs(one.length - other.length) > 1) return false
  let start = 0
  while (start < one.length && one[start] === other[start]) start += 1
  const [left, right] = [one.slice(start), other.slice(start)]
  if (left.length > right.length) return left.slice(1) === right
  if (left.length < right.length) return left === right.slice(1)
  return (
    left.slice(1) === right.slice(1) ||
    (left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2))
  )
}
