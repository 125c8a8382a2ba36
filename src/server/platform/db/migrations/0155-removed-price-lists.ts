import type { Kysely } from 'kysely'
import { table } from './columns.ts'

/** Where the rows are of price lists that were deleted and can be restored. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await table(db, 'removed_price_lists', { id: 'text', rows_id: 'text', version: 'int', created_at: 'text' })
    .addPrimaryKeyConstraint('removed_price_lists_pk', ['id'])
    .execute()
}
