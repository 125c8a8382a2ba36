import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long the event loop waits at most for a slice of the work. */
const sliceMs = 8

/** Lets other work run between slices of a long one. */
export class Pauses {
  #begun = performance.now()

  /** Pauses if the slice has taken long enough. */
  async ifLong(): Promise<void> {
    if (performance.now() - this.#begun >= sliceMs) await this.now()
  }

  async now(): Promise<void> {
    await nextTurn()
    this.#begun = performance.now()
  }
}
