import { pieceTerm, type Term } from '../search-terms.ts'

/** The shortest and the longest beginning for which there is a list, in bytes. */
const minPrefixLength = 4
export const maxPrefixLength = 8
const [zero, nine, lastAscii] = [0x30, 0x39, 0x7f]
/** Terms of names, of beginnings, and of categories and devices, the marks of which no word begins with. */
const marks = new Set(['=', '^', '#'].map((mark) => mark.charCodeAt(0)))

/** Words, beginnings and pieces of numbers may have the same text. */
const [wordKind, prefixKind, pieceKind] = [0, 1, 2]
const pieceMark = pieceTerm('')

/** Where some terms are in a list, found by the bytes of a text. */
export class TermTable {
  /** The texts one after the other, each with its first byte here, and behind them the length of all. */
  readonly #texts: Uint8Array
  readonly #starts: Uint32Array
  readonly #kinds: Uint8Array
  readonly #hasPrefixes: boolean
  /** One more than the place of a term, by its hash or after that; 0 where there is none. */
  readonly #places: Uint32Array
  readonly #hashes: Uint32Array

  constructor(terms: readonly Term[]) {
    const texts = terms.map((term) =>
      Buffer.from(kindOf(term) === pieceKind ? term.text.slice(pieceMark.length) : term.text),
    )
    this.#texts = Buffer.concat(texts)
    this.#starts = new Uint32Array(terms.length + 1)
    for (const [place, { length }] of texts.entries())
      this.#starts[place + 1] = (this.#starts[place] as number) + length
    this.#kinds = Uint8Array.from(terms, kindOf)
    this.#hasPrefixes = terms.some(({ prefix }) => prefix)
    this.#places = new Uint32Array(2 ** Math.ceil(Math.log2(terms.length * 4 + 4)))
    this.#hashes = new Uint32Array(this.#places.length)
    for (const [place, bytes] of texts.entries()) {
      const hash = hashOf(bytes.reduce(hashed, 0), this.#kinds[place] as number)
      let at = hash & (this.#places.length - 1)
      while (this.#places[at] !== 0) at = (at + 1) & (this.#places.length - 1)
      this.#places[at] = place + 1
      this.#hashes[at] = hash
    }
  }

  /** Calls `found` with the place of a piece of numbers. */
  findPiece(bytes: Uint8Array, from: number, to: number, found: (place: number) => void): void {
    let hash = 0
    for (let at = from; at < to; at += 1) hash = hashed(hash, bytes[at] as number)
    this.#look(bytes, from, to, hashOf(hash, pieceKind), pieceKind, found)
  }

  /**
   * Calls `found` with the place of the term from byte `from` up to `to`, and with those of its beginnings. @returns
   * whether the term itself has a place.
   */
  find(bytes: Uint8Array, from: number, to: number, found: (place: number) => void): boolean {
    let hash = 0
    let [isPrefixed, hasDigit] = [this.#hasPrefixes && !marks.has(bytes[from] as number), false]
    for (let at = from; at < to; at += 1) {
      const byte = bytes[at] as number
      hash = hashed(hash, byte)
      if (!isPrefixed) continue
      if (byte > lastAscii) isPrefixed = false
      else hasDigit ||= byte >= zero && byte <= nine
      const length = at - from + 1
      if (isPrefixed && hasDigit && length >= minPrefixLength && length <= maxPrefixLength)
        this.#look(bytes, from, at + 1, hashOf(hash, prefixKind), prefixKind, found)
    }
    return this.#look(bytes, from, to, hashOf(hash, wordKind), wordKind, found)
  }

  #look(
    bytes: Uint8Array,
    from: number,
    to: number,
    hash: number,
    kind: number,
    found: (place: number) => void,
  ): boolean {
    const last = this.#places.length - 1
    for (let slot = hash & last; ; slot = (slot + 1) & last) {
      const place = (this.#places[slot] as number) - 1
      if (place < 0) return false
      if (this.#hashes[slot] === hash && this.#isAt(bytes, from, to, place, kind)) {
        found(place)
        return true
      }
    }
  }

  #isAt(bytes: Uint8Array, from: number, to: number, place: number, kind: number): boolean {
    const start = this.#starts[place] as number
    if ((this.#starts[place + 1] as number) - start !== to - from || this.#kinds[place] !== kind) return false
    for (let at = from; at < to; at += 1) if (bytes[at] !== this.#texts[start + at - from]) return false
    return true
  }
}

/** The beginnings of a term for which there may be a list: of a word with a digit in them. */
export function prefixesOf(term: string): string[] {
  const plain = /^[\x00-\x7f]*/.exec(term)?.[0] ?? ''
  if (marks.has(plain.charCodeAt(0))) return []
  const digit = plain.search(/\d/)
  if (digit === -1) return []
  const lengths = Array.from({ length: maxPrefixLength - minPrefixLength + 1 }, (_, more) => minPrefixLength + more)
  return lengths.filter((length) => length > digit && length <= plain.length).map((length) => plain.slice(0, length))
}

function hashed(hash: number, byte: number): number {
  return (Math.imul(hash, 31) + byte) | 0
}

/** Mixes the bits, so that texts that differ at their end are not neighbours. */
function hashOf(hash: number, kind: number): number {
  const mixed = Math.imul((hash ^ (hash >>> 15)) + Math.imul(kind, 0x9e3779b9), 0x85ebca6b)
  return (mixed ^ (mixed >>> 13)) >>> 0
}

function kindOf({ text, prefix }: Term): number {
  if (prefix) return prefixKind
  return text.startsWith(pieceMark) ? pieceKind : wordKind
}
