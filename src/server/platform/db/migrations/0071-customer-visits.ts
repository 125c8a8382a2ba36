import type { Kysely } from 'kysely'
import { index, table } from './columns.ts'

/** Staff who see the storefront as a customer, for half an hour at most. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await table(db, 'customer_visits', {
    hash: 'text',
    id: 'text',
    is_open: 'int',
    staff_session: 'text',
    customer_id: 'text',
    reason: 'text',
    created_at: 'text',
    expires_at: 'text',
  })
    .addPrimaryKeyConstraint('customer_visits_pk', ['hash'])
    .execute()
  await index(db, 'customer_visits_by_expires_at', 'customer_visits', ['expires_at'])
}
