import { sql, type Kysely } from 'kysely'
import { table } from './columns.ts'

/**
 * Adds the discount terms in force when the order was placed; the deduction of a refund whose remaining order no
 * longer meets them, with the units per line that the shopper returned by choice; and the refunded units of a return.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await table(db, 'order_terms', { order_id: 'text', terms: 'text' })
    .addPrimaryKeyConstraint('order_terms_pk', ['order_id'])
    .execute()
  for (const column of ['deduction', 'deduction_vat']) {
    await db.schema
      .alterTable('order_refunds')
      .addColumn(column, 'bigint', (define) => define.notNull().defaultTo(0))
      .execute()
  }
  await db.schema
    .alterTable('order_refund_lines')
    .addColumn('by_choice', 'integer', (define) => define.notNull().defaultTo(0))
    .execute()
  await db.schema
    .alterTable('return_lines')
    .addColumn('refunded', 'integer', (define) => define.notNull().defaultTo(0))
    .execute()
  await sql`update return_lines set refunded = received
    where return_id in (select id from returns where status = 'refunded')`.execute(db)
}
