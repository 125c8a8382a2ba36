import type { Language } from '../../../domain/places/locales.ts'
import type { Queryable } from '../../platform/db/tables.ts'

/** Reads a country's delivery methods, one row per price band, in the merchant's order. */
export async function methodRows(db: Queryable, country: string, language: Language) {
  return db
    .selectFrom('delivery_method_countries as c')
    .innerJoin('delivery_methods as m', 'm.id', 'c.method_id')
    .innerJoin('delivery_bands as b', 'b.method_id', 'm.id')
    .leftJoin('delivery_method_texts as t', (join) =>
      join.onRef('t.method_id', '=', 'm.id').on('t.language', '=', language),
    )
    .select([
      'm.id',
      'm.kind',
      'm.days_from',
      'm.days_to',
      'm.free_from',
      'm.above_grams',
      'b.up_to_grams',
      'b.price',
      't.name',
    ])
    .where('c.country', '=', country)
    .where('m.active', '=', 1)
    .orderBy('m.position')
    .orderBy('m.id')
    .execute()
}

/** Reads the postal codes of a country to which a parcel takes longer. */
export async function areaRows(db: Queryable, country: string) {
  return db
    .selectFrom('delivery_areas')
    .select(['postal_from as from', 'postal_to as to', 'extra_days as extraDays'])
    .where('country', '=', country)
    .orderBy('postal_from')
    .execute()
}

/** Tells whether a delivery method exists, for any country and weight. */
export async function isMethod(db: Queryable, id: string): Promise<boolean> {
  return (
    (await db
      .selectFrom('delivery_methods')
      .select('id')
      .where('id', '=', id)
      .where('active', '=', 1)
      .executeTakeFirst()) !== undefined
  )
}

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
