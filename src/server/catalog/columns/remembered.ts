const mostValues = 1_000

/** Values by key until they are cleared; all are when there are too many. */
export class Remembered {
  readonly #values = new Map<string, unknown>()

  /** Returns what was computed under a key before, or computes it. */
  value<Value>(key: string, compute: () => Value): Value {
    if (this.#values.has(key)) return this.#values.get(key) as Value
    if (this.#values.size === mostValues) this.#values.clear()
    const value = compute()
    this.#values.set(key, value)
    return value
  }

  clear(): void {
    this.#values.clear()
  }
}
