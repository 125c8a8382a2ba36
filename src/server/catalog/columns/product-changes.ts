/** At least so many of the last changes are remembered; who asks for older ones has to read all products again. */
const minRemembered = 100_000

/** Which products have changed since the columns were read, for what was computed from them. */
export class ProductChanges {
  /** The products of the last changes, in the order of the changes. */
  readonly #log: number[] = []
  #forgotten = 0

  /** The number of the last change. */
  get newest(): number {
    return this.#forgotten + this.#log.length
  }

  record(seq: number): void {
    this.#log.push(seq)
    if (this.#log.length < 2 * minRemembered) return
    this.#forgotten += this.#log.splice(0, minRemembered).length
  }

  /** The products that changed after a change; undefined where they are not known any more. */
  since(change: number): number[] | undefined {
    if (change < this.#forgotten) return undefined
    return [...new Set(this.#log.slice(change - this.#forgotten))]
  }
}
