import { brandTerms, categoryTerms, grown, Terms } from './terms.ts'

/** What listings know of a product. `seq` is the number of its search document, which never changes. */
export type ColumnRow = {
  seq: number
  brand: string | null
  vatClass: string
  /** The sort price in SEK (minor units); null without a price. */
  price: number | null
  /** Sort prices in other currencies, where the product has its own (minor units, with home VAT). */
  ownPrices: readonly (readonly [currency: string, price: number])[]
  popularity: number
  /** Milliseconds since 1970. */
  publishedAt: number
  /** Changes with the product's names. */
  version: number
  inStock: boolean
  categories: readonly string[]
  attributes: readonly (readonly [attribute: string, value: string])[]
}

/**
 * The facts by which listings filter and count, of every listed product, in arrays indexed by `seq`: a filter with
 * all its counts is one pass over a category (decision 0047). About 100 bytes per product.
 */
export class ProductColumns {
  readonly terms = new Terms()
  readonly vatClasses: string[] = []
  /** One more than the highest `seq`. */
  size = 0
  isListed = new Uint8Array(1024)
  inStock = new Uint8Array(1024)
  vatClass = new Uint8Array(1024)
  /** Sort prices in SEK; NaN without a price. */
  price = new Float64Array(1024)
  popularity = new Float64Array(1024)
  publishedAt = new Float64Array(1024)
  /** By currency: the sort prices of the products that have their own there. */
  readonly ownPrices = new Map<string, Map<number, number>>()
  /** The terms of product `seq` are `pool[start[seq]]` up to `start[seq] + length[seq]`. */
  start = new Uint32Array(1024)
  length = new Uint16Array(1024)
  pool = new Uint32Array(8192)
  #used = 0
  #versions = new Float64Array(1024)
  readonly #postings = new Map<number, Uint32Array>()

  /** Adds a product or replaces it. @returns whether its place in a sorted list may have changed. */
  put(row: ColumnRow): boolean {
    const { seq } = row
    this.#reserve(seq)
    const hasMoved = this.isListed[seq] === 0 || this.#movesWith(row)
    this.inStock[seq] = Number(row.inStock)
    this.vatClass[seq] = this.#vatClass(row.vatClass)
    this.price[seq] = row.price ?? Number.NaN
    this.popularity[seq] = row.popularity
    this.publishedAt[seq] = row.publishedAt
    this.#versions[seq] = row.version
    this.#putOwnPrices(row)
    this.#putTerms(seq, this.#termsOf(row))
    this.isListed[seq] = 1
    this.size = Math.max(this.size, seq + 1)
    return hasMoved
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
      this.#versions[seq] !== version ||
      this.vatClasses[this.vatClass[seq] ?? 0] !== vatClass ||
      hadOwn !== ownPrices.length ||
      ownPrices.some(([currency, own]) => this.ownPrices.get(currency)?.get(seq) !== own)
    )
  }

  #putOwnPrices({ seq, ownPrices }: ColumnRow): void {
    for (const prices of this.ownPrices.values()) prices.delete(seq)
    for (const [currency, price] of ownPrices) {
      const prices = this.ownPrices.get(currency) ?? new Map<number, number>()
      this.ownPrices.set(currency, prices.set(seq, price))
    }
  }

  remove(seq: number): void {
    if (this.isListed[seq] !== 1) return
    this.isListed[seq] = 0
    for (const term of this.#own(seq)) this.#postings.delete(term)
  }

  /** The products with a term, in the order of `seq`. */
  withTerm(term: number): Uint32Array {
    const known = this.#postings.get(term)
    if (known) return known
    const found: number[] = []
    for (let seq = 0; seq < this.size; seq += 1) if (this.isListed[seq] === 1 && this.#has(seq, term)) found.push(seq)
    const posting = Uint32Array.from(found)
    this.#postings.set(term, posting)
    return posting
  }

  #termsOf({ brand, categories, attributes }: ColumnRow): number[] {
    const found = [
      ...(brand === null ? [] : [this.terms.add(brandTerms, brand)]),
      ...categories.map((id) => this.terms.add(categoryTerms, id)),
      ...attributes.map(([attribute, value]) => this.terms.add(attribute, value)),
    ]
    return [...new Set(found)]
  }

  #putTerms(seq: number, terms: readonly number[]): void {
    const before = this.isListed[seq] === 1 ? [...this.#own(seq)] : []
    if (before.length === terms.length && terms.every((term, at) => term === before[at])) return
    for (const term of [...before, ...terms]) this.#postings.delete(term)
    if (this.#used + terms.length > this.pool.length) this.pool = grown(this.pool, Uint32Array)
    this.pool.set(terms, this.#used)
    this.start[seq] = this.#used
    this.length[seq] = terms.length
    this.#used += terms.length
  }

  #own(seq: number): Uint32Array {
    const start = this.start[seq] ?? 0
    return this.pool.subarray(start, start + (this.length[seq] ?? 0))
  }

  #has(seq: number, term: number): boolean {
    const start = this.start[seq] ?? 0
    const end = start + (this.length[seq] ?? 0)
    for (let at = start; at < end; at += 1) if (this.pool[at] === term) return true
    return false
  }

  #vatClass(name: string): number {
    const at = this.vatClasses.indexOf(name)
    return at >= 0 ? at : this.vatClasses.push(name) - 1
  }

  #reserve(seq: number): void {
    if (seq < this.isListed.length) return
    this.isListed = grown(this.isListed, Uint8Array, seq + 1)
    this.inStock = grown(this.inStock, Uint8Array, seq + 1)
    this.vatClass = grown(this.vatClass, Uint8Array, seq + 1)
    this.price = grown(this.price, Float64Array, seq + 1)
    this.popularity = grown(this.popularity, Float64Array, seq + 1)
    this.publishedAt = grown(this.publishedAt, Float64Array, seq + 1)
    this.#versions = grown(this.#versions, Float64Array, seq + 1)
    this.start = grown(this.start, Uint32Array, seq + 1)
    this.length = grown(this.length, Uint16Array, seq + 1)
  }
}
