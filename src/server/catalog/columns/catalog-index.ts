import type { ShopDatabase } from '../../platform/db/connect.ts'
import {
  changesAfter,
  columnsAfter,
  columnsOf,
  countShown,
  listedNumbers,
  newestChange,
  ownPrices,
  sortedNumbers,
  type OrderRequest,
} from './column-queries.ts'
import { orderOf, type Order } from './page-of-hits.ts'
import { ProductColumns } from './product-columns.ts'

type Source = Pick<ShopDatabase, 'db' | 'listDb' | 'kind'>
/** A value that is computed from the database, and computed again in the background when it may be out of date. */
type Kept<Value> = { value: Promise<Value>; isStale: boolean; next: Promise<unknown> | undefined }

const rowsPerRead = 2_000
/** How long a page waits for a changed catalogue; a large one is shown as it was, and purged when it has been read. */
const mostWaitMs = 250
const mostComputed = 1_000

/**
 * The columns of the catalogue, read on first use and kept up to date by the tags with which cached pages are purged.
 * A committed change of a product is seen by the next call; a change of the whole catalogue after it has been read.
 */
export class CatalogIndex {
  readonly #source: Source
  readonly #purge: () => void
  #columns: Kept<ProductColumns> | undefined
  #seen = 0
  #tags = new Set<string>()
  /** Tags since the columns began to be read again. */
  #tagsMeanwhile = new Set<string>()
  #work: Promise<unknown> = Promise.resolve()
  readonly #kept = new Map<string, Kept<unknown>>()
  readonly #computed = new Map<string, unknown>()

  /** `purge` drops the cached pages of the catalogue in this process. */
  constructor(source: Source, purge: () => void) {
    this.#source = source
    this.#purge = purge
  }

  /** Notes purged tags, in whichever order transactions became visible. */
  note(tags: readonly string[]): void {
    if (this.#columns) for (const tag of tags) this.#tags.add(tag)
  }

  /** Returns the columns with every change that was committed before the call. */
  async columns(): Promise<ProductColumns> {
    this.#columns ??= kept(this.#read())
    const columns = this.#columns
    await columns.value
    const work = this.#work.then(() => this.#followChanges(columns))
    this.#work = work.catch(() => {})
    await work
    return columns.value
  }

  /** Returns all listed products in an order. */
  order(request: OrderRequest): Promise<Order> {
    const { sort, language, currency, perSekMicro } = request
    const isByPrice = sort === 'price_up' || sort === 'price_down'
    const key = isByPrice ? `${sort} ${currency} ${perSekMicro}` : sort === 'name' ? `${sort} ${language}` : sort
    return this.#keep(key, async () => {
      const seqs = await sortedNumbers(this.#source.listDb, this.#source.kind, request)
      return orderOf(seqs, seqs.reduce((most, seq) => Math.max(most, seq), 0) + 1)
    })
  }

  /** Returns the products with their own price in a currency, in minor units. */
  ownPrices(currency: OrderRequest['currency']): Promise<ReadonlyMap<number, number>> {
    return this.#keep(`own ${currency}`, async () => {
      const rows = await ownPrices(this.#source.listDb, currency)
      return new Map(rows.map((row) => [row.seq, Number(row.sort_price) / 1_000_000]))
    })
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
    const known = (this.#kept.get(key) as Kept<Value> | undefined) ?? kept(read())
    this.#kept.set(key, known)
    known.value.catch(() => this.#kept.delete(key))
    if (known.isStale) this.#refresh(known, read)
    return within(mostWaitMs, known)
  }

  /** Reads a value again; what becomes stale meanwhile is read once more after that. */
  #refresh<Value>(known: Kept<Value>, read: () => Promise<Value>): void {
    if (known.next) return
    known.isStale = false
    known.next = this.#replace(known, read)
  }

  async #replace<Value>(known: Kept<Value>, read: () => Promise<Value>): Promise<void> {
    const startedAt = performance.now()
    try {
      known.value = Promise.resolve(await read())
      this.#computed.clear()
      if (performance.now() - startedAt > mostWaitMs) this.#purge()
    } catch {
      known.isStale = true
    } finally {
      known.next = undefined
    }
  }

  async #read(): Promise<ProductColumns> {
    const { db, listDb, kind } = this.#source
    try {
      this.#seen = Math.max(this.#seen, await newestChange(db))
      const columns = new ProductColumns()
      for (let after = -1; ;) {
        const rows = await columnsAfter(listDb, kind, after, rowsPerRead)
        for (const row of rows) columns.put(row)
        after = rows.at(-1)?.seq ?? after
        if (rows.length < rowsPerRead) return columns
      }
    } catch (error) {
      this.#columns = undefined
      throw error
    }
  }

  async #followChanges(known: Kept<ProductColumns>): Promise<void> {
    const { db } = this.#source
    const newest = await newestChange(db)
    if (newest > this.#seen) this.note(await changesAfter(db, this.#seen))
    this.#seen = Math.max(this.#seen, newest)
    if (this.#tags.size === 0) return
    const tags = [...this.#tags]
    this.#tags = new Set()
    const changed = tags.flatMap((tag) => (tag.startsWith('product:') ? tag.slice('product:'.length) : []))
    for (const tag of changed) this.#tagsMeanwhile.add(`product:${tag}`)
    if (tags.includes('catalog')) {
      this.#markStale()
      known.isStale = true
    }
    if (known.isStale) this.#refresh(known, () => this.#readAgain())
    else if (changed.length > 0) await this.#update(await known.value, changed)
    await within(mostWaitMs, known)
  }

  /** Reads all columns, and then the products that changed while they were read. */
  async #readAgain(): Promise<ProductColumns> {
    this.#tagsMeanwhile = new Set()
    const columns = await this.#read()
    const changed = [...this.#tagsMeanwhile].map((tag) => tag.slice('product:'.length))
    if (changed.length > 0) await this.#update(columns, changed)
    return columns
  }

  async #update(columns: ProductColumns, changed: readonly string[]): Promise<void> {
    const { db, listDb, kind } = this.#source
    const rows = await columnsOf(db, kind, changed)
    const hasMoved = rows.map((row) => columns.put(row)).includes(true)
    this.#computed.clear()
    if (hasMoved) this.#markStale()
    if (rows.length === changed.length || (await countShown(db, kind, changed)) === changed.length) return
    const listed = new Uint8Array(columns.size)
    for (const seq of await listedNumbers(listDb, kind)) listed[seq] = 1
    for (let seq = 0; seq < columns.size; seq += 1) if (listed[seq] !== 1) columns.remove(seq)
  }

  #markStale(): void {
    for (const each of this.#kept.values()) each.isStale = true
  }
}

function kept<Value>(value: Promise<Value>): Kept<Value> {
  return { value, isStale: false, next: undefined }
}

/** Waits for a value that is being read again, up to a time, and returns the newest there is. */
async function within<Value>(milliseconds: number, known: Kept<Value>): Promise<Value> {
  if (known.next) {
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise((resolve) => (timer = setTimeout(resolve, milliseconds)))
    await Promise.race([known.next, timeout])
    clearTimeout(timer)
  }
  return known.value
}
