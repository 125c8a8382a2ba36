import type { Kysely } from 'kysely'
import { table } from './columns.ts'

/** The cart of a signed-in customer, wherever it was filled. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await table(db, 'saved_carts', { customer_id: 'text', lines: 'text', mark: 'text', updated_at: 'text' })
    .addPrimaryKeyConstraint('saved_carts_pk', ['customer_id'])
    .execute()
}
