import type { Database } from '../../platform/db/tables.ts'
import type { WordEngine } from '../posting-lists/word-engine.ts'
import { withDigitsInside } from '../query.ts'
import { inTitleOnly, type WordTerms } from './word-terms.ts'

/** Each way to split a word is a question to the index. */
const maxRuns = 3
/** Short for how models end: "1660s" is a "1660 Super", "4070tis" a "4070 Ti Super". */
const shortEnds = /^(\d{4})(ti)?s$/
const likeAmount = /^\d{1,6}[a-z]{1,4}$/
/** A pair of modules may be called "2 × 16", and a screw "M2 × 3". */
const severalSizes = /^(\d{1,2})x(\d{1,3})gb$/
/** No model begins with five digits of which the first two are the same, but for those of Intel. */
const doubled = /^([2-9])\1(\d{3}\p{L}.*)$/u
const screw = /^(m\d)x(\d{1,2})(?:mm)?$/

export type TitleSource = { searchDb: Database; words: Pick<WordEngine, 'hasTerms'> }

/**
 * Splits a word where letters and digits meet, as a name has it: `rtx4070ti` is `rtx`, `4070` and `ti`. Returns the
 * terms of the fewest words that a name has all of; undefined when none has.
 */
export async function splitAtDigits({ searchDb, words }: TitleSource, word: string): Promise<WordTerms[] | undefined> {
  for (const pieces of readings(word)) {
    const terms = pieces.map(inTitleOnly)
    const isNamed = await words.hasTerms(
      searchDb,
      terms.map((each) => each.inTitle),
    )
    if (isNamed) return terms
  }
  return undefined
}

/** What letters and digits without a space may mean, the likeliest first. */
function readings(word: string): string[][] {
  const [, model, ti] = shortEnds.exec(word) ?? []
  const [, count, size] = severalSizes.exec(word) ?? []
  const [, thread, length] = screw.exec(word) ?? []
  const digits = withDigitsInside(word)
  return [
    ...(model === undefined ? [] : [[model, ...(ti === undefined ? [] : [ti]), 'super']]),
    ...(count === undefined || size === undefined ? [] : [[`${Number(count) * Number(size)}gb`, count, size]]),
    ...(thread === undefined || length === undefined
      ? []
      : [
          [thread, `${length}mm`],
          [thread, length],
        ]),
    ...splits(word),
    // "56OOX" has letters that look like digits.
    ...(digits === word ? [] : [[digits], ...splits(digits)]),
    // "77800x3d" has a digit twice.
    ...(doubled.test(word) ? [[word.slice(1)]] : []),
  ]
}

/**
 * Joins neighbouring words of a query as a product has them, where letters and digits meet or both are words: `lga` and
 * `1700` as `lga1700`, and `rm`, `850` and `x` as `rm850x`. Returns the words with those that are joined, or undefined
 * where none are.
 */
export async function joinedAtDigits(
  { searchDb, words: engine }: TitleSource,
  words: readonly string[],
): Promise<string[] | undefined> {
  const all: string[] = []
  for (const next of words) {
    const one = all.at(-1) ?? ''
    const both = meets.test(`${one} ${next}`) ? one + next : undefined
    const isThere = both !== undefined && (await engine.hasTerms(searchDb, [[{ text: both, prefix: false }]]))
    if (isThere) all.pop()
    all.push(isThere ? both : next)
  }
  return all.length < words.length ? all : undefined
}

/** Letters beside digits, or two words: "grafik kort". */
const meets = /\p{L} \p{N}|\p{N} \p{L}|^\p{L}{3,} \p{L}{3,}$/u

/**
 * The ways to split a word, fewest pieces first; a piece of letters is not one letter that begins the word. Amounts and
 * what looks like them ("16gb", "4070ti") are in the index in both ways.
 */
export function splits(word: string): string[][] {
  if (likeAmount.test(word)) return []
  const runs = word.match(/\p{L}+|\p{N}+/gu) ?? []
  if (runs.length < 2 || runs.length > maxRuns || runs.join('') !== word) return []
  const places = runs.length - 1
  return Array.from({ length: 2 ** places - 1 }, (_, at) => at + 1)
    .map((cuts) => joinRuns(runs, cuts))
    .filter(([first = '']) => first.length > 1)
    .toSorted((one, other) => one.length - other.length)
}

/** Joins runs, but for those before which `cuts` has a bit. */
function joinRuns(runs: readonly string[], cuts: number): string[] {
  const pieces: string[] = []
  for (const [at, run] of runs.entries()) {
    const isCut = at === 0 || (cuts & (1 << (at - 1))) !== 0
    pieces.push(isCut ? run : (pieces.pop() ?? '') + run)
  }
  return pieces
}
