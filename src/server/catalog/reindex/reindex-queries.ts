import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/tables.ts'
import type { EffectPayload } from '../../platform/outbox/effect-kinds.ts'

/** What the search finds products by, and the last product that was read of those that have it. */
export type ReindexTask = EffectPayload<'search.read_again'>

/** Reads so many products that follow the last one; those of an attribute by value. */
export async function productsToRead(db: Queryable, { of, id, values, after }: ReindexTask, limit: number) {
  if (of === 'attribute') {
    return db
      .selectFrom('product_attributes')
      .select(['value', 'product_id as product'])
      .where('attribute_id', '=', id)
      .where(sql<boolean>`(value, product_id) > (${after.value}, ${after.product})`)
      .$if(values !== null, (query) => query.where('value', 'in', values ?? []))
      .orderBy('value')
      .orderBy('product_id')
      .limit(limit)
      .execute()
  }
  const [table, owner, product] = linksOf[of].map((name) => sql.ref(name))
  const { rows } = await sql<{ product: string }>`select ${product} as product from ${table}
    where ${owner} = ${id} and ${product} > ${after.product} order by ${product} limit ${limit}`.execute(db)
  return rows.map((row) => ({ value: '', product: row.product }))
}

/** The table that links products, with its columns for what they are linked to and for the product. */
const linksOf = {
  brand: ['products', 'brand_id', 'id'],
  /** Also products of categories below it. */
  category: ['category_products', 'category_id', 'product_id'],
  device: ['product_devices', 'device_id', 'product_id'],
} as const
