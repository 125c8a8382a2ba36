import { rmSync } from 'node:fs'
import path from 'node:path'
import { Client as PostgresClient } from 'pg'
import type { DatabaseLocation } from '../../src/server/platform/db/connect.ts'
import { startPostgres } from '../support/postgres.ts'
import { benchFolder } from './workspace.ts'

/** As in a shop: lists are read in a process of their own on SQLite. */
const maxStatementMs = 30_000

/** Measures in an empty database of its own, which is deleted afterwards. */
export async function inDatabase(
  isPostgres: boolean,
  of: string,
  measure: (location: DatabaseLocation) => Promise<void>,
): Promise<void> {
  const name = `${of}_${process.pid}`
  if (!isPostgres) {
    const folder = path.join(benchFolder, name)
    await measure({ sqliteFile: path.join(folder, 'shop.db'), maxStatementMs })
    rmSync(folder, { recursive: true, force: true })
    return
  }
  const server = await startPostgres({ durable: true })
  const admin = new PostgresClient({ connectionString: server.url })
  await admin.connect()
  const url = new URL(server.url)
  url.pathname = `/${name}`
  await admin.query(`create database ${name}`)
  await measure({ postgresUrl: url.href })
  await admin.query(`drop database ${name} with (force)`)
  await admin.end()
  await server.stop()
}
