type Kept = { value: Promise<unknown>; until: number }

/**
 * What every page needs and few changes touch (the frame, the rates), kept for a moment in this process. All of it is
 * forgotten whenever anything is invalidated, so it is never older than a page in the page cache may be.
 */
export class TtlCache {
  #kept = new Map<string, Kept>()
  #now: () => Date

  constructor(now: () => Date) {
    this.#now = now
  }

  /** The kept value of a key, or a new one; a failure is not kept. */
  remember<Value>(key: string, milliseconds: number, make: () => Promise<Value>): Promise<Value> {
    const now = this.#now().getTime()
    const known = this.#kept.get(key)
    if (known && known.until > now) return known.value as Promise<Value>
    const value = make()
    this.#kept.set(key, { value, until: now + milliseconds })
    value.catch(() => this.#kept.delete(key))
    return value
  }

  forget(): void {
    this.#kept.clear()
  }
}
