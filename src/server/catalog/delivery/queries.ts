import type { Queryable } from '../../platform/db/tables.ts'

/** Reads the unit weights of the products in sets, 0 where unknown; a variant without a weight uses its parent's. */
export async function setItemWeightRows(db: Queryable, setIds: readonly string[]) {
  return db
    .selectFrom('set_items as i')
    .leftJoin('products as p', 'p.id', 'i.product_id')
    .leftJoin('products as parent', 'parent.id', 'p.parent_id')
    .select(['i.set_id', 'i.quantity', 'p.weight_grams', 'parent.weight_grams as parent_grams'])
    .where('i.set_id', 'in', setIds)
    .execute()
}
