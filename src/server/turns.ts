/**
 * Lets renderings begin one at a time, with a look at the network between them. With the embedded database a page is made
 * without ever waiting, so that those that may begin would otherwise run in one piece, and whatever is answered from memory
 * would wait for all of them.
 */
export class Turns {
  readonly #urgent: (() => void)[] = []
  readonly #usual: (() => void)[] = []
  #isComing = false

  /** Resolves when it is this one's turn; urgent ones go before all others. */
  next(isUrgent = false): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const queue = isUrgent ? this.#urgent : this.#usual
    queue.push(resolve)
    this.#schedule()
    return promise
  }

  #schedule(): void {
    if (this.#isComing) return
    this.#isComing = true
    setImmediate(() => {
      this.#isComing = false
      const begin = this.#urgent.shift() ?? this.#usual.shift()
      begin?.()
      if (this.#urgent.length + this.#usual.length > 0) this.#schedule()
    })
  }
}
