import { sql, type Kysely } from 'kysely'

/** Finds the products of a VAT class other than the one that almost all have. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index products_by_vat_class on products (vat_class, sku) where vat_class <> 'standard'`.execute(db)
}
