import type { Kysely } from 'kysely'
import { index, table } from './columns.ts'

/** Words by which staff sort orders, and find them again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await table(db, 'order_labels', { order_id: 'text', label_key: 'text', label: 'text', at: 'text' })
    .addPrimaryKeyConstraint('order_labels_pk', ['order_id', 'label_key'])
    .execute()
  await index(db, 'order_labels_by_key', 'order_labels', ['label_key', 'order_id'])
}
