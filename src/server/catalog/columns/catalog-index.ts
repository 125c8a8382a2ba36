import type { ShopDatabase } from '../../platform/db/connect.ts'
import { runDetached } from '../../platform/db/request-signal.ts'
import { newestChange } from '../../platform/db/statements/invalidation-queries.ts'
import type { Log } from '../../platform/log.ts'
import type { FactsOf } from '../../search/posting-lists/product-facts.ts'
import { manyProductsTag, momentOf } from '../change-queries.ts'
import { changesAfter, changesIn } from './column-change-queries.ts'
import type { ProductColumns } from './product-columns.ts'
import { readColumns } from './read-columns.ts'
import { limits } from './reading-limits.ts'
import { refreshable, refresh, waitFor, type Refreshable } from './refreshable.ts'
import type { Restored, SavedColumns } from './saved-columns.ts'
import { factsIn } from './search-facts.ts'
import { SortOrders } from './sort-orders.ts'
import { updateColumns, updateColumnsAt } from './update-columns.ts'

type Source = Pick<ShopDatabase, 'db' | 'listDb' | 'kind'>
type Options = {
  saved?: SavedColumns | undefined
  log?: Pick<Log, 'error'> | undefined
  rest?: number
  minWithFacts?: number
  maxFollowed?: number
}

/**
 * The columns of the catalogue, read on first use and kept up to date by the tags with which cached pages are purged.
 * A committed change of a product is seen by the next call; a change of the whole catalogue after it has been read.
 */
export class CatalogIndex {
  readonly orders: SortOrders
  readonly #source: Source
  readonly #purge: () => void
  readonly #saved: SavedColumns | undefined
  readonly #log: Pick<Log, 'error'> | undefined
  /** When all products were last read from the database, in milliseconds since 1970. */
  #readAt = Number.NaN
  #columns: Refreshable<ProductColumns> | undefined
  #isLarge = false
  #seen = 0
  #tags = new Set<string>()
  /** Tags since the columns began to be read again. */
  #tagsMeanwhile = new Set<string>()
  /** Whether many products have changed since the columns began to be read. */
  #isMany = false
  readonly #restTimes: number
  readonly #minWithFacts: number
  #notBefore = -Infinity
  #later: NodeJS.Timeout | undefined
  #work: Promise<unknown> = Promise.resolve()
  #next: Promise<void> | undefined
  #following = 0

  /** `purge` drops the catalogue's cached pages in this process; the numbers of `options` replace limits. */
  constructor(source: Source, purge: () => void, options: Options = {}) {
    const { saved, rest = limits.restTimes, minWithFacts = limits.maxRowsWaitedFor } = options
    this.#source = source
    this.#purge = purge
    this.orders = new SortOrders(source.listDb, purge, options)
    this.#saved = saved
    this.#log = options.log
    this.#restTimes = rest
    this.#minWithFacts = minWithFacts
  }

  /** Notes purged tags in any order. Many changed products are read at once, so that no later page waits for them. */
  note(tags: readonly string[]): void {
    if (!this.#columns) return
    for (const tag of tags) this.#tags.add(tag)
    if (tags.some((tag) => tag === manyProductsTag || momentOf(tag))) this.#readLater(0)
  }

  /** Returns the columns with every change before the call, or up to `newest`, which the caller has just read. */
  async columns(newest = Infinity): Promise<ProductColumns> {
    const columns = (this.#columns ??= this.#load())
    await columns.value
    await this.#follow(columns, newest)
    return columns.value
  }

  /**
   * Returns what searches score by, as it is now; undefined in a small shop, and while the columns are not known or are
   * read again.
   */
  async facts(newest = Infinity): Promise<FactsOf | undefined> {
    const known = this.#columns
    if (!known || !this.#isLarge) return undefined
    await this.#follow(known, newest)
    if (known !== this.#columns || known.isStale || known.next) return undefined
    return factsIn(await known.value)
  }

  /** Applies the changes before the call. Calls that come while changes are read share the one reading after it. */
  #follow(columns: Refreshable<ProductColumns>, newest: number): Promise<void> {
    const isFollowed = newest <= this.#seen && this.#tags.size === 0 && this.#following === 0
    if (isFollowed && !columns.isStale && !columns.next) return Promise.resolve()
    this.#next ??= this.#work.then(() => {
      this.#next = undefined
      return runDetached(() => this.#followChanges(columns))
    })
    this.#following += 1
    this.#work = this.#next.catch(() => {}).finally(() => (this.#following -= 1))
    return this.#next
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

  /** Reads the columns again; `replaced` tells whether pages may have been made without waiting for it. */
  #refresh(known: Refreshable<ProductColumns>, read: () => Promise<ProductColumns>, replaced: () => boolean): void {
    refresh(known, read, {
      replaced: (afterMs) => {
        if (replaced() || afterMs > limits.maxWaitMs) this.#purge()
      },
      failed: (err) => this.#log?.error({ err }, 'the products of lists could not be read again'),
    })
  }

  /** Reads the columns for the first time; after a failure the next caller tries again. */
  #load(): Refreshable<ProductColumns> {
    const columns = refreshable(
      runDetached(async () => {
        const restored = await this.#restore()
        if (restored?.isOld) columns.isStale = true
        return restored?.columns ?? this.#read()
      }),
    )
    columns.value.then(
      ({ size }) => (this.#isLarge = size > this.#minWithFacts),
      () => (this.#columns = undefined),
    )
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
    const columns = await readColumns(listDb, kind)
    this.#readAt = begun
    return columns
  }

  async #followChanges(known: Refreshable<ProductColumns>): Promise<void> {
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

  async #applyChanges(known: Refreshable<ProductColumns>, tags: readonly string[]): Promise<void> {
    const { changed, moments, isWhole, isMany, isLabelled } = changesIn(tags)
    if (isLabelled) this.orders.markStale()
    for (const id of changed) this.#tagsMeanwhile.add(`product:${id}`)
    if (isWhole || (moments.length > 0 && known.next)) known.isStale = true
    this.#isMany ||= isMany
    const isLarge = await this.#isTooLargeToWait(known)
    let isBegun = false
    if (known.isStale) isBegun = this.#readAll(known, isLarge)
    else if (moments.length > 0) this.#readMoments(known, moments)
    if (!isBegun && changed.length > 0) await this.#update(await known.value, changed)
    if (!isLarge) await waitFor(limits.maxWaitMs, known)
  }

  /** Tells whether the catalogue is so large that pages do not wait for it to be read again. */
  async #isTooLargeToWait(known: Refreshable<ProductColumns>): Promise<boolean> {
    const { size } = await known.value
    return size > (this.#isMany ? limits.maxRowsWaitedForOfMany : limits.maxRowsWaitedFor)
  }

  /** Reads all columns again, after a rest where nobody waits for it; @returns whether that has begun. */
  #readAll(known: Refreshable<ProductColumns>, isLarge: boolean): boolean {
    const restMs = isLarge ? this.#notBefore - performance.now() : 0
    if (restMs > 0) {
      this.#readLater(restMs)
      return false
    }
    const replaced = () => {
      this.orders.markStale()
      if (!known.isStale) this.#isMany = false
      return isLarge || known.hasFailed
    }
    this.#refresh(known, () => this.#readColumns(), replaced)
    return true
  }

  /** Begins to read the columns again after a time, also when nobody asks for them then. */
  #readLater(ms: number): void {
    if (this.#later) return
    this.#later = setTimeout(() => {
      this.#later = undefined
      this.columns().catch(() => {})
    }, ms).unref()
  }

  /** Reads the products of some moments, for which nobody waits; after a failure all products are read. */
  #readMoments(known: Refreshable<ProductColumns>, moments: readonly string[]): void {
    const read = async () => updateColumnsAt(this.#source, await known.value, moments)
    const replaced = () => {
      this.orders.markStale()
      return true
    }
    this.#refresh(known, () => this.#orRetryLater(() => this.#withChanges(read)), replaced)
  }

  /** Reads all columns, and then the products that changed while they were read. */
  #readColumns(): Promise<ProductColumns> {
    const startedAt = performance.now()
    return this.#orRetryLater(async () => {
      const columns = await this.#withChanges(() => this.#read())
      const endedAt = performance.now()
      this.#notBefore = endedAt + Math.min(limits.maxRestMs, this.#restTimes * (endedAt - startedAt))
      return columns
    })
  }

  /** Reads; after a failure, which it throws, all products are read again a little later. */
  async #orRetryLater(read: () => Promise<ProductColumns>): Promise<ProductColumns> {
    try {
      return await read()
    } catch (error) {
      this.#readLater(limits.retryMs)
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
    if (await updateColumns(this.#source, columns, changed)) this.orders.markStale()
  }
}
