import type { CachedPage } from './cached-page.ts'

/** Approximate bytes of a page's headers, key and bookkeeping. */
const overheadBytes = 2048

/** Pages by key, limited by total bytes; clock eviction removes pages that were not requested since its last round. */
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

  /** The keys of the pages that were requested most, the first one most often. */
  popular(most: number): string[] {
    const byHits = [...this.#pages].toSorted(([, one], [, other]) => other.hits - one.hits)
    return byHits.slice(0, most).map(([key]) => key)
  }

  set(key: string, page: CachedPage): void {
    this.delete(key)
    this.#pages.set(key, page)
    this.#count(page)
    this.#evict()
  }

  /** Runs a change that creates or replaces variants of a page, and updates its byte count. */
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
    page.countedBytes = page.bytes + overheadBytes
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
