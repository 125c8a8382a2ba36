import { rmSync } from 'node:fs'
import { inject } from 'vitest'
import { connect, type ShopDatabase } from '../../src/server/platform/db/connect.ts'
import type { Content, DatabaseCopy } from './database-copy.ts'
import { acquirePostgres } from './database-pool.ts'
import { copyPostgres } from './postgres-database.ts'
import { copySqlite } from './sqlite-database.ts'

type Closable = AsyncDisposable & { close(): Promise<void> }
export type TestDatabase = ShopDatabase & Pick<DatabaseCopy, 'location' | 'env'> & Closable

/** Copies one of the run's migrated templates on the vitest project's engine. */
export function copyDatabase(content: Content = 'empty'): Promise<DatabaseCopy> {
  return inject('engine') === 'postgres' ? copyPostgres(content) : copySqlite(content)
}

/** A database for one test, open, with its own copy of a template's content. */
export async function openCopy(content: Content = 'empty'): Promise<DatabaseCopy & { open: ShopDatabase }> {
  if (inject('engine') === 'postgres') return acquirePostgres(content)
  const copy = await copySqlite(content)
  return { ...copy, open: connect(copy.location) }
}

/**
 * An open, empty, migrated database for one test: `await using database = await freshDatabase()`, or call `close()` in
 * `afterEach`.
 */
export async function freshDatabase(): Promise<TestDatabase> {
  const { open, location, env, drop } = await openCopy()
  const close = async (): Promise<void> => {
    await open.db.destroy()
    await drop()
    rmSync(env.SHOP_DATA, { recursive: true, force: true, maxRetries: 5 })
  }
  return { ...open, location, env, close, [Symbol.asyncDispose]: close }
}
