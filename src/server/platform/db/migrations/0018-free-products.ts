import { sql, type Kysely } from 'kysely'

/**
 * Adds the mark for free products: without it, a product needs a price above 0 to be ordered. No stored product is
 * free yet, so listings sort products with a price of 0 last, like those without a price.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('products')
    .addColumn('free', 'integer', (define) => define.notNull().defaultTo(0))
    .execute()
  await sql`update products set sort_price = null where sort_price <= 0`.execute(db)
  await sql`update category_products set unpriced = 1, sort_price = 0 where sort_price <= 0`.execute(db)
}
