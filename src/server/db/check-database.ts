import { sql } from 'kysely'
import type { Database } from './tables.ts'

const PATIENCE_MS = 2000

/** Rejects when the database does not answer a trivial query within two seconds. */
export async function checkDatabase(db: Database): Promise<void> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('The database does not answer.')), PATIENCE_MS)
  try {
    await Promise.race([sql`select 1`.execute(db), tooLate])
  } finally {
    clearTimeout(timer)
  }
}
