import { sql, type Kysely } from 'kysely'

/**
 * A product without a price above 0 is not orderable unless it is marked as free; none that is stored yet is. So what
 * has a price of nothing is listed like what has none: last.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('products')
    .addColumn('free', 'integer', (define) => define.notNull().defaultTo(0))
    .execute()
  await sql`update products set sort_price = null where sort_price <= 0`.execute(db)
  await sql`update category_products set unpriced = 1, sort_price = 0 where sort_price <= 0`.execute(db)
}
