import type { Kysely } from 'kysely'

/** What a refund takes off the price without units, or takes back of that; minor units with VAT listed separately. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['allowance', 'allowance_vat'])
    await db.schema
      .alterTable('order_refunds')
      .addColumn(column, 'bigint', (add) => add.notNull().defaultTo(0))
      .execute()
}
