import { setImmediate as othersTurn, setTimeout as sleep } from 'node:timers/promises'
import { sql, type KyselyPlugin, type QueryResult, type UnknownRow } from 'kysely'
import type { DatabaseKind } from './connect.ts'
import { kindOf } from './kind-of.ts'
import type { Database, DatabaseTransaction } from './tables.ts'

/** How long a transaction should take: an order that comes meanwhile waits for its end. */
const usualMs = 150
/** Items of a transaction: so few where others take the processors, at first where it shall be short, and at most. */
const [min, firstOfShort, max] = [10, 50, 2_000]
/** Longer than a waiting writer of another process looks away (sqlite-writer.ts). */
const pauseMs = 8
/** How long a process that serves works at a transaction before others have a turn of its event loop. */
const turnMs = 2

/**
 * Runs a long write as many short transactions, so that orders can be placed in between. `size` is how many items the
 * next transaction should have, learned from how long the ones before took.
 */
export class ShortTransactions {
  readonly #db: Database
  readonly #kind: DatabaseKind
  readonly #wantedMs: number
  readonly #isDurableLater: boolean
  #size: number
  #resumesAt = 0

  /**
   * `wantedMs` is how long a transaction should take, where that is not the usual time. With `isDurableLater`
   * PostgreSQL does not wait for the disk: after a power failure the last transactions may be missing, but never one
   * that others came after. A usual transaction makes all before it durable.
   */
  constructor(db: Database, kind: DatabaseKind, { wantedMs = usualMs, isDurableLater = false } = {}) {
    this.#db = db
    this.#kind = kind
    this.#wantedMs = wantedMs
    this.#isDurableLater = isDurableLater
    this.#size = wantedMs < usualMs ? firstOfShort : 250
  }

  get size(): number {
    return this.#size
  }

  /**
   * Runs `work` on `items` items in a transaction of its own. On SQLite it begins no sooner than a pause after the one
   * before, in which others write; what the caller does between two of them is done in that pause. So is `meanwhile`,
   * which need not wait for the disk either; only a process that serves nobody gives it. On PostgreSQL `work` may only
   * read until another transaction of these, `after`, has ended; its own time begins then.
   */
  async run<Result>(
    items: number,
    work: (trx: DatabaseTransaction) => Promise<Result>,
    meanwhile?: () => void,
    after?: Promise<unknown>,
  ): Promise<Result> {
    const pause = this.#resumesAt - performance.now()
    if (pause > 0) await sleep(Math.ceil(pause))
    let started = performance.now()
    const begin = (): void => void (started = performance.now())
    after?.then(begin, begin)
    let ended: Promise<number> | undefined
    const kind = this.#kind
    const turns = kind === 'sqlite' && this.#wantedMs < usualMs ? new Turns() : undefined
    const result = await this.#db.transaction().execute(async (trx) => {
      if (kind === 'postgres') await prepare(trx, this.#isDurableLater)
      const result = await work(turns ? trx.withPlugin(turns) : trx)
      if (meanwhile) ended = afterCommit(meanwhile)
      return result
    })
    const endedAt = (await ended) ?? performance.now()
    const took = endedAt - started - (turns?.givenMs ?? 0)
    if (items > 0) this.#size = nextSize(this.#size, (items * this.#wantedMs) / Math.max(1, took))
    if (kind === 'sqlite') this.#resumesAt = endedAt + pauseMs
    return result
  }
}

/**
 * Does what need not be in a transaction, when its last statement has been answered: SQLite commits in the next turn of
 * the event loop. @returns when the work began.
 */
function afterCommit(work: () => void): Promise<number> {
  const done = twoTurns().then((at) => {
    work()
    return at
  })
  // Awaited by `run`, unless the transaction fails before.
  done.catch(() => undefined)
  return done
}

async function twoTurns(): Promise<number> {
  await othersTurn()
  await othersTurn()
  return performance.now()
}

/**
 * Lets the other callbacks of this process run between the statements of a transaction. SQLite runs a statement before
 * it returns, so that a transaction is one turn of the event loop, and a page waits for one at each of its own turns.
 * Readers see the state before the transaction meanwhile; writers wait for its end.
 */
class Turns implements KyselyPlugin {
  /** The time that others had. */
  givenMs = 0
  #since = performance.now()

  transformQuery({ node }: Parameters<KyselyPlugin['transformQuery']>[0]): typeof node {
    return node
  }

  async transformResult({ result }: { result: QueryResult<UnknownRow> }): Promise<QueryResult<UnknownRow>> {
    const ended = performance.now()
    if (ended - this.#since < turnMs) return result
    await othersTurn()
    this.#since = performance.now()
    this.givenMs += this.#since - ended
    return result
  }
}

/**
 * Lets this transaction find rows by their keys. PostgreSQL expects a disk with moving parts, and would read whole
 * tables for the lists of ids of every step until there are some 15,000 products.
 */
async function prepare(trx: DatabaseTransaction, isDurableLater: boolean): Promise<void> {
  const how = isDurableLater ? sql`, set_config('synchronous_commit', 'off', true)` : sql``
  await sql`select set_config('random_page_cost', '1.1', true)${how}`.execute(trx)
}

/** Follows what would have taken the wanted time, at most by half or double at once. */
function nextSize(size: number, fitting: number): number {
  return Math.round(Math.min(max, 2 * size, Math.max(min, size / 2, fitting)))
}

/** Shorter than an order waits for its turn (maxLaneWaitMs in lanes.ts). */
const maxTurnMs = 15_000

/**
 * Lets the statements of this transaction take up to 15 seconds: PostgreSQL counts the time in which a statement waits
 * for the rows of another transaction. SQLite has one writer, whose transactions wait before they begin.
 */
export async function waitLonger(trx: DatabaseTransaction): Promise<void> {
  if (kindOf(trx) === 'postgres') await sql`set local statement_timeout = ${sql.lit(maxTurnMs)}`.execute(trx)
}
