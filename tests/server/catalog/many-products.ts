import { sql } from 'kysely'
import type { OpenDatabase } from '../../../src/server/platform/db/connect.ts'
import { indexProducts } from '../../../src/server/search/index-products.ts'

/** Keeps every statement below the time limit of shoppers. */
const atOnce = 2_000

/** Minimal products of the brand "many", every other one in stock; only what a list reads. */
export async function writeManyProducts({ db, kind }: Pick<OpenDatabase, 'db' | 'kind'>, count: number): Promise<void> {
  await db.insertInto('brands').values({ id: 'many', name: 'Many', slug: 'many', maker: '', eu_contact: '' }).execute()
  for (let from = 1; from <= count; from += atOnce) {
    const to = Math.min(count, from + atOnce - 1)
    const numbers = sql`with recursive numbers(n) as
      (select ${sql.lit(from)} union all select n + 1 from numbers where n < ${sql.lit(to)})`
    await sql`
      insert into products (id, type, sku, position, brand_id, group_size, vat_class, weight_grams, status, notifyable,
        decoration, popularity, published_at, sort_price, created_at, updated_at)
      ${numbers} select 'many-' || n, 1, 'MANY-' || n, 0, 'many', 1, 'standard', 1, 'published', 0,
        '', n % 1000, '2026-01-01', n, '2026-01-01', '2026-01-01' from numbers`.execute(db)
    await sql`insert into stock (product_id, on_hand, reserved, incoming_at)
      ${numbers} select 'many-' || n, n % 2, 0, null from numbers`.execute(db)
  }
  const ids = Array.from({ length: count }, (_, at) => `many-${at + 1}`)
  await db.transaction().execute((trx) => indexProducts(trx, kind, ids))
  if (kind === 'postgres') await sql`analyze products, stock`.execute(db)
}
