import { Client as PostgresClient } from 'pg'
import { startPostgres } from '../support/postgres.ts'
import type { Bench } from './part.ts'
import type { ShopData } from './shop-process.ts'

/** A demo shop in a durable PostgreSQL of its own; `settings` are those that decide how durable. */
export type PostgresDemo = { data: ShopData; settings: string }

/** Does the work with a seeded demo shop on PostgreSQL and removes it. */
export async function withPostgresDemo<Result>(
  { workspace }: Bench,
  work: (demo: PostgresDemo) => Promise<Result>,
): Promise<Result> {
  const server = await startPostgres({ durable: true })
  const name = `delverk_bench_${process.pid}`
  const admin = new PostgresClient({ connectionString: server.url })
  await admin.connect()
  try {
    await admin.query(`create database ${name}`)
    const settings = await admin.query(
      `select name || ' ' || setting as text from pg_settings ` +
        `where name in ('fsync', 'synchronous_commit') order by name`,
    )
    const url = new URL(server.url)
    url.pathname = `/${name}`
    const data = await workspace.newDemoOn(url.href)
    return await work({ data, settings: settings.rows.map(({ text }) => text).join(', ') })
  } finally {
    await admin.query(`drop database if exists ${name} with (force)`)
    await admin.end()
    await server.stop()
  }
}
