import type { CachedPage } from './cached-page.ts'

/** Headers, keys and bookkeeping of one page, roughly. */
const OVERHEAD = 2048

/** Pages by key, bounded by bytes; a clock hand evicts what nobody asked for since it last passed. */
export class PageStore {
  readonly #pages = new Map<string, CachedPage>()
  readonly #maxBytes: number
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get size(): number {
    return this.#pages.size
  }

  get bytes(): number {
    return this.#bytes
  }

  get(key: string): CachedPage | undefined {
    return this.#pages.get(key)
  }

  set(key: string, page: CachedPage): void {
    this.delete(key)
    this.#pages.set(key, page)
    this.#count(page)
    this.#evict()
  }

  /** Runs a change that makes or replaces variants of a page, and accounts for its bytes. */
  async resize<T>(key: string, page: CachedPage, change: () => Promise<T>): Promise<T> {
    const changed = await change()
    if (this.#pages.get(key) === page) {
      this.#uncount(page)
      this.#count(page)
      this.#evict()
    }
    return changed
  }

  delete(key: string): void {
    const page = this.#pages.get(key)
    if (page === undefined) return
    this.#pages.delete(key)
    this.#uncount(page)
  }

  deleteTagged(tags: ReadonlySet<string>): void {
    for (const [key, page] of this.#pages) if (!page.tags.isDisjointFrom(tags)) this.delete(key)
  }

  clear(): void {
    this.#pages.clear()
    this.#bytes = 0
  }

  #count(page: CachedPage): void {
    page.countedBytes = page.bytes + OVERHEAD
    this.#bytes += page.countedBytes
  }

  #uncount(page: CachedPage): void {
    this.#bytes -= page.countedBytes
    page.countedBytes = 0
  }

  #evict(): void {
    for (const [key, page] of this.#pages) {
      if (this.#bytes <= this.#maxBytes) return
      this.#pages.delete(key)
      if (page.wasUsed) {
        page.wasUsed = false
        this.#pages.set(key, page)
      } else this.#uncount(page)
    }
  }
}
