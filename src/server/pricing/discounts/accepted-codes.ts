import { hashSecret } from '../../platform/ids.ts'

const mostCodes = 10_000
const keptMs = 600_000

/**
 * Remembers codes recently accepted from a network: sending one again does not count as a guess. In memory of this
 * process, at most 10,000 codes.
 */
export class AcceptedCodes {
  readonly #until = new Map<string, number>()
  readonly #now: () => Date

  constructor(now: () => Date) {
    this.#now = now
  }

  has(network: string, code: string): boolean {
    return (this.#until.get(keyOf(network, code)) ?? 0) > this.#now().getTime()
  }

  add(network: string, code: string): void {
    const key = keyOf(network, code)
    this.#until.delete(key)
    this.#until.set(key, this.#now().getTime() + keptMs)
    const oldest = this.#until.keys().next()
    if (this.#until.size > mostCodes && !oldest.done) this.#until.delete(oldest.value)
  }
}

function keyOf(network: string, code: string): string {
  return hashSecret(`${network} ${code}`)
}
