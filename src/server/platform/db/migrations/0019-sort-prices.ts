import { sql, type Kysely } from 'kysely'
import type { DatabaseKind } from '../connect.ts'
import { index, orderedByKey, table } from './columns.ts'

/**
 * Creates sort prices for currencies with their own prices: per product, and copied beside the listings of the
 * categories that need them, so that a page is one index range. A sort price is minor units times a million, before
 * the country's VAT, which makes it exact. The row without a category makes the shop compute everything once.
 */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await table(db, 'product_sort_prices', { product_id: 'text', currency: 'text', sort_price: 'money' })
    .addPrimaryKeyConstraint('product_sort_prices_pk', ['product_id', 'currency'])
    .modifyEnd(orderedByKey(kind))
    .execute()
  await table(db, 'category_currencies', { category_id: 'text', currency: 'text', per_sek_micro: 'money' })
    .addPrimaryKeyConstraint('category_currencies_pk', ['category_id', 'currency'])
    .modifyEnd(orderedByKey(kind))
    .execute()
  await table(db, 'category_sort_prices', {
    category_id: 'text',
    currency: 'text',
    product_id: 'text',
    unpriced: 'flag',
    sort_price: 'money',
  })
    .addPrimaryKeyConstraint('category_sort_prices_pk', ['product_id', 'category_id', 'currency'])
    .modifyEnd(orderedByKey(kind))
    .execute()
  await index(db, 'category_sort_prices_cheapest', 'category_sort_prices', [
    'category_id',
    'currency',
    'unpriced',
    'sort_price',
    'product_id',
  ])
  await sql`create index category_sort_prices_dearest
    on category_sort_prices (category_id, currency, unpriced, sort_price desc, product_id)`.execute(db)
  await sql`insert into category_currencies (category_id, currency, per_sek_micro) values ('', '', -1)`.execute(db)
}
