import type { Kysely } from 'kysely'

/** Adds which gift cards got what of a refund back; of earlier refunds it is not known. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('order_refunds')
    .addColumn('card_parts', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute()
}
