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

type Units = { product_id: string; quantity: number }

/**
 * Reads for how many working days the shop waits for suppliers until it has so many units of these products, the pieces
 * of sets included; 0 where it has enough units of its own left.
 */
export async function waitDays(db: Queryable, wanted: readonly Units[]): Promise<number> {
  const ids = [...new Set(wanted.map(({ product_id: id }) => id))]
  if (ids.length === 0) return 0
  const supplied = await suppliedOf(db, ids).execute()
  if (supplied.length === 0) return 0
  const units = unitsOf(wanted, await piecesOf(db, ids).execute())
  const waits = supplied.map(({ product_id: id, days, own }) => ((units.get(id) ?? 0) > Number(own) ? days : 0))
  return Math.max(...waits)
}

/** How many units of each product are wanted, by themselves and in sets. */
function unitsOf(wanted: readonly Units[], pieces: readonly (Units & { set_id: string })[]): Map<string, number> {
  const units = new Map<string, number>()
  for (const { product_id: id, quantity } of wanted) {
    const inSet = pieces.filter(({ set_id: set }) => set === id)
    for (const each of [{ product_id: id, quantity: 1 }, ...inSet])
      units.set(each.product_id, (units.get(each.product_id) ?? 0) + each.quantity * quantity)
  }
  return units
}

/** Products with units at suppliers, and how many the shop has left of its own. */
const suppliedOf = compileOnce((db, productIds: readonly string[]) =>
  db
    .selectFrom('supplied_stock as supplied')
    .innerJoin('stock', 'stock.product_id', 'supplied.product_id')
    .select(['supplied.product_id', 'supplied.days'])
    .select(({ eb, ref }) => eb(eb('stock.on_hand', '-', ref('stock.reserved')), '-', ref('supplied.units')).as('own'))
    .where('supplied.units', '>', 0)
    .where(({ eb, selectFrom, or }) =>
      or([
        eb('supplied.product_id', 'in', productIds),
        eb('supplied.product_id', 'in', selectFrom('set_items').select('product_id').where('set_id', 'in', productIds)),
      ]),
    ),
)

const piecesOf = compileOnce((db, setIds: readonly string[]) =>
  db.selectFrom('set_items').select(['set_id', 'product_id', 'quantity']).where('set_id', 'in', setIds),
)
