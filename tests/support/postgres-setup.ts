import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'
import { provideRunFolder } from './run-folder.ts'

/**
 * Provides a PostgreSQL server for the run, and at the end drops its databases and stops the server if it was started
 * here.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const removeFolder = provideRunFolder(project)
  const server = await startPostgres()
  const prefix = `delverk_test_${randomBytes(4).toString('hex')}_`
  project.provide('postgresServer', { url: server.url, prefix })
  return async () => {
    await dropDatabases(server.url, prefix)
    await server.stop()
    removeFolder()
  }
}

async function dropDatabases(url: string, prefix: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('select datname from pg_database where starts_with(datname, $1)', [prefix])
  for (const { datname } of rows) await client.query(`drop database "${datname}" with (force)`)
  await client.end()
}
