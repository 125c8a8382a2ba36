import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { ShopDatabase } from '../../platform/db/connect.ts'
import { runDetached } from '../../platform/db/request-signal.ts'
import type { Database } from '../../platform/db/tables.ts'
import { storedSource } from '../document-source.ts'
import { engineOf } from '../engines/choose-engine.ts'
import { readDocuments, type SearchDocument } from '../read-documents.ts'
import { pieceTerm, threes, type Term } from '../search-terms.ts'
import {
  changesAfter,
  docsAfter,
  documentsWith,
  highestNumber,
  namedIn,
  newestChange,
  newsAfter,
} from './change-queries.ts'
import type { ReadCache } from './read-cache.ts'
import { maxChanged, SavedLists, type BuildLists, type ListSource } from './saved-lists.ts'
import { TermSets, type ChangedDocument } from './term-sets.ts'

export type PostingSource = Pick<ShopDatabase, 'db' | 'searchDb' | 'kind' | 'aheadDb'> & ListSource
/** `least`: with fewer documents nothing is kept. `rest`: milliseconds after too many changes. */
type Options = { least?: number; rest?: number; build?: BuildLists }

/** Below this number of documents the index of the database is quick enough. */
const minDocuments = 50_000
const docsAtOnce = 20_000
/** Terms that wait to be read; more are not asked for. */
const maxWaiting = 500
/** How long nothing is read after so many changes that everything was forgotten, such as those of an import. */
const restMs = 30_000
/** More changes than these while it rests are an import, which would make new lists old at once. */
const fewChanges = 3
/**
 * How long what is kept lasts at first, and each time twice as long, up to a day: a worker of a version that notes no
 * changes may run beside this one during an upgrade.
 */
const [firstLastingMs, maxLastingMs] = [15 * 60_000, 24 * 3_600_000]
/** A search on SQLite does not wait for longer lists. */
const maxReadNow = 5_000
/** A search reads so many lists itself; on SQLite, and where no lists are saved, some may be long. */
const [maxReadAtOnce, maxShortReadAtOnce] = [4, 24]
const maxReadHere = 4
/** How long a small shop is believed to be small. */
const smallMs = 600_000

/**
 * Caches posting lists (the documents with a term) in memory, in a shop with many products: of terms that many
 * documents have, and of those that were searched for. They are read in the background, one after the other; until
 * then, and for other terms, the index of the database answers (decision 0193).
 */
export class PostingCache {
  readonly #source: PostingSource
  readonly #least: number
  readonly #rest: number
  #sets: TermSets | undefined
  /** The newest change that the sets have. */
  #seen = 0
  /** Terms that searches asked for, which are read first. */
  readonly #wanted = new Map<string, Term>()
  /** Frequent terms, so that only rare ones are read from the database. */
  readonly #saved: SavedLists | undefined
  #hasSaved = false
  #reading: Promise<void> | undefined
  #following: Promise<unknown> = Promise.resolve()
  #next: Promise<void> | undefined
  #notBefore = -Infinity
  /** The newest change when it began to rest. */
  #restsFrom: number | undefined
  #lasting = firstLastingMs
  #lastsUntil = Infinity

  constructor(source: PostingSource, { least = minDocuments, rest = restMs, build }: Options = {}) {
    this.#source = source
    this.#least = least
    this.#rest = rest
    this.#saved = SavedLists.of(source, build)
  }

  /**
   * Returns what is kept, with every change that was committed before the call; undefined while nothing is. Reads on
   * this connection alone, which the caller must hold: others that hold one wait for what is read on it.
   */
  async current(db: Database): Promise<TermSets | undefined> {
    if (!this.#sets) {
      this.#start()
      return undefined
    }
    await this.#follow(db)
    if (performance.now() > this.#lastsUntil) this.#expire()
    return this.#sets
  }

  /** What may be used of earlier searches if nothing has changed since the last of them. */
  get lastKnown(): ReadCache | undefined {
    return this.#sets?.known
  }

  /** Reads these terms in the background. */
  want(terms: readonly Term[]): void {
    if (terms.length === 0) return
    for (const term of terms) if (this.#wanted.size < maxWaiting) this.#wanted.set(`${term.text} ${term.prefix}`, term)
    this.#start()
  }

  /** Reads those of these terms that a search can wait for. */
  async readNow(sets: TermSets, terms: readonly Term[]): Promise<void> {
    this.readSaved(sets, terms)
    const missing = terms.filter((term) => !sets.has(term))
    if (missing.length === 0 || missing.length > (this.#hasSaved ? maxShortReadAtOnce : maxReadAtOnce)) return
    const { db, searchDb, kind } = this.#source
    // On SQLite a few rare lists take less time here than a message to the process that searches.
    const isQuick = kind === 'sqlite' && this.#hasSaved && missing.length <= maxReadHere
    putAll(sets, missing, await engineOf(kind).postings(isQuick ? db : searchDb, missing, maxReadNow))
  }

  /** Puts the lists of these terms that are saved. */
  readSaved(sets: TermSets, terms: readonly Term[]): void {
    if (!this.#hasSaved) return
    this.#saved?.put(
      sets,
      terms.filter((term) => !sets.has(term)),
    )
  }

  /** Resolves when nothing waits to be read. */
  async settled(): Promise<void> {
    while (this.#reading) await this.#reading
  }

  /** Stops reading; nothing may be asked afterwards. */
  async end(): Promise<void> {
    this.#wanted.clear()
    await this.#saved?.end()
    await this.settled()
  }

  #start(): void {
    if (this.#reading || performance.now() < this.#notBefore) return
    // What many searches wait for does not end when the first shopper leaves.
    const reading = runDetached(() => this.#read())
    this.#reading = reading.catch(() => this.#forget()).finally(() => (this.#reading = undefined))
  }

  async #read(): Promise<void> {
    this.#sets ??= await this.#firstSets()
    while (this.#sets) {
      const [wanted] = this.#wanted
      if (!wanted) return
      this.#wanted.delete(wanted[0])
      if (!this.#sets.has(wanted[1])) await this.#readTerm(this.#sets, wanted[1])
    }
  }

  /** On SQLite it rests for as long as it worked, because searches need the processor as well. */
  async #readTerm(sets: TermSets, term: Term): Promise<void> {
    const { searchDb, aheadDb = searchDb, kind } = this.#source
    const begun = performance.now()
    putAll(sets, [term], await engineOf(kind).postings(aheadDb, [term]))
    if (kind === 'sqlite') await pause(performance.now() - begun)
  }

  async #firstSets(): Promise<TermSets | undefined> {
    const size = (await highestNumber(this.#source.db)) + 1
    if (size <= this.#least) {
      this.#notBefore = performance.now() + smallMs
      this.#wanted.clear()
      return undefined
    }
    if (await this.#isStillChanging()) return undefined
    this.#lastsUntil = performance.now() + this.#lasting
    if (!this.#saved) return this.#readDocuments()
    const opened = await this.#saved.open().catch(() => 'failed' as const)
    if (opened === 'failed') return this.#readDocuments()
    if (!opened) {
      this.#restFrom(await newestChange(this.#source.db), this.#rest)
      return undefined
    }
    const changes = await changesAfter(this.#source.db, opened.seen)
    for (const each of await this.#readChanged(this.#source.db, namedIn(changes, maxChanged) ?? []))
      opened.sets.apply(each)
    this.#seen = changes.at(-1)?.id ?? opened.seen
    this.#hasSaved = true
    return opened.sets
  }

  /** Whether an import goes on since everything was forgotten; then it rests again. */
  async #isStillChanging(): Promise<boolean> {
    if (this.#restsFrom === undefined) return false
    const newest = await newestChange(this.#source.db)
    const isChanging = newest - this.#restsFrom > fewChanges
    if (isChanging) this.#restFrom(newest, this.#rest)
    else this.#restsFrom = undefined
    return isChanging
  }

  #restFrom(newest: number, rest: number): void {
    this.#restsFrom = rest > 0 ? newest : undefined
    this.#notBefore = performance.now() + rest
  }

  async #readDocuments(): Promise<TermSets> {
    const { db, searchDb, aheadDb = searchDb, kind } = this.#source
    const seen = await newestChange(db)
    const size = (await highestNumber(db)) + 1
    this.#seen = seen
    const sets = new TermSets(new Uint8Array(size))
    for (let after = -1; ;) {
      const docs = await docsAfter(aheadDb, kind, after, docsAtOnce)
      sets.add(docs)
      after = docs.at(-1) ?? after
      if (docs.length < docsAtOnce) break
      await nextTurn()
    }
    return sets
  }

  /** Searches that come while another one asks for changes ask once together after it. */
  #follow(db: Database): Promise<void> {
    this.#next ??= this.#following.then(() => {
      this.#next = undefined
      return runDetached(() => this.#takeChanges(db))
    })
    this.#following = this.#next.catch(() => {})
    return this.#next
  }

  async #takeChanges(db: Database): Promise<void> {
    const sets = this.#sets
    if (!sets) return
    const { changes, newestOfLists } = await newsAfter(db, this.#seen)
    sets.newestOfLists = newestOfLists
    if (changes.length === 0) return
    const seqs = namedIn(changes)
    if (changes[0]?.id !== this.#seen + 1 || seqs === undefined) return this.#forget()
    const changed = await this.#readChanged(db, seqs)
    if (sets !== this.#sets) return
    for (const each of changed) sets.apply(each)
    sets.known.forget(seqs)
    this.#seen = changes.at(-1)?.id ?? this.#seen
    if (sets.changed > maxChanged) this.#forget()
  }

  async #readChanged(db: Database, seqs: readonly number[]): Promise<ChangedDocument[]> {
    const { kind } = this.#source
    const rows = new Map((await documentsWith(db, kind, seqs)).map((row) => [row.seq, row]))
    const ids = [...rows.values()].map((row) => row.product_id)
    const { documents } = await readDocuments(storedSource(db, kind), ids)
    const terms = new Map(documents.map((each) => [each.productId, termsIn(each)]))
    return seqs.map((seq) => {
      const row = rows.get(seq)
      return { seq, now: row && { doc: row.doc, terms: terms.get(row.product_id) ?? new Set() } }
    })
  }

  /** Reads everything again, although no change told to. */
  #expire(): void {
    this.#lasting = Math.min(this.#lasting * 2, maxLastingMs)
    this.#forget(0)
    this.#start()
  }

  /** Forgets everything; the index of the database answers until it has been read again. */
  #forget(rest = this.#rest): void {
    this.#sets = undefined
    this.#hasSaved = false
    this.#saved?.refuse()
    this.#wanted.clear()
    this.#lastsUntil = Infinity
    this.#restFrom(this.#seen, rest)
  }
}

function termsIn({ terms, numbers }: SearchDocument): Set<string> {
  return new Set([...terms, ...numbers.flatMap(threes).map(pieceTerm)])
}

function putAll(sets: TermSets, terms: readonly Term[], lists: readonly (Uint32Array | undefined)[]): void {
  for (const [at, seqs] of lists.entries()) if (seqs) sets.put(terms[at] as Term, seqs)
}

function pause(milliseconds: number): Promise<void> {
  return sleep(milliseconds, undefined, { ref: false })
}

const known = new WeakMap<object, PostingCache>()

/** Returns what this process keeps of a database. */
export function postingCacheOf(source: PostingSource): PostingCache {
  const kept = known.get(source.db) ?? new PostingCache(source)
  known.set(source.db, kept)
  return kept
}
