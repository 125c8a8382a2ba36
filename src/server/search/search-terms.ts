import { normalizePartNumber } from '../../domain/products/part-numbers.ts'

/** A term of the word index; `prefix` matches every word that begins with it. */
export type Term = { text: string; prefix: boolean }

/** A document matches when it contains a term of each group. */
export type TermGroup = readonly Term[]

/** Marks a word as part of the product's name, to distinguish it from the same word elsewhere. */
export function titleWord(word: string): string {
  return `=${word}`
}

/**
 * Builds the term for the first two or three characters of a word in a name or a model, the shortest prefixes that are
 * searchable.
 */
export function beginning(word: string): string {
  return `^${word}`
}

export function beginningsOf(words: Iterable<string>): string[] {
  const begun = new Set<string>()
  for (const word of words) begun.add(beginning(word.slice(0, 2))).add(beginning(word.slice(0, 3)))
  return [...begun]
}

/** Builds the term for three signs of a part number, which only lists in memory have. */
export function pieceTerm(three: string): string {
  return `~${three}`
}

/** Builds the term that a category's or device's products have. */
export function memberOf(kind: 'category' | 'device', id: string): string {
  const plain = id.toLowerCase().replace(/[^a-z0-9]/g, (sign) => `_${sign.charCodeAt(0).toString(36)}`)
  return `#${kind === 'category' ? 'c' : 'd'}${plain}`
}

/** Normalizes a part number for comparison: letters, digits, + and # only; empty when the text has none of them. */
export function plainNumber(text: string): string {
  return normalizePartNumber(text).replace(/[^\p{L}\p{N}+#]/gu, '')
}

/** Splits a part number into its trigrams. */
export function threes(number: string): string[] {
  const signs = Array.from(number)
  return [
    ...new Set(Array.from({ length: Math.max(0, signs.length - 2) }, (_, at) => signs.slice(at, at + 3).join(''))),
  ]
}
