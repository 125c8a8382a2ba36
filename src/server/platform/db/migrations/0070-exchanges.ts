import type { Kysely } from 'kysely'
import { index, table } from './columns.ts'

/** Adds which order was sent in exchange for returned units. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await table(db, 'order_exchanges', { order_id: 'text', return_id: 'text', refund_id: 'text', credit: 'money' })
    .addPrimaryKeyConstraint('order_exchanges_key', ['order_id'])
    .addUniqueConstraint('order_exchanges_refund', ['refund_id'])
    .execute()
  await index(db, 'order_exchanges_by_return', 'order_exchanges', ['return_id'])
}
