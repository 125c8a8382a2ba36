import { sql } from 'kysely'
import type { EffectPayload } from '../../platform/outbox/effect-kinds.ts'
import type { Queryable } from '../../platform/db/tables.ts'

/** What the search finds products by, and the last product that was read of those that have it. */
export type ReadAgain = EffectPayload<'search.read_again'>

/** Reads so many products that follow the last one; those of an attribute by value. */
export async function productsToRead(db: Queryable, { of, id, values, after }: ReadAgain, limit: number) {
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
  const rows = await readersOf[of](db, id, after.product, limit)
  return rows.map(({ product }) => ({ value: '', product }))
}

const readersOf = { brand: productsOfBrand, category: productsOfCategory, device: productsOfDevice }

function productsOfBrand(db: Queryable, id: string, after: string, limit: number) {
  return db
    .selectFrom('products')
    .select('id as product')
    .where('brand_id', '=', id)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Of one below it as well. */
function productsOfCategory(db: Queryable, id: string, after: string, limit: number) {
  return db
    .selectFrom('category_products')
    .select('product_id as product')
    .where('category_id', '=', id)
    .where('product_id', '>', after)
    .orderBy('product_id')
    .limit(limit)
    .execute()
}

function productsOfDevice(db: Queryable, id: string, after: string, limit: number) {
  return db
    .selectFrom('product_devices')
    .select('product_id as product')
    .where('device_id', '=', id)
    .where('product_id', '>', after)
    .orderBy('product_id')
    .limit(limit)
    .execute()
}
