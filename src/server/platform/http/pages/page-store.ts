import type { CachedPage } from './cached-page.ts'

/** Approximate bytes of a page's headers, key and bookkeeping. */
const overheadBytes = 2048
/** The part of the memory for pages that were asked for once: what a crawler asks for, few others want soon. */
const newShare = 1 / 4
/** Keys of evicted pages that are remembered: a page that is asked for again is kept. */
const maxRemembered = 4_000

/**
 * Pages by key, limited by total bytes (S3-FIFO). A page begins among the new ones, which leave in their order; it is
 * kept when it was asked for again before that, or not long after. Kept pages leave by clock eviction: those that were
 * not requested since its last round.
 */
export class PageStore {
  readonly #new = new Pages()
  readonly #kept = new Pages()
  readonly #evicted = new Set<string>()
  readonly #maxBytes: number

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get size(): number {
    return this.#new.byKey.size + this.#kept.byKey.size
  }

  get bytes(): number {
    return this.#new.bytes + this.#kept.bytes
  }

  get(key: string): CachedPage | undefined {
    return this.#new.byKey.get(key) ?? this.#kept.byKey.get(key)
  }

  /** The keys of the pages that were requested most, the first one most often. */
  popular(max: number): string[] {
    const byHits = [...this.#new.byKey, ...this.#kept.byKey].toSorted(([, one], [, other]) => other.hits - one.hits)
    return byHits.slice(0, max).map(([key]) => key)
  }

  set(key: string, page: CachedPage): void {
    const isWantedAgain = this.delete(key) || this.#evicted.delete(key)
    const pages = isWantedAgain ? this.#kept : this.#new
    pages.add(key, page)
    this.#evict()
  }

  /** Runs a change that creates or replaces variants of a page, and updates its byte count. */
  async resize<T>(key: string, page: CachedPage, change: () => Promise<T>): Promise<T> {
    const changed = await change()
    for (const pages of [this.#new, this.#kept]) if (pages.byKey.get(key) === page) pages.recount(page)
    this.#evict()
    return changed
  }

  /** @returns whether it was there. */
  delete(key: string): boolean {
    return this.#new.delete(key) || this.#kept.delete(key)
  }

  deleteTagged(tags: ReadonlySet<string>): void {
    for (const pages of [this.#new, this.#kept])
      for (const [key, page] of pages.byKey) if (!page.tags.isDisjointFrom(tags)) pages.delete(key)
  }

  clear(): void {
    this.#new.clear()
    this.#kept.clear()
  }

  #evict(): void {
    for (const [key, page] of this.#new.byKey) {
      if (this.#new.bytes <= this.#maxBytes * newShare) break
      this.#new.delete(key)
      if (page.wasUsed) this.#keep(key, page)
      else this.#remember(key)
    }
    for (const [key, page] of this.#kept.byKey) {
      if (this.bytes <= this.#maxBytes) return
      this.#kept.delete(key)
      if (page.wasUsed) this.#keep(key, page)
    }
  }

  #keep(key: string, page: CachedPage): void {
    page.wasUsed = false
    this.#kept.add(key, page)
  }

  #remember(key: string): void {
    this.#evicted.add(key)
    if (this.#evicted.size <= maxRemembered) return
    for (const oldest of this.#evicted) {
      this.#evicted.delete(oldest)
      return
    }
  }
}

/** Pages in the order in which they came, with their bytes. */
class Pages {
  readonly byKey = new Map<string, CachedPage>()
  bytes = 0

  add(key: string, page: CachedPage): void {
    this.byKey.set(key, page)
    page.countedBytes = 0
    this.recount(page)
  }

  recount(page: CachedPage): void {
    this.bytes -= page.countedBytes
    page.countedBytes = page.bytes + overheadBytes
    this.bytes += page.countedBytes
  }

  delete(key: string): boolean {
    const page = this.byKey.get(key)
    if (page === undefined) return false
    this.bytes -= page.countedBytes
    return this.byKey.delete(key)
  }

  clear(): void {
    this.byKey.clear()
    this.bytes = 0
  }
}
