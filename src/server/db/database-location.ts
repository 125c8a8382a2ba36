import { join } from 'node:path'
import type { Env } from '../env.ts'
import type { DatabaseLocation } from './connect.ts'

/** PostgreSQL where DATABASE_URL is set, else the embedded database in the shop's data folder. */
export function databaseLocation(env: Env): DatabaseLocation {
  return env.DATABASE_URL ? { postgresUrl: env.DATABASE_URL } : { sqliteFile: join(env.SHOP_DATA, 'shop.db') }
}
