import {
  addTo,
  countCommon,
  emptyBitmap,
  isIn,
  membersOf,
  removeFrom,
  type Bitmap,
} from '../../platform/sets/bitmap.ts'
import { docNumber, levelOf, sequenceOf } from '../doc-number.ts'
import { maxHits, type Found } from '../engines/engine.ts'
import type { Term, TermGroup } from '../search-terms.ts'
import { firstByLevel } from './first-by-level.ts'
import { addPosting, commonOf, packed, seqsIn, type Posting } from './posting.ts'
import { ReadCache } from './read-cache.ts'

/** What a changed document is now: its number and terms, or undefined when it is gone. */
export type ChangedDocument = { seq: number; now: { doc: number; terms: ReadonlySet<string> } | undefined }

/** Documents by `seq`: few as a list in their order, many as a set. */
type FoundSeqs = Uint32Array | Bitmap
/** The documents of groups that one search has asked for. */
export type Unions = Map<string, FoundSeqs>

/** Lists that are no longer than this together, in bytes, have few documents. */
const maxBytesOfFew = 4_096
/** What a list costs beside its numbers, in bytes. */
const bytesOfEntry = 150
/** Bytes for all lists, for each document of the shop. */
const bytesPerDocument = 28
/** Groups of terms of which the documents are kept as well, in four bytes for each document of the shop. */
const maxUnions = 16
/** Groups of fewer terms are quickly put together. */
const minTermsOfUnion = 3
/** Of this share of all documents the order is kept, the most popular. */
const orderedShare = 1 / 8
const minBytes = 1_000_000
const moreDocuments = 4_096

/**
 * Which documents have which terms, in memory, for the terms that were put here: what is found by them takes no query.
 * The terms used last stay, in at most 28 bytes for each document.
 */
export class TermSets {
  /** What searches have read beside the lists. */
  readonly known = new ReadCache()
  /** The newest change of what lists keep in memory, when the last search began. */
  newestOfLists: number | undefined
  /** One more than the level of popularity, 0 where there is no document. */
  #levels: Uint8Array<ArrayBuffer>
  readonly #postings = new Map<string, Posting>()
  #bytes = 0
  /** The documents of groups by their lists; those used last stay. */
  readonly #unions = new Map<string, Bitmap>()
  /** The most popular documents in their order, until the level of one changes. */
  #popular: Uint32Array | undefined
  #found = emptyBitmap(0)
  /** The terms of documents that changed, which count instead of what the lists say of them. */
  readonly #changed = new Map<number, ReadonlySet<string> | undefined>()

  /** `levels`: of each document by `seq` one more than its level, 0 where there is none, or where it is added later. */
  constructor(levels: Uint8Array<ArrayBuffer>) {
    this.#levels = levels
  }

  /** How many documents changed. */
  get changed(): number {
    return this.#changed.size
  }

  /** Whether a document changed after the lists were made. */
  hasChanged(seq: number): boolean {
    return this.#changed.has(seq)
  }

  get #most(): number {
    return Math.max(minBytes, this.#levels.length * bytesPerDocument)
  }

  /** Adds documents by their numbers; those of all must be known before anything is found. */
  add(docs: Iterable<number>): void {
    for (const doc of docs) this.#levels[sequenceOf(doc)] = levelOf(doc) + 1
  }

  has(term: Term): boolean {
    return this.#postings.has(keyOf(term))
  }

  /** Keeps the list of a term; `seqs` has each document once. */
  put(term: Term, seqs: Uint32Array): void {
    this.putPacked(term, packed(seqs, this.#levels.length))
  }

  putPacked(term: Term, posting: Posting): void {
    const key = keyOf(term)
    this.#drop(key)
    this.#postings.set(key, posting)
    this.#bytes += posting.byteLength + bytesOfEntry
    for (const oldest of this.#postings.keys()) {
      if (this.#bytes <= this.#most) break
      this.#drop(oldest)
    }
  }

  /** Notes what a document is now, for all lists, and for those that are put later. */
  apply({ seq, now }: ChangedDocument): void {
    if (seq >= this.#levels.length) this.#levels = longer(this.#levels, seq + moreDocuments)
    const level = now ? levelOf(now.doc) + 1 : 0
    if (level !== this.#levels[seq]) this.#popular = undefined
    this.#levels[seq] = level
    this.#changed.set(seq, now?.terms)
  }

  /**
   * Finds the documents with a term of every group, the terms of which are all here. `unions` are the documents of
   * groups that the same search has asked for. The next call uses the same set again, so that a search
   * leaves none behind. Where few have the rarest group, no set of all documents is looked through.
   */
  find(groups: readonly TermGroup[], unions: Unions = new Map()): FoundSeqs {
    const [rarest, ...others] = groups.toSorted((one, other) => this.#bytesOf(one) - this.#bytesOf(other))
    const first = rarest ? this.#seqsOf(rarest, unions) : new Uint32Array()
    if (first instanceof Int32Array)
      return this.#common([first, ...others.map((group) => this.#unionOf(group, unions))])
    let found = first
    for (const group of others) {
      if (found.length === 0) break
      const also = this.#seqsOf(group, unions)
      found = also instanceof Int32Array ? found.filter((seq) => isIn(also, seq)) : commonOf(found, also)
    }
    return found
  }

  #common([first, ...others]: readonly Bitmap[]): Bitmap {
    const found = this.#emptyFound()
    if (first) found.set(first)
    for (const also of others) {
      const { length } = also
      for (let at = 0; at < length; at += 1) found[at] = (found[at] as number) & (also[at] as number)
      found.fill(0, length)
    }
    return found
  }

  /** Puts the first of the found documents in their order, with `isUnited` all of them up to `maxHits`. */
  ordered(found: FoundSeqs, first: number, isUnited: boolean): Found {
    const count = found instanceof Int32Array ? countCommon(found, found) : found.length
    const total = Math.min(count, maxHits + 1)
    if (count === 0) return { docs: [], total }
    const max = isUnited && count <= maxHits ? count : Math.min(first, count)
    if (!(found instanceof Int32Array)) return { docs: this.#docsOf(this.#inOrder(found, max)), total }
    const popular = count > maxHits ? this.#firstOf(found, max) : undefined
    return { docs: this.#docsOf(popular ?? this.#inOrder(membersOf(found), max)), total }
  }

  #emptyFound(): Bitmap {
    if (this.#found.length < (this.#levels.length + 31) >>> 5) this.#found = emptyBitmap(this.#levels.length)
    return this.#found.fill(0)
  }

  #docsOf(seqs: Uint32Array): number[] {
    const docs: number[] = []
    for (let at = 0; at < seqs.length; at += 1) {
      const seq = seqs[at] as number
      docs.push(docNumber((this.#levels[seq] as number) - 1, seq))
    }
    return docs
  }

  #inOrder(seqs: Uint32Array, max: number): Uint32Array {
    return firstByLevel(seqs, this.#levels, max)
  }

  /** The first of very many documents; undefined where not so many of them are among the most popular of all. */
  #firstOf(found: Bitmap, max: number): Uint32Array | undefined {
    const popular = (this.#popular ??= this.#mostPopular())
    const placed = new Uint32Array(max)
    let length = 0
    for (let at = 0; at < popular.length && length < max; at += 1) {
      const seq = popular[at] as number
      if (isIn(found, seq)) placed[length++] = seq
    }
    return length === max ? placed : undefined
  }

  #mostPopular(): Uint32Array {
    const { length } = this.#levels
    const all = new Uint32Array(length)
    let count = 0
    for (let seq = 0; seq < length; seq += 1) if (this.#levels[seq] !== 0) all[count++] = seq
    return this.#inOrder(all.subarray(0, count), Math.ceil(count * orderedShare))
  }

  #drop(key: string): void {
    const posting = this.#postings.get(key)
    if (!posting) return
    this.#bytes -= posting.byteLength + bytesOfEntry
    this.#postings.delete(key)
  }

  #unionOf(group: TermGroup, unions: Unions): Bitmap {
    const key = group.map(keyOf).join(' ')
    const known = unions.get(key)
    const union = known instanceof Int32Array ? known : this.#union(group)
    unions.set(key, union)
    return union
  }

  /** How long the lists of a group are together; a set is longer than any list. */
  #bytesOf(group: TermGroup): number {
    return group.reduce((sum, term) => {
      const posting = this.#postings.get(keyOf(term))
      return sum + (posting instanceof Int32Array ? Infinity : (posting?.length ?? 0))
    }, 0)
  }

  /** The documents of a group: few as a list, more as a set. */
  #seqsOf(group: TermGroup, unions: Unions): FoundSeqs {
    if (this.#bytesOf(group) > maxBytesOfFew) return this.#unionOf(group, unions)
    const name = group.map(keyOf).join(' ')
    const few = unions.get(name) ?? this.#few(group)
    unions.set(name, few)
    return few
  }

  #few(group: TermGroup): Uint32Array {
    const keys = new Set(group.map(keyOf))
    const listed = seqsIn(Array.from(keys, (key) => this.#use(key)))
    if (this.#changed.size === 0) return listed
    const isNow = this.#hasTermNow(group, keys)
    const changed = [...this.#changed].flatMap(([seq, terms]) => (isNow(terms) ? [seq] : []))
    return Uint32Array.from([...listed.filter((seq) => !this.#changed.has(seq)), ...changed]).sort()
  }

  #hasTermNow(group: TermGroup, keys: ReadonlySet<string>): (terms: ReadonlySet<string> | undefined) => boolean {
    const prefixes = group.filter(({ prefix }) => prefix).map(({ text }) => text)
    return (terms) => terms !== undefined && hasTerm(terms, keys, prefixes)
  }

  /** The documents with one of the terms as their lists say, which later changes do not touch. */
  #listed(keys: ReadonlySet<string>): Bitmap {
    const postings = Array.from(keys, (key) => this.#use(key))
    const [only] = postings
    if (postings.length === 1 && only instanceof Int32Array) return only
    if (postings.length < minTermsOfUnion) return this.#together(postings)
    const name = [...keys].join(' ')
    const listed = this.#unions.get(name) ?? this.#together(postings)
    this.#unions.delete(name)
    this.#unions.set(name, listed)
    if (this.#unions.size > maxUnions) this.#unions.delete(this.#unions.keys().next().value ?? '')
    return listed
  }

  /** Returns the list of a term, which is then the one used last. */
  #use(key: string): Posting {
    const posting = this.#postings.get(key)
    if (!posting) throw new Error(`The documents with ${key} are not in memory.`)
    this.#postings.delete(key)
    this.#postings.set(key, posting)
    return posting
  }

  #together(postings: readonly Posting[]): Bitmap {
    const all = emptyBitmap(this.#levels.length)
    for (const posting of postings) addPosting(all, posting)
    return all
  }

  /** The documents with one of the terms. */
  #union(group: TermGroup): Bitmap {
    const keys = new Set(group.map(keyOf))
    const listed = this.#listed(keys)
    if (this.#changed.size === 0) return listed
    const all = emptyBitmap(this.#levels.length)
    all.set(listed)
    const isNow = this.#hasTermNow(group, keys)
    for (const [seq, terms] of this.#changed) (isNow(terms) ? addTo : removeFrom)(all, seq)
    return all
  }
}

/** Names the list of a term. */
export function keyOf({ text, prefix }: Term): string {
  return prefix ? `${text}*` : text
}

function hasTerm(terms: ReadonlySet<string>, keys: ReadonlySet<string>, prefixes: readonly string[]): boolean {
  for (const key of keys) if (terms.has(key)) return true
  return prefixes.some((prefix) => terms.values().some((term) => term.startsWith(prefix)))
}

function longer(levels: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(length)
  copy.set(levels)
  return copy
}
