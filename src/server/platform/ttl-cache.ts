type Kept = { value: Promise<unknown>; until: number }

/** Above this many values, those whose time is over are removed whenever their number has doubled. */
const minPruneSize = 500

/**
 * Caches in this process what every page needs and few changes affect (the layout, the rates), for a short time. It is
 * cleared on every invalidation, so it is never older than the page cache may be.
 */
export class TtlCache {
  #kept = new Map<string, Kept>()
  #now: () => Date
  #hits = 0
  #misses = 0
  #maxBeforeRemoval = minPruneSize

  constructor(now: () => Date) {
    this.#now = now
  }

  get stats(): { hits: number; misses: number } {
    return { hits: this.#hits, misses: this.#misses }
  }

  /** Returns the cached value of a key, or computes it; failures are not cached. */
  remember<Value>(key: string, milliseconds: number, make: () => Promise<Value>): Promise<Value> {
    const now = this.#now().getTime()
    const known = this.#kept.get(key)
    if (known && known.until > now) {
      this.#hits += 1
      return known.value as Promise<Value>
    }
    this.#misses += 1
    if (this.#kept.size > this.#maxBeforeRemoval) this.#removeOld(now)
    const value = make()
    this.#kept.set(key, { value, until: now + milliseconds })
    value.catch(() => this.#kept.delete(key))
    return value
  }

  #removeOld(now: number): void {
    for (const [key, { until }] of this.#kept) if (until <= now) this.#kept.delete(key)
    this.#maxBeforeRemoval = Math.max(minPruneSize, 2 * this.#kept.size)
  }

  clear(): void {
    this.#kept.clear()
    this.#maxBeforeRemoval = minPruneSize
  }
}
