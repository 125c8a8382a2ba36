import type { Kysely } from 'kysely'
import { index, table } from './columns.ts'

/** Disputes as the card provider tells of them, days before a payout has them, and the money that they moved. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await table(db, 'provider_disputes', {
    id: 'text',
    reference: 'text',
    amount: 'money',
    currency: 'text',
    status: 'text',
    at: 'text',
    updated_at: 'text',
  })
    .addPrimaryKeyConstraint('provider_disputes_key', ['id'])
    .execute()
  await index(db, 'provider_disputes_by_reference', 'provider_disputes', ['reference'])
  await table(db, 'provider_dispute_moves', {
    id: 'text',
    dispute_id: 'text',
    reference: 'text',
    kind: 'text',
    gross: 'money',
    currency: 'text',
    at: 'text',
  })
    .addPrimaryKeyConstraint('provider_dispute_moves_key', ['id'])
    .execute()
  await index(db, 'provider_dispute_moves_by_reference', 'provider_dispute_moves', ['reference'])
}
