import { sql, type Kysely } from 'kysely'
import type { DatabaseKind } from '../connect.ts'

/**
 * Leaves room on the pages of what imports of prices and stock change. PostgreSQL then writes the new version of a row
 * beside the old one, and the index of the table stays as it is.
 */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  if (kind !== 'postgres') return
  for (const table of ['prices', 'price_history', 'stock'])
    await sql`alter table ${sql.ref(table)} set (fillfactor = 85)`.execute(db)
}
