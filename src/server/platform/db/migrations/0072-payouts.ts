import type { Kysely } from 'kysely'
import { index, table } from './columns.ts'

/** Adds what payment providers paid out, and what each payout consists of. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await table(db, 'payouts', {
    id: 'text',
    hash: 'text',
    day: 'text',
    currency: 'text',
    gross: 'money',
    fee: 'money',
    net: 'money',
    stated: 'money?',
    actor: 'text',
    at: 'text',
  })
    .addPrimaryKeyConstraint('payouts_key', ['id'])
    .addUniqueConstraint('payouts_hash', ['hash'])
    .execute()
  await index(db, 'payouts_by_day', 'payouts', ['day', 'id'])
  await table(db, 'payout_rows', {
    id: 'text',
    payout_id: 'text',
    kind: 'text',
    gross: 'money',
    fee: 'money',
    net: 'money',
    reference: 'text',
  })
    .addPrimaryKeyConstraint('payout_rows_key', ['id'])
    .execute()
  await index(db, 'payout_rows_of', 'payout_rows', ['payout_id', 'id'])
  await index(db, 'payout_rows_by_reference', 'payout_rows', ['reference'])
}
