import { normalizePartNumber } from '../../domain/part-numbers.ts'

/** A term of the word index; `prefix` finds every word that begins with it. */
export type Term = { text: string; prefix: boolean }

/** A document matches when each group has a term that it contains. */
export type TermGroup = readonly Term[]

/** A word that stands in the product's name, told apart from the same word elsewhere. */
export function titleWord(word: string): string {
  return `=${word}`
}

/** A word of the name, a model or the like by its first two or three characters, the least that is searched. */
export function beginning(word: string): string {
  return `^${word}`
}

export function beginningsOf(words: Iterable<string>): string[] {
  return [...new Set([...words].flatMap((word) => [beginning(word.slice(0, 2)), beginning(word.slice(0, 3))]))]
}

/** The term by which a category's or device's products are found. */
export function memberOf(room: 'category' | 'device', id: string): string {
  const plain = id.toLowerCase().replace(/[^a-z0-9]/g, (sign) => `_${sign.charCodeAt(0).toString(36)}`)
  return `#${room === 'category' ? 'c' : 'd'}${plain}`
}

/** A part number as search compares it: letters, digits, + and # alone; empty when the text has none of them. */
export function plainNumber(text: string): string {
  return normalizePartNumber(text).replace(/[^\p{L}\p{N}+#]/gu, '')
}

/** The runs of three characters in a part number. */
export function threes(number: string): string[] {
  const signs = Array.from(number)
  return [
    ...new Set(Array.from({ length: Math.max(0, signs.length - 2) }, (_, at) => signs.slice(at, at + 3).join(''))),
  ]
}
