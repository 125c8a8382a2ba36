import type { Kysely } from 'kysely'

/** Adds what is asked for an order that was changed after it was placed, and the payments of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('orders')
    .addColumn('unpaid_difference', 'bigint', (define) => define.notNull().defaultTo(0))
    .execute()
  await db.schema
    .alterTable('payment_attempts')
    .addColumn('is_difference', 'integer', (define) => define.notNull().defaultTo(0))
    .execute()
}
