import { hashSecret } from '../../platform/ids.ts'

const MOST = 10_000
const MS = 600_000

/**
 * Codes that the shop accepted from a network lately: sending one again is no guess. Kept in this process, at most
 * 10,000 of them.
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
    this.#until.set(key, this.#now().getTime() + MS)
    const oldest = this.#until.keys().next()
    if (this.#until.size > MOST && !oldest.done) this.#until.delete(oldest.value)
  }
}

function keyOf(network: string, code: string): string {
  return hashSecret(`${network} ${code}`)
}
