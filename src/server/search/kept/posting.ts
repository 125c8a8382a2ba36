import { addTo, emptyBitmap, type Bitmap } from '../../platform/sets/bitmap.ts'

/**
 * The documents with a term by `seq`: many as a set, fewer as the distances between them, seven bits to a byte, of
 * which the lowest come first and all but the last have the highest bit set.
 */
export type Posting = Uint8Array | Bitmap

const [lowBits, moreBit] = [0x7f, 0x80]
const mostBytesOfNumber = 5

/** Packs a list of documents, each once; `size` is more than any `seq`. */
export function packed(seqs: Uint32Array, size: number): Posting {
  const set = emptyBitmap(size)
  if (seqs.length >= set.byteLength) {
    for (const seq of seqs) addTo(set, seq)
    return set
  }
  const bytes = new Uint8Array(seqs.length * mostBytesOfNumber)
  let [length, before] = [0, 0]
  for (const seq of seqs.toSorted()) {
    let distance = seq - before
    before = seq
    for (; distance > lowBits; distance >>>= 7) bytes[length++] = (distance & lowBits) | moreBit
    bytes[length++] = distance
  }
  return bytes.slice(0, length)
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
