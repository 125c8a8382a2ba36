import type { DatabaseKind } from '../../platform/db/connect.ts'
import { onOneConnection } from '../../platform/db/on-one-connection.ts'
import type { Database } from '../../platform/db/tables.ts'
import type { ReadCache } from '../posting-lists/read-cache.ts'
import { repairVerbs } from '../reading/repair-words.ts'
import { stemsOf } from '../reading/stems.ts'
import { phrasesBeginning, synonymsOf } from '../reading/synonym-queries.ts'
import { beginning, titleWord, type Term } from '../search-terms.ts'
import { isPlainWord } from '../words.ts'
import { compoundsWith, corrections, isMisspelt, knownWords, wordsBeginning } from './vocabulary.ts'

const maxBeginnings = 24
const maxCompounds = 12
const maxCorrections = 3
const maxStems = 2
const minHalfLength = 3
const maxBeginningLength = 3

/**
 * The terms of a typed word: anywhere in a document, and in its title. `spellings` are the words that
 * it may stand for, and `suggested` those of them that a shopper is asked about, where these are not all.
 */
export type WordTerms = {
  word: string
  anywhere: readonly Term[]
  inTitle: readonly Term[]
  spellings: readonly string[]
  suggested?: readonly string[]
}

/** Where words are looked up; `known` has what was read since the last change of the index. */
export type WordSource = { db: Database; known?: ReadCache | undefined }

/**
 * Returns the word itself, words that begin with it, compounds that contain it and the same of its stem. Lists
 * vocabulary words one by one, which the index reads lazily; only words with digits, which the vocabulary lacks, become
 * a prefix query.
 */
export function termsOf({ db, known }: WordSource, word: string): Promise<WordTerms> {
  return known ? known.remember(keyOf(word), () => readTerms(db, word, true)) : readTerms(db, word, true)
}

/**
 * The terms of a word that a synonym leads to. It is no inflection: "headset" means "headphones", but no board with a
 * "headphone socket".
 */
export function termsOfSynonym({ db, known }: WordSource, word: string): Promise<WordTerms> {
  return known ? known.remember(`synonym ${word}`, () => readTerms(db, word, false)) : readTerms(db, word, false)
}

/** Tells whether the terms of a word were read since the last change, or are being read. */
export function isWordKnown(known: ReadCache, word: string): boolean {
  return known.has(keyOf(word))
}

function keyOf(word: string): string {
  return `word ${word}`
}

async function readTerms(db: Database, word: string, mayBeInflected: boolean): Promise<WordTerms> {
  if (word.length < 2) return anywhereAndInTitle(word, [exact(word)])
  if (word.length <= maxBeginningLength) return shortWord(db, word)
  if (!isPlainWord(word))
    return { word, anywhere: [{ text: word, prefix: true }], inTitle: [exact(titleWord(word))], spellings: [word] }
  const more = await onOneConnection(db, (one) =>
    Promise.all([
      wordsBeginning(one, word, maxBeginnings),
      compoundsWith(one, word, maxCompounds),
      mayBeInflected ? stemWords(one, word) : [],
    ]),
  )
  return anywhereAndInTitle(word, [...new Set([word, ...more.flat()])].map(exact))
}

/** The plural of "caddy" does not begin with it. */
const pluralInIes = /[^aeiou]y$/

/** The words of which this one is an inflection, and their compounds: "batterierna" is also "laptopbatteri". */
async function stemWords(db: Database, word: string): Promise<string[]> {
  const stems = stemsOf(word).filter((stem) => stem !== word && stem.length >= maxBeginningLength)
  const forms = pluralInIes.test(word) ? [...stems, `${word.slice(0, -1)}ies`] : stems
  if (forms.length === 0) return []
  const known = [...(await knownWords(db, forms))].slice(0, maxStems)
  const compounds = await Promise.all(known.map((stem) => compoundsWith(db, stem, maxCompounds)))
  return [...known, ...compounds.flat()]
}

/**
 * Returns the terms of a two- or three-character word. Too many words begin with it to list or merge, so the index
 * stores names and models by such prefixes.
 */
async function shortWord(db: Database, word: string): Promise<WordTerms> {
  const others = isPlainWord(word) ? await wordsBeginning(db, word, maxBeginnings) : []
  const begun = exact(beginning(word))
  return {
    word,
    anywhere: [begun, exact(word), ...others.filter((other) => other !== word).map(exact)],
    inTitle: [begun],
    spellings: [word],
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
  // It is not kept: editors change synonyms without a change of the index.
  return isPlainWord(word) ? readRelaxed(source, kind, word) : undefined
}

/** Who writes "batteribyte" needs a "batteri". */
async function readRelaxed(source: WordSource, kind: DatabaseKind, word: string): Promise<WordTerms[] | undefined> {
  const { db } = source
  const pairs = pairsIn(word)
  const [known, meanings] = await Promise.all([knownWords(db, [word, ...pairs.flat()]), meaningsOf(db, pairs.flat())])
  if (known.has(word)) return undefined
  const isKnown = (half: string) => known.has(half) || meanings.has(half)
  const repaired = pairs.find(([front, rear]) => repairVerbs.has(rear) && isKnown(front))?.[0]
  if (repaired !== undefined)
    return [{ ...(await termsMeaning(source, repaired, meanings.get(repaired) ?? [])), suggested: [] }]
  const halves =
    pairs.find((pair) => pair.every((half) => known.has(half))) ?? pairs.find((pair) => pair.every(isKnown))
  // "hårdisk" lacks a letter, and is no disk of hair.
  const isShort = halves?.some((half) => half.length === minHalfLength) === true
  const misspelt = isShort ? await misspeltSynonym(source, word) : undefined
  if (misspelt) return misspelt
  if (halves) return Promise.all(halves.map((half) => termsMeaning(source, half, meanings.get(half) ?? [])))
  const corrected = await corrections(db, kind, word, maxCorrections)
  if (corrected.length === 0) return misspeltSynonym(source, word)
  return [
    anyOf(word, [word, ...corrected], await Promise.all([word, ...corrected].map((each) => termsOf(source, each)))),
  ]
}

/** The two words that a word may join, in Swedish also with an "s" between them: "bildskärm" and "kabel". */
function pairsIn(word: string): [string, string][] {
  return Array.from(
    { length: Math.max(0, word.length - 2 * minHalfLength + 1) },
    (_, at) => at + minHalfLength,
  ).flatMap((end): [string, string][] => {
    const [front, rear] = [word.slice(0, end), word.slice(end)]
    const isLinked = rear.startsWith('s') && rear.length > minHalfLength
    return isLinked
      ? [
          [front, rear],
          [front, rear.slice(1)],
        ]
      : [[front, rear]]
  })
}

/** The words that each of these also means. */
async function meaningsOf(db: Database, words: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await synonymsOf(db, words)
  return new Map(
    [...Map.groupBy(rows, ({ phrase }) => phrase)].map(([phrase, all]) => [phrase, all.map((row) => row.word)]),
  )
}

/** The terms of a word with synonyms: "moniter" is a misspelt "monitor", which no product may be called. */
async function misspeltSynonym(source: WordSource, word: string): Promise<WordTerms[] | undefined> {
  const phrases = await phrasesBeginning(source.db, word.slice(0, 1))
  const phrase = phrases.find((each) => isMisspelt(word, each))
  if (phrase === undefined) return undefined
  const synonyms = (await meaningsOf(source.db, [phrase])).get(phrase)
  return [{ ...(await termsMeaning(source, phrase, synonyms ?? [])), word, suggested: [phrase] }]
}

async function termsMeaning(source: WordSource, word: string, synonyms: readonly string[]): Promise<WordTerms> {
  if (synonyms.length === 0) return termsOf(source, word)
  const spellings = [...new Set([word, ...synonyms])]
  const terms = await Promise.all([
    termsOf(source, word),
    ...spellings.slice(1).map((each) => termsOfSynonym(source, each)),
  ])
  return { ...anyOf(word, spellings, terms), suggested: [] }
}

/** The terms of words of which one must match. */
export function anyOf(word: string, spellings: readonly string[], terms: readonly WordTerms[]): WordTerms {
  const all = (where: 'anywhere' | 'inTitle') => [
    ...new Map(terms.flatMap((each) => each[where]).map((term) => [term.text, term])).values(),
  ]
  return { word, spellings, anywhere: all('anywhere'), inTitle: all('inTitle') }
}

/** The terms of a whole word: "red" is no beginning of "Redragon". */
export function wholeWord(word: string): WordTerms {
  return anywhereAndInTitle(word, [exact(word)])
}

/** The terms of a word in names alone. */
export function inTitleOnly(word: string): WordTerms {
  const titled = [exact(titleWord(word))]
  return { word, anywhere: titled, inTitle: titled, spellings: [word] }
}

function exact(text: string): Term {
  return { text, prefix: false }
}

function anywhereAndInTitle(word: string, terms: readonly Term[]): WordTerms {
  return {
    word,
    anywhere: terms,
    inTitle: terms.map(({ text, prefix }) => ({ text: titleWord(text), prefix })),
    spellings: [word],
  }
}
