/** How long renderings and writes may go on before the network is looked at, in milliseconds. */
const TURN_MS = 8

/**
 * Lets renderings and writes begin one after the other, with a look at the network whenever they took TURN_MS together. With
 * the embedded database they never wait for anything, so that all that may begin would otherwise run in one piece, and what is
 * answered from memory would wait for all of them. Writes of one turn share one write to the disk (db/sqlite-writer.ts).
 */
export class Turns {
  readonly #urgent: (() => void)[] = []
  readonly #usual: (() => void)[] = []
  #begunAt: number | undefined

  /** Resolves when it is this one's turn; urgent ones go before all others. */
  next(isUrgent = false): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const queue = isUrgent ? this.#urgent : this.#usual
    queue.push(resolve)
    setImmediate(() => this.#beginNext())
    return promise
  }

  /** Immediates of one turn run before the network is looked at, each with what it resolves; new ones belong to the next turn. */
  #beginNext(): void {
    this.#begunAt ??= this.#startTurn()
    if (performance.now() - this.#begunAt > TURN_MS) setImmediate(() => this.#beginNext())
    else (this.#urgent.shift() ?? this.#usual.shift())?.()
  }

  #startTurn(): number {
    setImmediate(() => (this.#begunAt = undefined))
    return performance.now()
  }
}
