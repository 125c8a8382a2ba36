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

/** Builds these terms of a word; a word of two characters has one. */
export function beginningsOf(word: string): string[] {
  const [two, three] = [word.slice(0, 2), word.slice(0, 3)]
  return two === three ? [beginning(two)] : [beginning(two), beginning(three)]
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
  if (plainSigns.test(text)) return text
  return normalizePartNumber(text).replace(/[^\p{L}\p{N}+#]/gu, '')
}

const plainSigns = /^[A-Z0-9+#]*$/

/** Splits a part number into its trigrams. */
export function threes(number: string): string[] {
  const all = new Set<string>()
  addThrees(number, all)
  return [...all]
}

/** Adds the trigrams of a part number to others. A loop, because an import calls it for each number of a product. */
export function addThrees(number: string, all: Set<string>): void {
  if (surrogates.test(number)) {
    const signs = Array.from(number)
    for (let at = 0; at + 3 <= signs.length; at += 1) all.add(signs.slice(at, at + 3).join(''))
    return
  }
  for (let at = 0; at + 3 <= number.length; at += 1) all.add(number.slice(at, at + 3))
}

const surrogates = /[\ud800-\udfff]/
