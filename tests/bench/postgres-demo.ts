import { Client as PostgresClient } from 'pg'
import { startPostgres } from '../support/postgres.ts'
import type { Bench } from './part.ts'
import type { ShopData } from './shop-process.ts'

/**
 * A demo shop in a durable PostgreSQL of its own; `settings` are those that decide how durable. `another` makes a
 * second demo shop on the same server.
 */
export type PostgresDemo = { data: ShopData; settings: string; another(): Promise<ShopData> }

/** Does the work with a seeded demo shop on PostgreSQL and removes it. */
export function withPostgresDemo<Result>(
  { workspace }: Bench,
  work: (demo: PostgresDemo) => Promise<Result>,
): Promise<Result> {
  return withPostgres(async ({ settings, newDatabase }) => {
    const another = async (): Promise<ShopData> => workspace.newDemoOn(await newDatabase())
    return work({ data: await another(), settings, another })
  })
}

type PostgresServer = { settings: string; newDatabase(): Promise<string> }

/** Does the work with a durable PostgreSQL of its own; `newDatabase` makes an empty database, removed afterwards. */
export async function withPostgres<Result>(work: (server: PostgresServer) => Promise<Result>): Promise<Result> {
  const server = await startPostgres({ durable: true })
  const names: string[] = []
  const admin = new PostgresClient({ connectionString: server.url })
  await admin.connect()
  const newDatabase = async (): Promise<string> => {
    const name = `delverk_bench_${process.pid}_${names.length + 1}`
    await admin.query(`create database ${name}`)
    names.push(name)
    const url = new URL(server.url)
    url.pathname = `/${name}`
    return url.href
  }
  try {
    const settings = await admin.query(
      `select name || ' ' || setting as text from pg_settings ` +
        `where name in ('fsync', 'synchronous_commit') order by name`,
    )
    const described = settings.rows.map(({ text }) => text).join(', ')
    return await work({ settings: described, newDatabase })
  } finally {
    for (const name of names) await admin.query(`drop database if exists ${name} with (force)`)
    await admin.end()
    await server.stop()
  }
}
