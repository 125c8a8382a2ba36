import { compileOnce } from '../../platform/db/statements/compile-once.ts'
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

/**
 * Reads for how many working days the shop waits for suppliers until it has one of each of these products, the pieces
 * of sets included; 0 where it has units of its own left.
 */
export async function waitDays(db: Queryable, productIds: readonly string[]): Promise<number> {
  if (productIds.length === 0) return 0
  const [maxLength] = await longestWait(db, productIds).execute()
  return Number(maxLength?.days ?? 0)
}

const longestWait = compileOnce((db, productIds: readonly string[]) =>
  db
    .selectFrom('supplied_stock as supplied')
    .innerJoin('stock', 'stock.product_id', 'supplied.product_id')
    .select(({ fn }) => fn.max('supplied.days').as('days'))
    .where('supplied.units', '>', 0)
    .where(({ eb, ref }) => eb(eb('stock.on_hand', '-', ref('stock.reserved')), '<=', ref('supplied.units')))
    .where(({ eb, selectFrom, or }) =>
      or([
        eb('supplied.product_id', 'in', productIds),
        eb('supplied.product_id', 'in', selectFrom('set_items').select('product_id').where('set_id', 'in', productIds)),
      ]),
    ),
)
