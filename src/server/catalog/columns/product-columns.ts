import type { StockStatus } from '../../../domain/products/products.ts'
import {
  addTo,
  bitmapOf,
  countCommon,
  countListed,
  emptyBitmap,
  removeFrom,
  union,
  type Bitmap,
} from '../../platform/sets/bitmap.ts'
import type { ColumnRow } from './column-row.ts'
import { OwnCurrencyPrices } from './own-currency-prices.ts'
import { ProductChanges } from './product-changes.ts'
import { brandTerms, categoryTerms, enlarged, Terms } from './terms.ts'

/** What a shopper can get of a product that has a price, from worst to best. */
export const stockOrder: readonly StockStatus[] = ['out_of_stock', 'incoming', 'few_left', 'in_stock']
/** From this place of `stockOrder` on, a product can be sold now. */
export const firstSold = stockOrder.indexOf('few_left')

/** The day on which a product without stock is expected that has no date. */
export const neverReady = 2 ** 32 - 1

/**
 * The facts by which listings filter and count, of every listed product, in arrays indexed by `seq`: a filter with
 * all its counts is one pass over a category (decision 0047). About 100 bytes per product.
 */
export class ProductColumns {
  readonly terms = new Terms()
  readonly vatClasses: string[] = []
  /** One more than the highest `seq`. */
  size = 0
  /** How often a product was added to those that are listed. */
  added = 0
  /** Which products changed after they were read first, and which were added after all had been read. */
  readonly changes = new ProductChanges()
  isListed = new Uint8Array(1024)
  /** Places in `stockOrder`. */
  stock = new Uint8Array(1024)
  readyDay = new Uint32Array(1024)
  waitDays = new Uint16Array(1024)
  grams = new Uint32Array(1024)
  vatClass = new Uint8Array(1024)
  /** One more than the term of the main category, 0 without one. */
  mainCategory = new Uint32Array(1024)
  /** Sort prices in the base currency; NaN without a price. */
  price = new Float64Array(1024)
  popularity = new Float64Array(1024)
  publishedAt = new Float64Array(1024)
  /** By currency: the sort prices of the products that have their own there. */
  readonly ownPrices = new Map<string, OwnCurrencyPrices>()
  /** The terms of product `seq` are `pool[start[seq]]` up to `start[seq] + length[seq]`. */
  start = new Uint32Array(1024)
  length = new Uint16Array(1024)
  pool = new Uint32Array(8192)
  /** How many numbers of the pool are used. */
  used = 0
  versions = new Float64Array(1024)
  #isRead = false
  readonly #postings = new Map<number, Uint32Array>()
  readonly #bitmaps = new Map<number, Bitmap>()
  /** The products in stock that have a price in the base currency. */
  sold = emptyBitmap(1024)
  /** By currency: the products in stock that have their own price there. */
  readonly #soldAtOwn = new Map<string, Bitmap>()

  /** All products have been read: one that is added is a change. */
  endReading(): void {
    this.#isRead = true
  }

  /** Adds a product or replaces it. @returns whether its place in a sorted list may have changed. */
  put(row: ColumnRow): boolean {
    const { seq } = row
    this.#reserve(seq)
    const isNew = this.isListed[seq] !== 1
    const hasMoved = isNew || this.#movesWith(row)
    if (isNew) this.added += 1
    if (!isNew || this.#isRead) this.changes.record(seq)
    this.stock[seq] = row.stock
    this.readyDay[seq] = row.readyDay
    this.waitDays[seq] = row.waitDays
    this.grams[seq] = row.grams
    this.vatClass[seq] = this.#vatClass(row.vatClass)
    this.mainCategory[seq] = row.mainCategory === null ? 0 : 1 + this.terms.add(categoryTerms, row.mainCategory)
    this.price[seq] = row.price ?? Number.NaN
    this.popularity[seq] = row.popularity
    this.publishedAt[seq] = row.publishedAt
    this.versions[seq] = row.version
    this.#putOwnPrices(row)
    this.#putSold(row)
    this.#putTerms(seq, this.#termsIn(row))
    this.isListed[seq] = 1
    this.size = Math.max(this.size, seq + 1)
    return hasMoved
  }

  /** The products that can be bought now: those in stock with a base price, which is converted, or their own. */
  soldIn(currency: string): Bitmap {
    const own = this.#soldAtOwn.get(currency)
    return own ? union([this.sold, own]) : this.sold
  }

  /** The numbers of all listed products. */
  listed(): Uint32Array {
    const found = new Uint32Array(this.size)
    let count = 0
    for (let seq = 0; seq < this.size; seq += 1) if (this.isListed[seq] === 1) found[count++] = seq
    return found.slice(0, count)
  }

  #movesWith({ seq, price, ownPrices, vatClass, popularity, publishedAt, version }: ColumnRow): boolean {
    const hadOwn = [...this.ownPrices.values()].filter((prices) => prices.has(seq)).length
    return (
      !Object.is(this.price[seq], price ?? Number.NaN) ||
      this.popularity[seq] !== popularity ||
      this.publishedAt[seq] !== publishedAt ||
      this.versions[seq] !== version ||
      this.vatClasses[this.vatClass[seq] ?? 0] !== vatClass ||
      hadOwn !== ownPrices.length ||
      ownPrices.some(([currency, own]) => this.ownPrices.get(currency)?.get(seq) !== own)
    )
  }

  #putOwnPrices({ seq, ownPrices }: ColumnRow): void {
    for (const prices of this.ownPrices.values()) prices.delete(seq)
    for (const [currency, price] of ownPrices) {
      const prices = this.ownPrices.get(currency) ?? new OwnCurrencyPrices()
      this.ownPrices.set(currency, prices.set(seq, price))
    }
  }

  #putSold({ seq, stock, price, ownPrices }: ColumnRow): void {
    const isInStock = stock >= firstSold
    const put = (set: Bitmap, isSold: boolean) => (isSold ? addTo(set, seq) : removeFrom(set, seq))
    put(this.sold, isInStock && price !== null)
    for (const [currency] of ownPrices)
      if (!this.#soldAtOwn.has(currency)) this.#soldAtOwn.set(currency, emptyBitmap(this.isListed.length))
    for (const [currency, set] of this.#soldAtOwn) put(set, isInStock && ownPrices.some(([each]) => each === currency))
  }

  /** Computes what follows from the arrays, after these were restored from a file. */
  complete(): void {
    this.endReading()
    const isInStock = (seq: number) => this.isListed[seq] === 1 && (this.stock[seq] ?? 0) >= firstSold
    this.sold = emptyBitmap(this.size)
    for (let seq = 0; seq < this.size; seq += 1) {
      this.added += this.isListed[seq] ?? 0
      if (isInStock(seq) && !Number.isNaN(this.price[seq])) addTo(this.sold, seq)
    }
    for (const [currency, prices] of this.ownPrices) {
      const set = emptyBitmap(this.size)
      for (const seq of prices.keys()) if (isInStock(seq)) addTo(set, seq)
      this.#soldAtOwn.set(currency, set)
    }
  }

  remove(seq: number): void {
    if (this.isListed[seq] !== 1) return
    this.isListed[seq] = 0
    this.changes.record(seq)
    this.#forget(this.termsOf(seq))
  }

  /** The products with a term, in the order of `seq`. */
  withTerm(term: number): Uint32Array {
    const known = this.#postings.get(term)
    if (known) return known
    this.#readPostings()
    return this.#postings.get(term) ?? new Uint32Array()
  }

  /** The products with a term, as a set. */
  bitmapOf(term: number): Bitmap {
    const bitmap = this.#bitmaps.get(term) ?? bitmapOf(this.withTerm(term), this.size)
    this.#bitmaps.set(term, bitmap)
    return bitmap
  }

  /** Counts the products of a set that have a term: rare ones one by one, frequent ones by their set. */
  countIn(bitmap: Bitmap, term: number): number {
    const posting = this.withTerm(term)
    const isFrequent = posting.length > bitmap.length
    return isFrequent ? countCommon(bitmap, this.bitmapOf(term)) : countListed(posting, bitmap)
  }

  /** Lists the products of every term whose list is not known, in two passes over the catalogue. */
  #readPostings(): void {
    const counts = new Uint32Array(this.terms.all.length)
    this.#eachTerm((term) => (counts[term] = (counts[term] ?? 0) + 1))
    const missing = this.terms.all.map((_, term) =>
      this.#postings.has(term) ? undefined : new Uint32Array(counts[term] ?? 0),
    )
    counts.fill(0)
    this.#eachTerm((term, seq) => {
      const posting = missing[term]
      if (posting) posting[counts[term] ?? 0] = seq
      counts[term] = (counts[term] ?? 0) + 1
    })
    for (const [term, posting] of missing.entries()) if (posting) this.#postings.set(term, posting)
  }

  #eachTerm(visit: (term: number, seq: number) => void): void {
    const { isListed, start, length, pool, size } = this
    for (let seq = 0; seq < size; seq += 1) {
      if (isListed[seq] !== 1) continue
      const begin = start[seq] ?? 0
      const end = begin + (length[seq] ?? 0)
      for (let at = begin; at < end; at += 1) visit(pool[at] ?? 0, seq)
    }
  }

  #forget(terms: Iterable<number>): void {
    for (const term of terms) {
      this.#postings.delete(term)
      this.#bitmaps.delete(term)
    }
  }

  #termsIn({ brand, categories, attributes }: ColumnRow): number[] {
    const found = [
      ...(brand === null ? [] : [this.terms.add(brandTerms, brand)]),
      ...categories.map((id) => this.terms.add(categoryTerms, id)),
      ...attributes.map(([attribute, value]) => this.terms.add(attribute, value)),
    ]
    return [...new Set(found)]
  }

  #putTerms(seq: number, terms: readonly number[]): void {
    const before = this.isListed[seq] === 1 ? [...this.termsOf(seq)] : []
    if (before.length === terms.length && terms.every((term, at) => term === before[at])) return
    this.#forget([...before, ...terms])
    if (this.used + terms.length > this.pool.length)
      this.pool = enlarged(this.pool, Uint32Array, this.used + terms.length)
    this.pool.set(terms, this.used)
    this.start[seq] = this.used
    this.length[seq] = terms.length
    this.used += terms.length
  }

  /** The terms of a product, in no certain order. */
  termsOf(seq: number): Uint32Array {
    const start = this.start[seq] ?? 0
    return this.pool.subarray(start, start + (this.length[seq] ?? 0))
  }

  hasTerm(seq: number, term: number): boolean {
    const start = this.start[seq] ?? 0
    const end = start + (this.length[seq] ?? 0)
    for (let at = start; at < end; at += 1) if (this.pool[at] === term) return true
    return false
  }

  /** The main category of a product, null without one. */
  mainCategoryOf(seq: number): string | null {
    const main = this.mainCategory[seq] ?? 0
    return main === 0 ? null : (this.terms.all[main - 1]?.value ?? null)
  }

  #vatClass(name: string): number {
    const at = this.vatClasses.indexOf(name)
    return at >= 0 ? at : this.vatClasses.push(name) - 1
  }

  #reserve(seq: number): void {
    if (seq < this.isListed.length) return
    this.isListed = enlarged(this.isListed, Uint8Array, seq + 1)
    this.stock = enlarged(this.stock, Uint8Array, seq + 1)
    this.sold = enlarged(this.sold, Int32Array, (seq >>> 5) + 1)
    for (const [currency, set] of this.#soldAtOwn)
      this.#soldAtOwn.set(currency, enlarged(set, Int32Array, (seq >>> 5) + 1))
    this.readyDay = enlarged(this.readyDay, Uint32Array, seq + 1)
    this.waitDays = enlarged(this.waitDays, Uint16Array, seq + 1)
    this.grams = enlarged(this.grams, Uint32Array, seq + 1)
    this.vatClass = enlarged(this.vatClass, Uint8Array, seq + 1)
    this.mainCategory = enlarged(this.mainCategory, Uint32Array, seq + 1)
    this.price = enlarged(this.price, Float64Array, seq + 1)
    this.popularity = enlarged(this.popularity, Float64Array, seq + 1)
    this.publishedAt = enlarged(this.publishedAt, Float64Array, seq + 1)
    this.versions = enlarged(this.versions, Float64Array, seq + 1)
    this.start = enlarged(this.start, Uint32Array, seq + 1)
    this.length = enlarged(this.length, Uint16Array, seq + 1)
  }
}
