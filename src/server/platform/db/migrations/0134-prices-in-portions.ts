import type { Kysely } from 'kysely'
import { table } from './columns.ts'

/**
 * The rows of a list can stand under a key of their own, so that many are written before the list takes them; what is
 * not taken, or no longer, is noted until it has been deleted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('price_lists').addColumn('rows_id', 'text').execute()
  await db.schema.alterTable('price_list_changes').addColumn('rows_id', 'text').execute()
  await table(db, 'price_list_leftovers', { rows_id: 'text', part: 'text', since: 'text' })
    .addPrimaryKeyConstraint('price_list_leftovers_pk', ['rows_id', 'part'])
    .execute()
}
