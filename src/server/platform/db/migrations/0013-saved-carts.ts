import type { Kysely } from 'kysely'
import { table } from './columns.ts'

/** Creates the saved carts of signed-in customers, shared by all of their browsers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await table(db, 'saved_carts', { customer_id: 'text', lines: 'text', mark: 'text', updated_at: 'text' })
    .addPrimaryKeyConstraint('saved_carts_pk', ['customer_id'])
    .execute()
}
