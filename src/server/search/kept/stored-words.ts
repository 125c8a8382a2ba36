import { addTo, emptyBitmap, membersOf, type Bitmap } from '../../platform/sets/bitmap.ts'

const seqAndCount = 8
/** The zero after a term and the number of its positions. */
const afterTerm = 3

/** Calls `visit` for each term of each document; the term is the text from byte `from` up to `to`. */
export function eachStoredTerm(
  bytes: Uint8Array,
  visit: (seq: number, from: number, to: number, hash: number) => void,
): void {
  const numbers = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at < bytes.length;) {
    const [seq, count] = [numbers.getUint32(at), numbers.getUint32(at + 4)]
    at += seqAndCount
    for (let term = 0; term < count; term += 1) {
      const from = at
      let hash = 0
      for (let byte = bytes[at] as number; byte !== 0; byte = bytes[at] as number) {
        hash = hashed(hash, byte)
        at += 1
      }
      visit(seq, from, at, hash)
      at += afterTerm + 2 * numbers.getUint16(at + 1)
    }
  }
}

function hashed(hash: number, byte: number): number {
  return (Math.imul(hash, 31) + byte) | 0
}

/** Collects which documents have which of some terms. */
export class TermCollector {
  readonly #terms: readonly Uint8Array[]
  readonly #sets: Bitmap[]
  /** One more than the place of a term, by its hash or after that; 0 where there is none. */
  readonly #places: Uint32Array

  /** `size` is more than any `seq` that counts. */
  constructor(terms: readonly string[], size: number) {
    this.#terms = terms.map((term) => Buffer.from(term))
    this.#sets = terms.map(() => emptyBitmap(size))
    this.#places = new Uint32Array(2 ** Math.ceil(Math.log2(terms.length * 2 + 2)))
    for (const [place, bytes] of this.#terms.entries()) {
      let at = bytes.reduce(hashed, 0) & (this.#places.length - 1)
      while (this.#places[at] !== 0) at = (at + 1) & (this.#places.length - 1)
      this.#places[at] = place + 1
    }
  }

  add(bytes: Uint8Array): void {
    eachStoredTerm(bytes, (seq, from, to, hash) => {
      const set = this.#setOf(bytes, from, to, hash)
      if (set) addTo(set, seq)
    })
  }

  /** The documents of each term, in the order of the terms. */
  *lists(): Generator<Uint32Array> {
    for (const set of this.#sets) yield membersOf(set)
  }

  #setOf(bytes: Uint8Array, from: number, to: number, hash: number): Bitmap | undefined {
    for (let at = hash; ; at += 1) {
      const place = this.#places[at & (this.#places.length - 1)] as number
      if (place === 0) return undefined
      if (isAt(bytes, from, to, this.#terms[place - 1] as Uint8Array)) return this.#sets[place - 1]
    }
  }
}

function isAt(bytes: Uint8Array, from: number, to: number, term: Uint8Array): boolean {
  if (to - from !== term.length) return false
  for (let at = 0; at < term.length; at += 1) if (bytes[from + at] !== term[at]) return false
  return true
}
