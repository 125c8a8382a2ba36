import type { Kysely } from 'kysely'
import { index, table } from './columns.ts'

/** What became of disputes that were lost, with the sums at each VAT rate of what was written off. Append-only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await table(db, 'dispute_outcomes', {
    id: 'text',
    order_id: 'text',
    reference: 'text',
    payout_row: 'text',
    kind: 'text',
    amount: 'money',
    day: 'text',
    actor: 'text',
    at: 'text',
    undoes: 'text?',
  })
    .addPrimaryKeyConstraint('dispute_outcomes_key', ['id'])
    .addUniqueConstraint('dispute_outcomes_undone_once', ['undoes'])
    .execute()
  await index(db, 'dispute_outcomes_by_day', 'dispute_outcomes', ['day'])
  await index(db, 'dispute_outcomes_by_reference', 'dispute_outcomes', ['reference'])
  await table(db, 'dispute_shares', { outcome_id: 'text', rate: 'int', net: 'money', vat: 'money' })
    .addPrimaryKeyConstraint('dispute_shares_key', ['outcome_id', 'rate'])
    .execute()
}
