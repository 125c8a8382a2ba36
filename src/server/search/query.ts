import { plainNumber } from './search-terms.ts'
import { foldedWords } from './words.ts'

const consideredCharacters = 200
const consideredWords = 8
const minNumberLength = 3

/** A parsed search text. */
export type Query = {
  /** Folded words without duplicates. */
  words: readonly string[]
  /** The whole text as (a part of) a part number; undefined when it cannot be one. */
  number: string | undefined
  /** Words that are as good as others of them: "9800x3d" in "7800x3d or 9800x3d". */
  even?: ReadonlySet<string>
  /** Numbers with decimals as a name has them in folded words: "2 5" of "2.5". */
  decimals?: readonly string[]
}

/** Parses a search text; undefined when it is too short to search (spec section 5: under two characters). */
export function parseQuery(text: string): Query | undefined {
  const typed = text.slice(0, consideredCharacters).trim()
  if (typed.length < 2) return undefined
  const words = [...new Set(foldedWords(typed))].slice(0, consideredWords)
  const number = plainNumber(typed)
  if (words.length === 0) return undefined
  return { words, number: [...number].length >= minNumberLength ? number : undefined }
}

export function hasDigit(text: string): boolean {
  return /\p{N}/u.test(text)
}

/** The text with digits for letters that look like them between digits or behind two: "56OOX", but not "i5". */
export function withDigitsInside(text: string): string {
  return text.replace(/(?<=\d)[oil]+(?=\d)|(?<=\d\d)o+/giu, (row) => row.replace(/o/giu, '0').replace(/[il]/giu, '1'))
}

/** The text with digits for letters that look like them, in a row with a digit: "1O0l4" as "10014". */
export function withDigits(text: string): string {
  return text.replace(/[oil\d]{2,}/giu, (row) =>
    hasDigit(row) ? row.replace(/o/giu, '0').replace(/[il]/giu, '1') : row,
  )
}
