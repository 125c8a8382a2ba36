import type { Kysely } from 'kysely'
import { index, table } from './columns.ts'

/** What gift cards got back of an order after its credit note, because a dispute was won. Append-only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await table(db, 'card_returns', { id: 'text', order_id: 'text', amount: 'money', day: 'text', at: 'text' })
    .addPrimaryKeyConstraint('card_returns_key', ['id'])
    .execute()
  await index(db, 'card_returns_by_day', 'card_returns', ['day'])
}
