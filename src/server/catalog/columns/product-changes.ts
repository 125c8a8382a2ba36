/** Most changed products that are remembered; who asks for more has to read all of them again. */
const mostRemembered = 20_000

/** Which products have changed since the columns were read, for what was computed from them. */
export class ProductChanges {
  /** The last change of each product, in the order of the changes. */
  readonly #changes = new Map<number, number>()
  #newest = 0
  #forgotten = 0

  /** The number of the last change. */
  get newest(): number {
    return this.#newest
  }

  note(seq: number): void {
    this.#newest += 1
    this.#changes.delete(seq)
    this.#changes.set(seq, this.#newest)
    if (this.#changes.size <= mostRemembered) return
    this.#changes.clear()
    this.#forgotten = this.#newest
  }

  /** The products that changed after a change; undefined where they are not known any more. */
  since(change: number): number[] | undefined {
    if (change === this.#newest) return []
    if (change < this.#forgotten) return undefined
    return [...this.#changes].filter(([, at]) => at > change).map(([seq]) => seq)
  }
}
