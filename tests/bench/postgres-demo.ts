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
export async function withPostgresDemo<Result>(
  { workspace }: Bench,
  work: (demo: PostgresDemo) => Promise<Result>,
): Promise<Result> {
  const server = await startPostgres({ durable: true })
  const names: string[] = []
  const admin = new PostgresClient({ connectionString: server.url })
  await admin.connect()
  const newDemo = async (): Promise<ShopData> => {
    const name = `delverk_bench_${process.pid}_${names.length + 1}`
    await admin.query(`create database ${name}`)
    names.push(name)
    const url = new URL(server.url)
    url.pathname = `/${name}`
    return workspace.newDemoOn(url.href)
  }
  try {
    const settings = await admin.query(
      `select name || ' ' || setting as text from pg_settings ` +
        `where name in ('fsync', 'synchronous_commit') order by name`,
    )
    const described = settings.rows.map(({ text }) => text).join(', ')
    return await work({ data: await newDemo(), settings: described, another: newDemo })
  } finally {
    for (const name of names) await admin.query(`drop database if exists ${name} with (force)`)
    await admin.end()
    await server.stop()
  }
}
