import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { Client } from 'pg'
import { inject } from 'vitest'
import { parseEnv, type Env } from '../../../src/server/platform/env.ts'
import { newDataFolder } from '../../support/database-copy.ts'

export type Place = { env: Env; drop: () => Promise<void> }

type Server = { url: string; prefix: string }

/**
 * An empty data folder and, on PostgreSQL, an empty database, for a shop that is restored or moved there. `server` is
 * that of the run unless a test has its own.
 */
export async function emptyPlace(
  engine = inject('engine'),
  settings: Record<string, string> = {},
  server?: Server,
): Promise<Place> {
  const folder = newDataFolder()
  const clean = (): void => rmSync(folder, { recursive: true, force: true })
  const variables = { NODE_ENV: 'test', LOG_LEVEL: 'silent', SHOP_DATA: folder, ...settings }
  if (engine === 'sqlite') return { env: parseEnv(variables), drop: async () => clean() }
  const { prefix, url } = server ?? inject('postgresServer')
  const name = `${prefix}${randomBytes(6).toString('hex')}`
  await asAdmin(url, `create database "${name}"`)
  const own = new URL(url)
  own.pathname = `/${name}`
  const drop = async (): Promise<void> => {
    await asAdmin(url, `drop database if exists "${name}" with (force)`)
    clean()
  }
  return { env: parseEnv({ ...variables, DATABASE_URL: own.href }), drop }
}

async function asAdmin(url: string, text: string): Promise<void> {
  const admin = new Client({ connectionString: url })
  await admin.connect()
  await admin.query(text)
  await admin.end()
}
