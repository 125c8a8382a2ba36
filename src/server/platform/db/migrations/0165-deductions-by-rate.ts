import type { Kysely } from 'kysely'

/** The VAT rates of discounts that were lost with refunded units; earlier refunds have the sum alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('order_refunds')
    .addColumn('deduction_rates', 'text', (define) => define.notNull().defaultTo('[]'))
    .execute()
}
