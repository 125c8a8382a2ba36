import type { Term } from '../search-terms.ts'

/** The shortest and the longest beginning for which there is a list, in bytes. */
const [shortestPrefix, longestPrefix] = [4, 8]
const [zero, nine, lastAscii] = [0x30, 0x39, 0x7f]
/** Terms of names, of beginnings, and of categories and devices, the marks of which no word begins with. */
const marks = new Set(['=', '^', '#'].map((mark) => mark.charCodeAt(0)))

/** Where some terms are in a list, found by the bytes of a text. */
export class TermTable {
  readonly #texts: readonly Uint8Array[]
  readonly #isPrefix: readonly boolean[]
  readonly #hasPrefixes: boolean
  /** One more than the place of a term, by its hash or after that; 0 where there is none. */
  readonly #places: Uint32Array
  readonly #hashes: Uint32Array

  constructor(terms: readonly Term[]) {
    this.#texts = terms.map(({ text }) => Buffer.from(text))
    this.#isPrefix = terms.map(({ prefix }) => prefix)
    this.#hasPrefixes = terms.some(({ prefix }) => prefix)
    this.#places = new Uint32Array(2 ** Math.ceil(Math.log2(terms.length * 4 + 4)))
    this.#hashes = new Uint32Array(this.#places.length)
    for (const [place, bytes] of this.#texts.entries()) {
      const hash = hashOf(bytes.reduce(hashed, 0), this.#isPrefix[place] ?? false)
      let at = hash & (this.#places.length - 1)
      while (this.#places[at] !== 0) at = (at + 1) & (this.#places.length - 1)
      this.#places[at] = place + 1
      this.#hashes[at] = hash
    }
  }

  /** Calls `found` with the place of the term from byte `from` up to `to`, and with those of its beginnings. */
  find(bytes: Uint8Array, from: number, to: number, found: (place: number) => void): void {
    let hash = 0
    let [isPrefixed, hasDigit] = [this.#hasPrefixes && !marks.has(bytes[from] as number), false]
    for (let at = from; at < to; at += 1) {
      const byte = bytes[at] as number
      hash = hashed(hash, byte)
      if (!isPrefixed) continue
      if (byte > lastAscii) isPrefixed = false
      else hasDigit ||= byte >= zero && byte <= nine
      const length = at - from + 1
      if (isPrefixed && hasDigit && length >= shortestPrefix && length <= longestPrefix)
        this.#look(bytes, from, at + 1, hashOf(hash, true), true, found)
    }
    this.#look(bytes, from, to, hashOf(hash, false), false, found)
  }

  #look(
    bytes: Uint8Array,
    from: number,
    to: number,
    hash: number,
    isPrefix: boolean,
    found: (place: number) => void,
  ): void {
    for (let at = hash; ; at += 1) {
      const slot = at & (this.#places.length - 1)
      const place = (this.#places[slot] as number) - 1
      if (place < 0) return
      if (this.#hashes[slot] !== hash || this.#isPrefix[place] !== isPrefix) continue
      if (isAt(bytes, from, to, this.#texts[place] as Uint8Array)) return found(place)
    }
  }
}

/** The beginnings of a term for which there may be a list: of a word with a digit in them. */
export function prefixesOf(term: string): string[] {
  const plain = /^[\x00-\x7f]*/.exec(term)?.[0] ?? ''
  if (marks.has(plain.charCodeAt(0))) return []
  const digit = plain.search(/\d/)
  if (digit === -1) return []
  const lengths = Array.from({ length: longestPrefix - shortestPrefix + 1 }, (_, more) => shortestPrefix + more)
  return lengths.filter((length) => length > digit && length <= plain.length).map((length) => plain.slice(0, length))
}

function hashed(hash: number, byte: number): number {
  return (Math.imul(hash, 31) + byte) | 0
}

/** Mixes the bits, so that texts that differ at their end are not neighbours. */
function hashOf(hash: number, isPrefix: boolean): number {
  const mixed = Math.imul((hash ^ (hash >>> 15)) + (isPrefix ? 0x9e3779b9 : 0), 0x85ebca6b)
  return (mixed ^ (mixed >>> 13)) >>> 0
}

function isAt(bytes: Uint8Array, from: number, to: number, term: Uint8Array): boolean {
  if (to - from !== term.length) return false
  for (let at = 0; at < term.length; at += 1) if (bytes[from + at] !== term[at]) return false
  return true
}
