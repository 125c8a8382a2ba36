import { emptyBitmap, type Bitmap } from '../../platform/sets/bitmap.ts'

/**
 * The documents with a term by `seq`: many as a set, fewer as the distances between them, seven bits to a byte, of
 * which the lowest come first and all but the last have the highest bit set.
 */
export type Posting = Uint8Array<ArrayBuffer> | Bitmap

/**
 * A term that this share of all documents has is kept as a set. It takes at most three times as many bytes as the
 * distances, and nothing has to be unpacked to put it together with others.
 */
export const shareOfSet = 1 / 24

const [lowBits, moreBit] = [0x7f, 0x80]
const maxBytesOfNumber = 5
const stateNumbers = 4
/** Bytes of most distances. */
const expectedBytes = 1.25

/** Packs a list of documents, each once; `size` is more than any `seq`. */
export function packed(seqs: Uint32Array, size: number): Posting {
  const packer = new Packer([seqs.length])
  for (const seq of seqs.toSorted()) packer.add(0, seq)
  return packer.packed(0, size)
}

/** Packs several lists of documents, to each of which they come in the order of `seq`. */
export class Packer {
  readonly #bytes: Uint8Array<ArrayBuffer>[]
  /** Of each list its last document, how many it has, and their bytes: together, for the cache of the processor. */
  readonly #states: Uint32Array

  /** `expected`: about how many documents each list will have. */
  constructor(expected: readonly number[]) {
    this.#bytes = expected.map((count) => new Uint8Array(Math.ceil(count * expectedBytes) + maxBytesOfNumber))
    this.#states = new Uint32Array(expected.length * stateNumbers)
  }

  /** Adds a document to a list, the same one only once. */
  add(list: number, seq: number): void {
    const [states, at] = [this.#states, list * stateNumbers]
    const [last, count] = [states[at] as number, states[at + 1] as number]
    if (seq === last && count > 0) return
    states[at] = seq
    states[at + 1] = count + 1
    let length = states[at + 2] as number
    let bytes = this.#bytes[list] as Uint8Array<ArrayBuffer>
    if (length + maxBytesOfNumber > bytes.length) bytes = this.#grow(list, bytes)
    let distance = seq - last
    for (; distance > lowBits; distance >>>= 7) bytes[length++] = (distance & lowBits) | moreBit
    bytes[length++] = distance
    states[at + 2] = length
  }

  /** A list in a buffer of its own; `size` is more than any `seq`. */
  packed(list: number, size: number): Posting {
    const bytes = (this.#bytes[list] ?? new Uint8Array()).subarray(0, this.#states[list * stateNumbers + 2])
    if ((this.#states[list * stateNumbers + 1] ?? 0) < size * shareOfSet) return bytes.slice()
    const set = emptyBitmap(size)
    addPosting(set, bytes)
    return set
  }

  #grow(list: number, bytes: Uint8Array): Uint8Array<ArrayBuffer> {
    const more = new Uint8Array(bytes.length * 2)
    more.set(bytes)
    this.#bytes[list] = more
    return more
  }
}

/** Adds the documents of a list to a set. */
export function addPosting(set: Bitmap, posting: Posting): void {
  if (posting instanceof Int32Array) {
    for (let at = 0; at < posting.length; at += 1) set[at] = (set[at] as number) | (posting[at] as number)
    return
  }
  const { length } = posting
  let [seq, at] = [0, 0]
  while (at < length) {
    let byte = posting[at++] as number
    let distance = byte & lowBits
    for (let shift = 7; byte >= moreBit; shift += 7) {
      byte = posting[at++] as number
      distance |= (byte & lowBits) << shift
    }
    seq += distance
    set[seq >>> 5] = (set[seq >>> 5] as number) | (1 << (seq & 31))
  }
}

/** Lists the documents of several lists of distances, each once and in the order of `seq`. */
export function seqsIn(postings: readonly Posting[]): Uint32Array {
  const bytes = postings.reduce((sum, { length }) => sum + length, 0)
  const seqs = new Uint32Array(bytes)
  let count = 0
  for (const posting of postings) {
    const { length } = posting
    let [seq, at] = [0, 0]
    while (at < length) {
      let byte = posting[at++] as number
      let distance = byte & lowBits
      for (let shift = 7; byte >= moreBit; shift += 7) {
        byte = posting[at++] as number
        distance |= (byte & lowBits) << shift
      }
      seq += distance
      seqs[count++] = seq
    }
  }
  const all = seqs.subarray(0, count)
  return postings.length === 1 ? all : distinct(all.sort())
}

/** Leaves each number of a sorted list once. */
function distinct(sorted: Uint32Array): Uint32Array {
  let length = 0
  for (let at = 0; at < sorted.length; at += 1) {
    const seq = sorted[at] as number
    if (length === 0 || seq !== sorted[length - 1]) sorted[length++] = seq
  }
  return sorted.subarray(0, length)
}

/** The numbers that are in two sorted lists. */
export function commonOf(one: Uint32Array, other: Uint32Array): Uint32Array {
  let at = 0
  return one.filter((seq) => {
    while (at < other.length && (other[at] as number) < seq) at += 1
    return other[at] === seq
  })
}
