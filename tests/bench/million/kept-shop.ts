import { cpSync, existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { Client as PostgresClient } from 'pg'
import type { Bench } from '../part.ts'
import { withPostgresDemo } from '../postgres-demo.ts'
import type { ShopData } from '../shop-process.ts'
import { benchFolder } from '../workspace.ts'

const name = 'delverk_million'

/**
 * Does the work with a demo shop. With --keep it is that of the last run, if there is one, and it stays: in
 * `.cache/bench`, or in a database of the server that DATABASE_URL names.
 */
export async function keptShop<Result>(
  bench: Bench,
  engine: 'sqlite' | 'postgres',
  work: (data: ShopData) => Promise<Result>,
): Promise<Result> {
  const { workspace, keep } = bench
  if (engine === 'sqlite') return work(keep ? await keptFolder(bench) : await workspace.newDemo())
  if (!keep) return withPostgresDemo(bench, ({ data }) => work(data))
  return work(await workspace.newDemoOn(await keptDatabase()))
}

async function keptFolder({ workspace }: Bench): Promise<ShopData> {
  const folder = path.join(benchFolder, name)
  if (existsSync(path.join(folder, 'shop.db'))) return { ...workspace.newShop('kept'), folder }
  const demo = await workspace.newDemo()
  mkdirSync(folder, { recursive: true })
  cpSync(demo.folder, folder, { recursive: true, verbatimSymlinks: true })
  return { ...demo, folder }
}

async function keptDatabase(): Promise<string> {
  const server = process.env['DATABASE_URL']
  if (!server) throw new Error('--keep needs DATABASE_URL, a server that outlives the run.')
  const admin = new PostgresClient({ connectionString: server })
  await admin.connect()
  const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [name])
  if (rowCount === 0) await admin.query(`create database ${name}`)
  await admin.end()
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}
