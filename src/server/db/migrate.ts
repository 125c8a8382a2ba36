import { Migrator, type Migration } from 'kysely/migration'
import * as catalog from './migrations/0001-catalog.ts'
import * as orders from './migrations/0002-orders.ts'
import * as search from './migrations/0003-search.ts'
import type { OpenDatabase } from './connect.ts'

/** Brings the database to the newest schema; on PostgreSQL an advisory lock lets one process do it. */
export async function migrate({ db, kind }: OpenDatabase): Promise<string[]> {
  const migrations: Record<string, Migration> = {
    '0001-catalog': { up: (on) => catalog.up(on, kind) },
    '0002-orders': { up: (on) => orders.up(on, kind) },
    '0003-search': { up: (on) => search.up(on, kind) },
  }
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error, results } = await migrator.migrateToLatest()
  if (error) throw error instanceof Error ? error : new Error(String(error))
  return (results ?? []).filter((result) => result.status === 'Success').map((result) => result.migrationName)
}
