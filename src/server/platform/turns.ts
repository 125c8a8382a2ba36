/** How long requests may go on in one turn where none of them waits for its database, in milliseconds. */
export const EMBEDDED_TURN_MS = 8

/**
 * Lets renderings and writes begin one after the other, with a look at the network between them: after each of them, or
 * with `turnMs` when they took so long together. With the embedded database they never wait for anything, so that all
 * that may begin would otherwise run in one piece, and what is answered from memory would wait for all of them; its
 * writes of one turn share one write to the disk (platform/db/sqlite/sqlite-writer.ts).
 */
export class Turns {
  readonly #urgent: (() => void)[] = []
  readonly #usual: (() => void)[] = []
  readonly #turnMs: number
  #begunAt: number | undefined

  constructor(turnMs = 0) {
    this.#turnMs = turnMs
  }

  /** Resolves when it is this one's turn; urgent ones go before all others. */
  next(isUrgent = false): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const queue = isUrgent ? this.#urgent : this.#usual
    queue.push(resolve)
    setImmediate(() => this.#beginNext())
    return promise
  }

  /**
   * Immediates of one turn run before the network is looked at, each with what it resolves; new ones belong to the next
   * turn.
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
