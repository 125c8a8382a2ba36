/** How long requests that never wait for their database may run without a break, in milliseconds. */
export const embeddedTurnMs = 8

/**
 * Starts renderings and writes one after the other, and lets the event loop handle network I/O between them: after
 * each one, or with `turnMs` after that time. With the embedded database they never wait for I/O, so all that are
 * queued would otherwise run without a break and delay answers from memory. Writes of one turn share one sync to disk
 * (platform/db/sqlite/sqlite-writer.ts).
 */
export class Turns {
  readonly #urgent: (() => void)[] = []
  readonly #usual: (() => void)[] = []
  readonly #turnMs: number
  #begunAt: number | undefined

  constructor(turnMs = 0) {
    this.#turnMs = turnMs
  }

  /** Resolves when the caller may start; urgent callers go first. */
  next(isUrgent = false): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const queue = isUrgent ? this.#urgent : this.#usual
    queue.push(resolve)
    setImmediate(() => this.#beginNext())
    return promise
  }

  /**
   * Starts the next caller. Immediates of one turn run before network I/O, with their promise callbacks; new ones run
   * in the next turn.
   */
  #beginNext(): void {
    const isFirst = this.#begunAt === undefined
    this.#begunAt ??= this.#startTurn()
    if (isFirst || performance.now() - this.#begunAt < this.#turnMs) (this.#urgent.shift() ?? this.#usual.shift())?.()
    else setImmediate(() => this.#beginNext())
  }

  #startTurn(): number {
    setImmediate(() => (this.#begunAt = undefined))
    return performance.now()
  }
}
