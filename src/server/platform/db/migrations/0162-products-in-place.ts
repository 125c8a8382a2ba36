import { sql, type Kysely } from 'kysely'
import type { DatabaseKind } from '../connect.ts'
import { index, table } from './columns.ts'

/**
 * Lets imports of prices and stock change products in their place on PostgreSQL, which writes each of some ten indexes
 * for a row of which any indexed column has changed. What the console's list sorts and filters by, and imports change,
 * is kept in a narrow table of its own. Triggers write it, so that a program of the version before does so too.
 * SQLite writes only the indexes of what has changed.
 */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  if (kind !== 'postgres') return
  await table(db, 'product_list_keys', { product_id: 'text', sku: 'text', updated_at: 'text', is_priced: 'flag' })
    .addPrimaryKeyConstraint('product_list_keys_pk', ['product_id'])
    .execute()
  await triggers(db)
  await sql`insert into product_list_keys (product_id, sku, updated_at, is_priced)
    select id, sku, updated_at, (sort_price is not null)::integer from products order by id`.execute(db)
  await index(db, 'product_list_keys_by_update', 'product_list_keys', ['updated_at', 'product_id'])
  await sql`create index product_list_keys_unpriced on product_list_keys (sku) where is_priced = 0`.execute(db)
  for (const name of ['products_by_update', 'products_unpriced']) await db.schema.dropIndex(name).execute()
  await sql`alter table products set (fillfactor = 85)`.execute(db)
}

/**
 * Triggers of whole statements: a function that PostgreSQL calls for each row would take longer than the indexes. Rows
 * that are there already are those of a backup, which is restored with this table first.
 */
async function triggers(db: Kysely<unknown>): Promise<void> {
  await sql`create function keep_product_list_keys() returns trigger language plpgsql as $$
    begin
      insert into product_list_keys as kept (product_id, sku, updated_at, is_priced)
        select id, sku, updated_at, (sort_price is not null)::integer from new_products
        on conflict (product_id) do update
          set sku = excluded.sku, updated_at = excluded.updated_at, is_priced = excluded.is_priced
          where (kept.sku, kept.updated_at, kept.is_priced)
            is distinct from (excluded.sku, excluded.updated_at, excluded.is_priced);
      return null;
    end $$`.execute(db)
  await sql`create function drop_product_list_keys() returns trigger language plpgsql as $$
    begin
      delete from product_list_keys where product_id = any (array(select id from old_products));
      return null;
    end $$`.execute(db)
  for (const event of ['insert', 'update'])
    await sql`create trigger ${sql.ref(`product_list_keys_${event}`)} after ${sql.raw(event)} on products
      referencing new table as new_products for each statement execute function keep_product_list_keys()`.execute(db)
  await sql`create trigger product_list_keys_delete after delete on products
    referencing old table as old_products for each statement execute function drop_product_list_keys()`.execute(db)
}
