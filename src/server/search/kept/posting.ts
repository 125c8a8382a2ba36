import { emptyBitmap, type Bitmap } from '../../platform/sets/bitmap.ts'

/**
 * The documents with a term by `seq`: many as a set, fewer as the distances between them, seven bits to a byte, of
 * which the lowest come first and all but the last have the highest bit set.
 */
export type Posting = Uint8Array<ArrayBuffer> | Bitmap

const [lowBits, moreBit] = [0x7f, 0x80]
const mostBytesOfNumber = 5
/** Bytes of most distances. */
const expectedBytes = 1.25

/** Packs a list of documents, each once; `size` is more than any `seq`. */
export function packed(seqs: Uint32Array, size: number): Posting {
  const packer = new Packer(seqs.length)
  for (const seq of seqs.toSorted()) packer.add(seq)
  return packer.packed(size)
}

/** Packs documents that come one after the other, each with a higher `seq`. */
export class Packer {
  #bytes: Uint8Array<ArrayBuffer>
  #length = 0
  #last = 0
  #count = 0

  /** `expected`: about how many documents there will be. */
  constructor(expected: number) {
    this.#bytes = new Uint8Array(Math.ceil(expected * expectedBytes) + mostBytesOfNumber)
  }

  /** Adds a document that is not the last one again. */
  add(seq: number): void {
    if (seq === this.#last && this.#count > 0) return
    if (this.#length + mostBytesOfNumber > this.#bytes.length) this.#grow()
    let distance = seq - this.#last
    for (; distance > lowBits; distance >>>= 7) this.#bytes[this.#length++] = (distance & lowBits) | moreBit
    this.#bytes[this.#length++] = distance
    this.#last = seq
    this.#count += 1
  }

  /** The documents in a buffer of their own; `size` is more than any `seq`. */
  packed(size: number): Posting {
    const bytes = this.#bytes.subarray(0, this.#length)
    if (this.#count < size / 8) return bytes.slice()
    const set = emptyBitmap(size)
    addPosting(set, bytes)
    return set
  }

  #grow(): void {
    const more = new Uint8Array(this.#bytes.length * 2)
    more.set(this.#bytes)
    this.#bytes = more
  }
}

/** Adds the documents of a list to a set. */
export function addPosting(set: Bitmap, posting: Posting): void {
  if (posting instanceof Int32Array) {
    for (let at = 0; at < posting.length; at += 1) set[at] = (set[at] as number) | (posting[at] as number)
    return
  }
  let [seq, distance, shift] = [0, 0, 0]
  for (let at = 0; at < posting.length; at += 1) {
    const byte = posting[at] as number
    distance |= (byte & lowBits) << shift
    shift += 7
    if (byte >= moreBit) continue
    seq += distance
    set[seq >>> 5] = (set[seq >>> 5] as number) | (1 << (seq & 31))
    distance = 0
    shift = 0
  }
}
