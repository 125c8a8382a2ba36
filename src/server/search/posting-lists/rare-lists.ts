import { crc32 } from 'node:zlib'
import { packed, type Posting } from './posting.ts'
import type { SyncFile } from './sync-file.ts'

/**
 * Lists of the rare terms of some kinds, of which a file has every one, so that a term without a list is in no
 * document. A shop with more such terms, or with more numbers in their lists for each document, has none of them.
 */
const [maxTerms, maxNumbersPerDocument] = [200_000, 8]
const [memberMark, category, beginningMark, pieceMark, star] = [0x23, 0x63, 0x5e, 0x7e, 0x2a] // # c ^ ~ *
const [zero, nine] = [0x30, 0x39]
/** How many slots there are, and their CRC-32, in four bytes each. */
const headBytes = 8
/** Before each term: its length and that of its list in bytes, and the CRC-32 of both, in four bytes each. */
const entryBytes = 12
const usualBytes = 4_096

/** Whether a term is of a kind that has a list however rare it is: a word without a digit, a beginning, a category. */
function mayBeRare(bytes: Uint8Array, from: number, to: number): boolean {
  const first = bytes[from]
  if (first === memberMark) return bytes[from + 1] === category
  if (first === beginningMark) return true
  if (first === pieceMark || bytes[to - 1] === star) return false
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at] as number
    if (byte >= zero && byte <= nine) return false
  }
  return true
}

/** The documents of rare terms, which are added in the order of `seq`. */
export class RareTerms {
  /** Undefined when there are too many. */
  #lists: Map<string, number[]> | undefined = new Map()
  #left: number

  /** `size` is more than any `seq`. */
  constructor(size: number) {
    this.#left = size * maxNumbersPerDocument
  }

  /** Adds a document to the list of a term from byte `from` up to `to`, where it may be rare. */
  add(bytes: Buffer, from: number, to: number, seq: number): void {
    if (!this.#lists || !mayBeRare(bytes, from, to)) return
    const term = bytes.toString('utf8', from, to)
    const list = this.#lists.get(term)
    this.#left -= 1
    if (list) list.push(seq)
    else this.#lists.set(term, [seq])
    if (this.#left < 0 || this.#lists.size > maxTerms) this.#lists = undefined
  }

  /** The lists as a file has them; undefined when there are too many. */
  written(): Buffer<ArrayBuffer> | undefined {
    return this.#lists && writtenLists([...this.#lists])
  }
}

function writtenLists(lists: readonly (readonly [string, readonly number[]])[]): Buffer<ArrayBuffer> {
  const slots = new Uint32Array(2 ** Math.ceil(Math.log2(lists.length * 2 + 2)))
  const entries: Buffer[] = []
  let from = 0
  for (const [term, seqs] of lists) {
    const key = Buffer.from(term)
    let slot = slotOf(key, slots.length)
    while (slots[slot] !== 0) slot = (slot + 1) % slots.length
    slots[slot] = from + 1
    // However many there are, they are written as distances.
    const entry = entryOf(key, packed(Uint32Array.from(seqs), Infinity))
    entries.push(entry)
    from += entry.length
  }
  const places = Buffer.from(slots.buffer)
  const head = Buffer.alloc(headBytes)
  head.writeUInt32LE(slots.length)
  head.writeUInt32LE(crc32(places), 4)
  return Buffer.concat([head, places, ...entries])
}

function entryOf(key: Buffer, list: Posting): Buffer {
  const content = Buffer.concat([key, Buffer.from(list.buffer)])
  const head = Buffer.alloc(entryBytes)
  for (const [at, number] of [key.length, list.byteLength, crc32(content)].entries()) head.writeUInt32LE(number, at * 4)
  return Buffer.concat([head, content])
}

function slotOf(key: Uint8Array, slots: number): number {
  return crc32(key) % slots
}

/** Lists of rare terms in a file, of which only the places are in memory, in about twelve bytes for each term. */
export class RareLists {
  readonly #file: SyncFile
  readonly #slots: Uint32Array
  /** Where the first list begins, and where the last one ends. */
  readonly #from: number
  readonly #to: number
  readonly #usual = Buffer.alloc(usualBytes)

  private constructor(file: SyncFile, slots: Uint32Array, from: number, to: number) {
    this.#file = file
    this.#slots = slots
    this.#from = from
    this.#to = to
  }

  /** Opens the lists that are at these bytes of a file; undefined when they are damaged. */
  static open(file: SyncFile, from: number, length: number): RareLists | undefined {
    const head = Buffer.alloc(headBytes)
    if (length < headBytes || !file.readInto(head, headBytes, from)) return undefined
    const [count, sum] = [head.readUInt32LE(), head.readUInt32LE(4)]
    if (count === 0 || headBytes + count * 4 > length) return undefined
    const slots = new Uint32Array(count)
    const places = Buffer.from(slots.buffer)
    if (!file.readInto(places, places.length, from + headBytes) || crc32(places) !== sum) return undefined
    return new RareLists(file, slots, from + headBytes + places.length, from + length)
  }

  /**
   * Reads the list of a term, which is empty where no document has it; undefined when the term is of another kind, or
   * its list is damaged.
   */
  read(term: string): Posting | undefined {
    const key = Buffer.from(term)
    if (!mayBeRare(key, 0, key.length)) return undefined
    const slots = this.#slots
    for (let slot = slotOf(key, slots.length); ; slot = (slot + 1) % slots.length) {
      const place = slots[slot] as number
      if (place === 0) return new Uint8Array()
      const entry = this.#entryAt(this.#from + place - 1)
      if (!entry) return undefined
      if (key.equals(entry.key)) return new Uint8Array(entry.list)
    }
  }

  /** The term and the list at a place; undefined when they are damaged. */
  #entryAt(place: number): { key: Buffer; list: Buffer } | undefined {
    const read = Math.min(usualBytes, this.#to - place)
    if (read < entryBytes || !this.#file.readInto(this.#usual, read, place)) return undefined
    const [keyLength, listLength, sum] = [0, 4, 8].map((at) => this.#usual.readUInt32LE(at)) as [number, number, number]
    const end = entryBytes + keyLength + listLength
    if (place + end > this.#to) return undefined
    const bytes = end > read ? Buffer.alloc(end) : this.#usual
    if (bytes !== this.#usual && !this.#file.readInto(bytes, end, place)) return undefined
    if (crc32(bytes.subarray(entryBytes, end)) !== sum) return undefined
    const list = entryBytes + keyLength
    return { key: bytes.subarray(entryBytes, list), list: bytes.subarray(list, end) }
  }
}
