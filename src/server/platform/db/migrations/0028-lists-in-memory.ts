import { sql, type Kysely } from 'kysely'
import type { DatabaseKind } from '../connect.ts'
import { orderedByKey, table } from './columns.ts'

/**
 * Drops the orders of lists and the stored facet counts, which every process keeps in memory (decision 0047), and keeps
 * the exchange rates of the sort prices on their own. The currency '' makes the shop compute the sort prices of a
 * database that never had any.
 */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  for (const name of ['by_popularity', 'by_published_at', 'by_name_en', 'by_name_sv', 'cheapest', 'dearest'])
    await db.schema.dropIndex(`category_products_${name}`).execute()
  for (const column of ['popularity', 'published_at', 'unpriced', 'sort_price', 'name_en', 'name_sv'])
    await db.schema.alterTable('category_products').dropColumn(column).execute()
  await db.schema.dropTable('category_facets').execute()
  await db.schema.dropTable('category_sort_prices').execute()
  await table(db, 'sort_price_rates', { currency: 'text', per_sek_micro: 'money' })
    .addPrimaryKeyConstraint('sort_price_rates_pk', ['currency'])
    .modifyEnd(orderedByKey(kind))
    .execute()
  await sql`insert into sort_price_rates (currency, per_sek_micro)
    select currency, max(per_sek_micro) from category_currencies group by currency`.execute(db)
  await db.schema.dropTable('category_currencies').execute()
}
