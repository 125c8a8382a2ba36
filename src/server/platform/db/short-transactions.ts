import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseKind } from './connect.ts'
import type { Database, DatabaseTransaction } from './tables.ts'

/** How long a transaction should take: an order that comes meanwhile waits for its end. */
const wantedMs = 150
const [fewest, most] = [50, 2_000]
/** Longer than a waiting writer of another process looks away (sqlite-writer.ts). */
const pauseMs = 8

/**
 * Runs a long write as many short transactions, so that orders can be placed in between. `size` is how many items the
 * next transaction should have, learned from how long the ones before took.
 */
export class ShortTransactions {
  readonly #db: Database
  readonly #kind: DatabaseKind
  #size = 250

  constructor(db: Database, kind: DatabaseKind) {
    this.#db = db
    this.#kind = kind
  }

  get size(): number {
    return this.#size
  }

  /** Runs `work` on `items` items in a transaction of its own. */
  async run<Result>(items: number, work: (trx: DatabaseTransaction) => Promise<Result>): Promise<Result> {
    const started = performance.now()
    const result = await this.#db.transaction().execute(work)
    const took = performance.now() - started
    if (items > 0) this.#size = nextSize(this.#size, (items * wantedMs) / Math.max(1, took))
    if (this.#kind === 'sqlite') await sleep(pauseMs)
    return result
  }
}

/** Follows what would have taken the wanted time, at most by half or double at once. */
function nextSize(size: number, fitting: number): number {
  return Math.round(Math.min(most, 2 * size, Math.max(fewest, size / 2, fitting)))
}
