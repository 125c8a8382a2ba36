import type { Kysely } from 'kysely'

/** Adds the VAT of an order's discount and delivery, and each line's share of the discount, for partial refunds. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, column] of [
    ['orders', 'discount_vat'],
    ['orders', 'delivery_vat'],
    ['order_lines', 'discount_share'],
    ['order_lines', 'discount_share_vat'],
  ] as const) {
    await db.schema
      .alterTable(table)
      .addColumn(column, 'bigint', (define) => define.notNull().defaultTo(0))
      .execute()
  }
}
