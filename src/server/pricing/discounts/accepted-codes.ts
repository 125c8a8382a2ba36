import type { Queryable } from '../../platform/db/tables.ts'
import { extendWindow, openWindows } from '../../platform/http/limits/rate-limit-queries.ts'
import { hashSecret } from '../../platform/ids.ts'

const maxCodes = 10_000
const retentionMs = 600_000

type AcceptedCode = { until: number; storedUntil: number }

/**
 * Remembers codes recently accepted from a network for ten minutes: sending one again does not count as a guess. This
 * process remembers at most 10,000 codes; the database has those that any worker or node accepted, as hashes.
 */
export class AcceptedCodes {
  readonly #kept = new Map<string, AcceptedCode>()
  readonly #db: Queryable
  readonly #now: () => Date

  constructor(db: Queryable, now: () => Date) {
    this.#db = db
    this.#now = now
  }

  /** Whether this process remembers a code. */
  has(network: string, code: string): boolean {
    return (this.#kept.get(keyOf(network, code))?.until ?? 0) > this.#now().getTime()
  }

  /** Returns those of the codes that were accepted by this process or another one. */
  async among(network: string, codes: readonly string[]): Promise<Set<string>> {
    const others = codes.filter((code) => !this.has(network, code))
    const keys = others.map((code) => keyOf(network, code))
    const open = new Set(keys.length > 0 ? await openWindows(this.#db, keys, this.#now().toISOString()) : [])
    return new Set(codes.filter((code) => !others.includes(code) || open.has(keyOf(network, code))))
  }

  /** Remembers a code; writes it to the database when half of the time is over in which it stands there. */
  async add(network: string, code: string): Promise<void> {
    const key = keyOf(network, code)
    const now = this.#now().getTime()
    const until = now + retentionMs
    const storedUntil = this.#kept.get(key)?.storedUntil ?? 0
    const isStored = storedUntil - now > retentionMs / 2
    this.#kept.delete(key)
    this.#kept.set(key, { until, storedUntil: isStored ? storedUntil : until })
    const oldest = this.#kept.keys().next()
    if (this.#kept.size > maxCodes && !oldest.done) this.#kept.delete(oldest.value)
    if (!isStored) await extendWindow(this.#db, key, new Date(until).toISOString())
  }
}

function keyOf(network: string, code: string): string {
  return hashSecret(`acceptedCode ${network} ${code}`)
}
