import type { DatabaseKind } from '../../platform/db/connect.ts'
import type { Database } from '../../platform/db/tables.ts'
import { onOneConnection } from '../../platform/db/on-one-connection.ts'
import type { Known } from '../kept/known.ts'
import { stemsOf } from '../reading/stems.ts'
import { beginning, titleWord, type Term } from '../search-terms.ts'
import { compoundsWith, corrections, knownWords, wordsBeginning } from './vocabulary.ts'
import { isPlainWord } from '../words.ts'

const mostBeginnings = 24
const mostCompounds = 12
const mostCorrections = 3
const mostStems = 2
const shortestHalf = 3
const longestBeginning = 3

/** The terms of a typed word: anywhere in a document, and in its title. */
export type WordTerms = { word: string; anywhere: readonly Term[]; inTitle: readonly Term[]; meant: readonly string[] }

/** Where words are looked up; `known` has what was read since the last change of the index. */
export type WordSource = { db: Database; known?: Known | undefined }

/**
 * Returns the word itself, words that begin with it, compounds that contain it and the same of its stem. Lists
 * vocabulary words one by one, which the index reads lazily; only words with digits, which the vocabulary lacks, become
 * a prefix query.
 */
export function termsOf({ db, known }: WordSource, word: string): Promise<WordTerms> {
  return known ? known.remember(keyOf(word), () => readTerms(db, word)) : readTerms(db, word)
}

/** Tells whether the terms of a word were read since the last change, or are being read. */
export function isWordKnown(known: Known, word: string): boolean {
  return known.has(keyOf(word))
}

function keyOf(word: string): string {
  return `word ${word}`
}

async function readTerms(db: Database, word: string): Promise<WordTerms> {
  if (word.length < 2) return both(word, [exact(word)])
  if (word.length <= longestBeginning) return shortWord(db, word)
  if (!isPlainWord(word))
    return { word, anywhere: [{ text: word, prefix: true }], inTitle: [exact(titleWord(word))], meant: [word] }
  const more = await onOneConnection(db, (one) =>
    Promise.all([
      wordsBeginning(one, word, mostBeginnings),
      compoundsWith(one, word, mostCompounds),
      stemWords(one, word),
    ]),
  )
  return both(word, [...new Set([word, ...more.flat()])].map(exact))
}

/** The words of which this one is an inflection, and their compounds: "batterierna" is also "laptopbatteri". */
async function stemWords(db: Database, word: string): Promise<string[]> {
  const stems = stemsOf(word).filter((stem) => stem !== word && stem.length > longestBeginning)
  if (stems.length === 0) return []
  const known = [...(await knownWords(db, stems))].slice(0, mostStems)
  const compounds = await Promise.all(known.map((stem) => compoundsWith(db, stem, mostCompounds)))
  return [...known, ...compounds.flat()]
}

/**
 * Returns the terms of a two- or three-character word. Too many words begin with it to list or merge, so the index
 * stores names and models by such prefixes.
 */
async function shortWord(db: Database, word: string): Promise<WordTerms> {
  const others = isPlainWord(word) ? await wordsBeginning(db, word, mostBeginnings) : []
  const begun = exact(beginning(word))
  return {
    word,
    anywhere: [begun, exact(word), ...others.filter((other) => other !== word).map(exact)],
    inTitle: [begun],
    meant: [word],
  }
}

/**
 * Returns likely corrections: a known word one typo away from an unknown one, or two words for one. Undefined when
 * there are none.
 */
export async function relaxedTerms(
  source: WordSource,
  kind: DatabaseKind,
  word: string,
): Promise<WordTerms[] | undefined> {
  if (!isPlainWord(word)) return undefined
  const { known } = source
  return known
    ? known.remember(`relaxed ${word}`, () => readRelaxed(source, kind, word))
    : readRelaxed(source, kind, word)
}

async function readRelaxed(source: WordSource, kind: DatabaseKind, word: string): Promise<WordTerms[] | undefined> {
  const { db } = source
  const splits = Array.from({ length: Math.max(0, word.length - 2 * shortestHalf + 1) }, (_, at): [string, string] => [
    word.slice(0, at + shortestHalf),
    word.slice(at + shortestHalf),
  ])
  const known = await knownWords(db, [word, ...splits.flat()])
  if (known.has(word)) return undefined
  const halves = splits.find(([front, rear]) => known.has(front) && known.has(rear))
  if (halves) return Promise.all(halves.map((half) => termsOf(source, half)))
  const meant = await corrections(db, kind, word, mostCorrections)
  if (meant.length === 0) return undefined
  const terms = await Promise.all([word, ...meant].map((each) => termsOf(source, each)))
  const all = (where: 'anywhere' | 'inTitle') => [
    ...new Map(terms.flatMap((each) => each[where]).map((term) => [term.text, term])).values(),
  ]
  return [{ word, meant: [word, ...meant], anywhere: all('anywhere'), inTitle: all('inTitle') }]
}

/** The terms of a word in names alone. */
export function inTitleOnly(word: string): WordTerms {
  const titled = [exact(titleWord(word))]
  return { word, anywhere: titled, inTitle: titled, meant: [word] }
}

function exact(text: string): Term {
  return { text, prefix: false }
}

function both(word: string, terms: readonly Term[]): WordTerms {
  return {
    word,
    anywhere: terms,
    inTitle: terms.map(({ text, prefix }) => ({ text: titleWord(text), prefix })),
    meant: [word],
  }
}
