import { join, resolve } from 'node:path'
import type { Env } from '../env.ts'
import type { DatabaseLocation } from './connect.ts'

/** PostgreSQL where DATABASE_URL is set, else the embedded database in the shop's data folder. */
export function databaseLocation(env: Env): DatabaseLocation {
  return env.DATABASE_URL ? { postgresUrl: env.DATABASE_URL } : { sqliteFile: join(env.SHOP_DATA, 'shop.db') }
}

/** What a person calls the database: the file, or host and name without the password. */
export function databaseName(env: Env): string {
  if (env.DATABASE_URL === undefined) return resolve(env.SHOP_DATA, 'shop.db')
  const { host, pathname } = new URL(env.DATABASE_URL)
  return `PostgreSQL ${host}${pathname}`
}
