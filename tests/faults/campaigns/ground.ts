import { copyFileSync, existsSync } from 'node:fs'
import path from 'node:path'
import { Client as PostgresClient } from 'pg'
import { connect, type OpenDatabase } from '../../../src/server/platform/db/connect.ts'
import { migrate } from '../../../src/server/platform/db/migrate.ts'
import { seedDemo } from '../../../src/tools/demo/seed-demo.ts'
import type { ShopData } from '../../bench/shop-process.ts'
import { Workspace } from '../../bench/workspace.ts'
import { startPostgres, type PostgresServer } from '../../support/postgres.ts'

export type Engine = 'SQLite' | 'PostgreSQL'
export const engines: readonly Engine[] = ['SQLite', 'PostgreSQL']

type Size = { scale: number; engines: readonly Engine[]; seed: number; count: number | undefined }

/** The environment of campaigns: copies of a small demo shop on either engine, and the size of each campaign. */
export class Ground {
  readonly engines: readonly Engine[]
  /** The seed of random campaigns. */
  readonly seed: number
  readonly #count: number | undefined
  readonly #scale: number
  readonly #workspace = new Workspace()
  #postgres: Promise<PostgresServer> | undefined
  #template: Promise<string> | undefined
  #databases = 0

  constructor({ scale, engines: chosen, seed, count }: Size) {
    this.seed = seed
    this.#count = count
    this.#scale = scale
    this.engines = chosen
  }

  /** The full size, or a share of it in a short run; at least `least`. */
  size(full: number, min = 1): number {
    return Math.max(min, Math.round(full * this.#scale))
  }

  /** The full count unless the run was given one. */
  count(full: number): number {
    return this.#count ?? this.size(full)
  }

  /** The engine for tests that do not reach the database. */
  get anyEngine(): Engine {
    return this.engines[0] ?? 'SQLite'
  }

  /** A separate shop with the small demo. */
  async newShop(engine: Engine): Promise<ShopData & { postgresUrl?: string }> {
    const shop = this.#workspace.newShop('faults')
    if (engine === 'SQLite') {
      this.#template ??= this.#newTemplate()
      copyFileSync(await this.#template, path.join(shop.folder, 'shop.db'))
      return shop
    }
    const databaseUrl = await this.#newDatabase()
    return { ...shop, databaseUrl, postgresUrl: databaseUrl }
  }

  /** A separate shop with the small demo in this empty database of a server of the campaign's own. */
  async newShopIn(postgresUrl: string): Promise<ShopData & { postgresUrl: string }> {
    await fill(connect({ postgresUrl, poolSize: 2 }))
    return { ...this.#workspace.newShop('faults'), databaseUrl: postgresUrl, postgresUrl }
  }

  /** What the PostgreSQL figures were measured on; undefined when it was not used. */
  async describePostgres(): Promise<string | undefined> {
    if (this.#postgres === undefined) return undefined
    return asAdmin((await this.#postgres).url, async (admin) => {
      const { rows } = await admin.query(
        `select current_setting('server_version') || ', fsync ' || current_setting('fsync') || ` +
          `', synchronous_commit ' || current_setting('synchronous_commit') as text`,
      )
      return `PostgreSQL ${rows[0]?.text}`
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const server = await this.#postgres
    if (!server) return
    await asAdmin(server.url, async (admin) => {
      for (let at = 0; at < this.#databases; at += 1)
        await admin.query(`drop database if exists ${nameOf(at)} with (force)`)
    })
    await server.stop()
  }

  async #newTemplate(): Promise<string> {
    const file = path.join(this.#workspace.newFolder('template'), 'shop.db')
    const open = connect({ sqliteFile: file })
    await fill(open)
    if (existsSync(`${file}-wal`)) throw new Error('The template of the demo shop was not closed.')
    return file
  }

  async #newDatabase(): Promise<string> {
    this.#postgres ??= startPostgres({ durable: true })
    const { url } = await this.#postgres
    const name = nameOf(this.#databases)
    this.#databases += 1
    await asAdmin(url, (admin) => admin.query(`create database ${name}`))
    const own = new URL(url)
    own.pathname = `/${name}`
    await fill(connect({ postgresUrl: own.href, poolSize: 2 }))
    return own.href
  }
}

function nameOf(at: number): string {
  return `delverk_faults_${process.pid}_${at}`
}

async function fill(open: OpenDatabase): Promise<void> {
  try {
    await migrate(open)
    await seedDemo(open, { products: 'small' })
  } finally {
    await open.db.destroy()
  }
}

async function asAdmin<Result>(url: string, work: (admin: PostgresClient) => Promise<Result>): Promise<Result> {
  const admin = new PostgresClient({ connectionString: url })
  await admin.connect()
  try {
    return await work(admin)
  } finally {
    await admin.end()
  }
}
