import { readFileSync } from 'node:fs'
import { Client as PostgresClient } from 'pg'
import { processorTime } from '../process-usage.ts'
import type { ShopData } from '../shop-process.ts'

/** Processor time of the shop with the processes that it started, and of the database's, in ms. */
type UsedTime = { shop: number; database: number }

/** Reads the processor time that answers cost, however busy the machine is (Linux only, else NaN). */
export class UsedTimes {
  readonly #shop: number
  readonly #database: PostgresClient | undefined
  /** The last time of each process of the database: those of closed connections still count. */
  readonly #backends = new Map<number, number>()

  private constructor(shop: number, database: PostgresClient | undefined) {
    this.#shop = shop
    this.#database = database
  }

  static async of(shop: number, { databaseUrl }: ShopData): Promise<UsedTimes> {
    if (!databaseUrl) return new UsedTimes(shop, undefined)
    const client = new PostgresClient({ connectionString: databaseUrl })
    await client.connect()
    return new UsedTimes(shop, client)
  }

  async read(): Promise<UsedTime> {
    const { rows = [] } =
      (await this.#database?.query<{ pid: number }>(
        'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )) ?? {}
    for (const { pid } of rows) {
      const time = processorTime(pid)
      if (time) this.#backends.set(pid, time.allMs)
    }
    return {
      shop: familyTime(this.#shop),
      database: this.#backends.values().reduce((sum, each) => sum + each, 0),
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#database?.end()
  }
}

/** A process and those that it started, which read lists and searches on SQLite. */
function familyTime(pid: number): number {
  const own = processorTime(pid)?.allMs ?? Number.NaN
  return childrenOf(pid).reduce((sum, child) => sum + (processorTime(child)?.allMs ?? 0), own)
}

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}
