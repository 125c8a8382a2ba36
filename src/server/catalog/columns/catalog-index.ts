import type { Language } from '../../../domain/places/locales.ts'
import type { ShopDatabase } from '../../platform/db/connect.ts'
import { manyProductsTag, momentOf } from '../change-queries.ts'
import type { AttributeRanks } from './attribute-ranks.ts'
import { columnsAfter } from './column-queries.ts'
import { changesIn, changesAfter, newestChange } from './new-change-queries.ts'
import { forEverybody, kept, within, type Kept } from './kept-values.ts'
import { orderOf, type Order } from './page-of-hits.ts'
import { ProductColumns } from './product-columns.ts'
import { readNames, readRanks } from './read-orders.ts'
import type { Restored, SavedColumns } from './saved-columns.ts'
import { sortInSlices } from './sort-in-slices.ts'
import { updateColumns, updateColumnsAt } from './update-columns.ts'

type Source = Pick<ShopDatabase, 'db' | 'listDb' | 'kind'>
type Options = { saved?: SavedColumns | undefined; rest?: number }

/** Columns are wide: reading more of them at a time would keep lists and this process for longer than a page takes. */
const columnsPerRead = 500
/** How long a page waits for a changed catalogue; a large one is shown as it was, and purged when it has been read. */
const mostWaitMs = 250
/** A catalogue that is larger would take longer to read, so that nobody waits for it. */
const mostRowsWaitedFor = 8_000
/** The same after an import or another change of many products, which several others may follow. */
const mostRowsWaitedForOfMany = 1_000
/**
 * After a reading that nobody waited for, the next one begins when so many times as long have passed, or so many ms:
 * an import of ten files changes the catalogue ten times, and reading it takes the processors from pages.
 */
const [restTimes, mostRestMs] = [10, 60_000]
/** When a reading that failed is begun again, also when nobody asks for lists then. */
const retryMs = 2_000
const mostComputed = 1_000
/** Most orders and lists of names and ranks, of which each holds a number for every product; the last used stay. */
const mostKept = 32

/**
 * The columns of the catalogue, read on first use and kept up to date by the tags with which cached pages are purged.
 * A committed change of a product is seen by the next call; a change of the whole catalogue after it has been read.
 */
export class CatalogIndex {
  readonly #source: Source
  readonly #purge: () => void
  readonly #saved: SavedColumns | undefined
  /** When all products were last read from the database, in milliseconds since 1970. */
  #readAt = Number.NaN
  #columns: Kept<ProductColumns> | undefined
  #seen = 0
  #tags = new Set<string>()
  /** Tags since the columns began to be read again. */
  #tagsMeanwhile = new Set<string>()
  /** Whether many products have changed since the columns began to be read. */
  #isMany = false
  readonly #restTimes: number
  #notBefore = -Infinity
  /** Whether pages were made from columns whose last reading has failed. */
  #hasFailed = false
  #later: NodeJS.Timeout | undefined
  #work: Promise<unknown> = Promise.resolve()
  readonly #kept = new Map<string, Kept<unknown>>()
  readonly #computed = new Map<string, unknown>()

  /**
   * `purge` drops the cached pages of the catalogue in this process. From `saved` columns are restored; `rest` replaces
   * `restTimes`.
   */
  constructor(source: Source, purge: () => void, { saved, rest = restTimes }: Options = {}) {
    this.#source = source
    this.#purge = purge
    this.#saved = saved
    this.#restTimes = rest
  }

  /** Notes purged tags in any order. Many changed products are read by themselves: nobody waits for them later. */
  note(tags: readonly string[]): void {
    if (!this.#columns) return
    for (const tag of tags) this.#tags.add(tag)
    if (tags.some((tag) => tag === manyProductsTag || momentOf(tag))) this.#readLater(0)
  }

  /** Returns the columns with every change that was committed before the call. */
  async columns(): Promise<ProductColumns> {
    const columns = (this.#columns ??= this.#load())
    await columns.value
    const work = this.#work.then(() => forEverybody(() => this.#followChanges(columns)))
    this.#work = work.catch(() => {})
    await work
    return columns.value
  }

  /** Saves the columns for the next start, if they are known and it is time. Throws when the disk takes no file. */
  async save(): Promise<void> {
    const known = this.#columns
    if (!known || !this.#saved) return
    const readAt = this.#readAt
    const change = await this.#saved.due(this.#source, readAt)
    if (!change) return
    const columns = await this.columns()
    const isNewest = known === this.#columns && !known.isStale && !known.next && readAt === this.#readAt
    if (isNewest) await this.#saved.save(this.#source, columns, change, readAt)
  }

  /** Returns all listed products in an order; `key` names everything that it depends on. */
  order(key: string, columns: ProductColumns, compare: (one: number, other: number) => number): Promise<Order> {
    return this.#keep(`order ${key}`, async () => orderOf(await sortInSlices(columns.listed(), compare), columns.size))
  }

  /** Returns the names of all listed products by `seq`. */
  names(language: Language): Promise<readonly string[]> {
    return this.#keep(`names ${language}`, () => readNames(this.#source.listDb, language))
  }

  /** Returns the places of all listed products in the order of an attribute's values; none has one if it is unknown. */
  ranks(attribute: string, language: Language): Promise<AttributeRanks> {
    return this.#keep(`ranks ${language} ${attribute}`, () => readRanks(this.#source.listDb, attribute, language))
  }

  /** Returns what was computed from the columns under a key, until a product changes. */
  remember<Value>(key: string, compute: () => Value): Value {
    if (this.#computed.has(key)) return this.#computed.get(key) as Value
    if (this.#computed.size === mostComputed) this.#computed.clear()
    const value = compute()
    this.#computed.set(key, value)
    return value
  }

  #keep<Value>(key: string, read: () => Promise<Value>): Promise<Value> {
    const known = (this.#kept.get(key) as Kept<Value> | undefined) ?? kept(forEverybody(read))
    this.#kept.delete(key)
    if (this.#kept.size >= mostKept) this.#kept.delete(this.#kept.keys().next().value ?? '')
    this.#kept.set(key, known)
    known.value.catch(() => this.#kept.delete(key))
    if (known.isStale) this.#refresh(known, () => forEverybody(read))
    return within(mostWaitMs, known)
  }

  /**
   * Reads a value again; what becomes stale meanwhile is read once more after that. `replaced` tells whether pages may
   * have been made without waiting for it.
   */
  #refresh<Value>(known: Kept<Value>, read: () => Promise<Value>, replaced = (): boolean => false): void {
    if (known.next) return
    known.isStale = false
    known.next = this.#replace(known, read, replaced)
  }

  async #replace<Value>(known: Kept<Value>, read: () => Promise<Value>, replaced: () => boolean): Promise<void> {
    const startedAt = performance.now()
    try {
      known.value = Promise.resolve(await read())
      if (replaced() || performance.now() - startedAt > mostWaitMs) this.#purge()
    } catch {
      known.isStale = true
    } finally {
      known.next = undefined
    }
  }

  /** Reads the columns for the first time; after a failure the next caller tries again. */
  #load(): Kept<ProductColumns> {
    const columns = kept(
      forEverybody(async () => {
        const restored = await this.#restore()
        if (restored?.isOld) columns.isStale = true
        return restored?.columns ?? this.#read()
      }),
    )
    columns.value.catch(() => (this.#columns = undefined))
    return columns
  }

  async #restore(): Promise<Restored | undefined> {
    if (!this.#saved) return undefined
    this.#seen = Math.max(this.#seen, await newestChange(this.#source.db))
    const restored = await this.#saved.load(this.#source)
    this.#readAt = restored?.readAt ?? Number.NaN
    return restored
  }

  async #read(): Promise<ProductColumns> {
    const { db, listDb, kind } = this.#source
    const begun = this.#saved?.now ?? 0
    this.#seen = Math.max(this.#seen, await newestChange(db))
    const columns = new ProductColumns()
    let next = columnsAfter(listDb, kind, -1, columnsPerRead)
    for (;;) {
      const rows = await next
      const last = rows.at(-1)
      const isMore = last !== undefined && rows.length === columnsPerRead
      // The database reads while these rows are put.
      if (isMore) next = columnsAfter(listDb, kind, last.seq, columnsPerRead)
      for (const row of rows) columns.put(row)
      if (!isMore) {
        this.#readAt = begun
        return columns
      }
    }
  }

  async #followChanges(known: Kept<ProductColumns>): Promise<void> {
    const { db } = this.#source
    const newest = await newestChange(db)
    if (newest > this.#seen) this.note(await changesAfter(db, this.#seen))
    this.#seen = Math.max(this.#seen, newest)
    if (this.#tags.size === 0 && !known.isStale) return
    const tags = [...this.#tags]
    this.#tags = new Set()
    try {
      await this.#applyChanges(known, tags)
    } catch (error) {
      this.note(tags)
      throw error
    }
  }

  async #applyChanges(known: Kept<ProductColumns>, tags: readonly string[]): Promise<void> {
    const { changed, moments, isWhole, isMany } = changesIn(tags)
    for (const id of changed) this.#tagsMeanwhile.add(`product:${id}`)
    if (isWhole || (moments.length > 0 && known.next)) known.isStale = true
    this.#isMany ||= isMany
    const isLarge = (await known.value).size > (this.#isMany ? mostRowsWaitedForOfMany : mostRowsWaitedFor)
    const isBegun = known.isStale ? this.#readAll(known, isLarge) : this.#readMoments(known, moments)
    if (!isBegun && changed.length > 0) await this.#update(await known.value, changed)
    if (!isLarge) await within(mostWaitMs, known)
  }

  /** Reads all columns again, after a rest where nobody waits for it; @returns whether that has begun. */
  #readAll(known: Kept<ProductColumns>, isLarge: boolean): boolean {
    const restMs = isLarge ? this.#notBefore - performance.now() : 0
    if (restMs > 0) return this.#readLater(restMs)
    const replaced = () => {
      const hasFailed = this.#hasFailed
      this.#hasFailed = false
      this.#markStale()
      if (!known.isStale) this.#isMany = false
      return isLarge || hasFailed
    }
    this.#refresh(known, () => this.#readAgain(), replaced)
    return true
  }

  /** Begins to read the columns again after a time, also when nobody asks for them then. */
  #readLater(ms: number): false {
    if (this.#later) return false
    this.#later = setTimeout(() => {
      this.#later = undefined
      this.columns().catch(() => {})
    }, ms).unref()
    return false
  }

  /** Reads the products of some moments, for which nobody waits; after a failure all products are read. */
  #readMoments(known: Kept<ProductColumns>, moments: readonly string[]): false {
    if (moments.length === 0) return false
    const read = async () => updateColumnsAt(this.#source, await known.value, moments)
    const replaced = () => (this.#markStale(), true)
    this.#refresh(known, () => this.#orLater(() => this.#withChanges(read)), replaced)
    return false
  }

  /** Reads all columns, and then the products that changed while they were read. */
  #readAgain(): Promise<ProductColumns> {
    const startedAt = performance.now()
    return this.#orLater(async () => {
      const columns = await this.#withChanges(() => this.#read())
      const endedAt = performance.now()
      this.#notBefore = endedAt + Math.min(mostRestMs, this.#restTimes * (endedAt - startedAt))
      return columns
    })
  }

  async #orLater(read: () => Promise<ProductColumns>): Promise<ProductColumns> {
    try {
      return await read()
    } catch (error) {
      this.#hasFailed = true
      this.#readLater(retryMs)
      throw error
    }
  }

  async #withChanges(read: () => Promise<ProductColumns>): Promise<ProductColumns> {
    this.#tagsMeanwhile = new Set()
    const columns = await read()
    const changed = [...this.#tagsMeanwhile].map((tag) => tag.slice('product:'.length))
    if (changed.length > 0) await this.#update(columns, changed)
    return columns
  }

  async #update(columns: ProductColumns, changed: readonly string[]): Promise<void> {
    if (await updateColumns(this.#source, columns, changed)) this.#markStale()
    else this.#computed.clear()
  }

  #markStale(): void {
    this.#computed.clear()
    for (const each of this.#kept.values()) each.isStale = true
  }
}
