import { join, resolve } from 'node:path'
import type { Env } from '../env.ts'
import type { DatabaseLocation } from './connect.ts'

/** Returns PostgreSQL if DATABASE_URL is set, else the embedded database in the shop's data folder. */
export function databaseLocation(env: Pick<Env, 'SHOP_DATA' | 'DATABASE_URL'>): DatabaseLocation {
  return env.DATABASE_URL ? { postgresUrl: env.DATABASE_URL } : { sqliteFile: join(env.SHOP_DATA, 'shop.db') }
}

/** Returns the database's name for messages: the file, or host and database name without the password. */
export function databaseName(env: Pick<Env, 'SHOP_DATA' | 'DATABASE_URL'>): string {
  if (env.DATABASE_URL === undefined) return resolve(env.SHOP_DATA, 'shop.db')
  const { host, pathname } = new URL(env.DATABASE_URL)
  return `PostgreSQL ${host}${pathname}`
}
