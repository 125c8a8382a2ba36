import type { PostgresPool } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { overPool, postgresPool, type ShopDatabase } from '../../src/server/platform/db/connect.ts'
import { preparing } from '../../src/server/platform/db/statements/prepared-statements.ts'
import { CleanedDatabase } from './cleaned-database.ts'
import { type Content, type DatabaseCopy, newDataFolder } from './database-copy.ts'
import { makeDatabase } from './postgres-database.ts'

/** A database for one test: open, and with where it is. `drop` gives it back. */
export type AcquiredDatabase = DatabaseCopy & { open: ShopDatabase }

/** Databases of this worker that no test uses. */
const idle: Record<Content, PooledDatabase[]> = { empty: [], fixture: [] }

/**
 * Gives a test a database from the pool, which earlier tests of this worker have used: making one takes 30 ms of the
 * server's processor time, and its first connections as much again, while cleaning takes 7 ms.
 */
export async function acquirePostgres(content: Content): Promise<AcquiredDatabase> {
  const pooled = idle[content].pop() ?? (await PooledDatabase.make(content))
  const borrowed = new BorrowedPool(pooled.connections)
  const drop = async (): Promise<void> => {
    await borrowed.end()
    if (await pooled.isCleaned()) idle[content].push(pooled)
    else await pooled.drop()
  }
  const env = { SHOP_DATA: newDataFolder(), DATABASE_URL: pooled.url }
  return { open: overPool(borrowed), location: { postgresUrl: pooled.url }, env, drop }
}

/** A database with its connections, which stay open between tests. */
class PooledDatabase {
  readonly url: string
  readonly connections: PostgresPool
  readonly #drop: () => Promise<void>
  readonly #pool: Pool
  readonly #cleaned: CleanedDatabase | undefined
  readonly #used = new Set<PoolClient>()

  private constructor(url: string, drop: () => Promise<void>, cleaned: CleanedDatabase | undefined) {
    this.url = url
    this.#drop = drop
    this.#cleaned = cleaned
    this.#pool = postgresPool({ postgresUrl: url }, { idleTimeoutMillis: 0, allowExitOnIdle: true })
    this.#pool.on('acquire', (connection) => this.#used.add(connection))
    this.connections = preparing(this.#pool.options, this.#pool)
  }

  static async make(content: Content): Promise<PooledDatabase> {
    const { url, drop } = await makeDatabase(content)
    return new PooledDatabase(url, drop, await CleanedDatabase.open(url))
  }

  /** Takes back what a test wrote; false where that is not possible. */
  async isCleaned(): Promise<boolean> {
    return (await this.#isIdle()) && this.#isClean().catch(() => false)
  }

  async #isClean(): Promise<boolean> {
    if (this.#cleaned === undefined) return false
    const used = new Set(this.#used)
    const connections = await Promise.all(Array.from({ length: this.#pool.totalCount }, () => this.#pool.connect()))
    await Promise.all(connections.filter((connection) => used.has(connection)).map(restart))
    for (const connection of connections) connection.release()
    this.#used.clear()
    return this.#cleaned.clean(connections.length)
  }

  /** Tells whether no statement of the test still runs, after a moment for those that nobody has awaited. */
  async #isIdle(): Promise<boolean> {
    const pool = this.#pool
    for (let turn = 0; turn < 1000; turn += 1) {
      if (pool.waitingCount === 0 && pool.idleCount === pool.totalCount) return true
      await new Promise((resolve) => setImmediate(resolve))
    }
    return false
  }

  async drop(): Promise<void> {
    void this.#pool.end()
    await this.#cleaned?.close()
    await this.#drop()
  }
}

/** Makes a connection as it was at its begin, and has it report what it wrote. */
async function restart(connection: PoolClient): Promise<void> {
  await connection.query('reset all; select pg_advisory_unlock_all(), pg_stat_force_next_flush()')
}

/** The connections as one test sees them: none is given after its end. */
class BorrowedPool implements PostgresPool {
  readonly options: PostgresPool['options']
  readonly #connections: PostgresPool
  #isOver = false

  constructor(connections: PostgresPool) {
    this.options = connections.options
    this.#connections = connections
  }

  connect: PostgresPool['connect'] = async () => {
    if (this.#isOver) throw new Error('The database of this test is closed.')
    return this.#connections.connect()
  }

  async end(): Promise<void> {
    this.#isOver = true
  }
}
