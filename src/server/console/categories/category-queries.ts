import type { Language } from '../../../domain/places/locales.ts'
import { textList } from '../../platform/db/bulk.ts'
import type { DatabaseKind } from '../../platform/db/connect.ts'
import type { Queryable } from '../../platform/db/tables.ts'

const sampled = 500

/** Reads the attributes that some products of a category have, and those that are chosen already. */
export function attributesIn(
  db: Queryable,
  kind: DatabaseKind,
  { categoryId, chosen, language }: { categoryId: string; chosen: readonly string[]; language: Language },
) {
  const products = db
    .selectFrom('category_products')
    .select('product_id')
    .where('category_id', '=', categoryId)
    .limit(sampled)
  const had = db
    .selectFrom('product_attributes')
    .select('attribute_id')
    .where('product_id', 'in', (from) => from.selectFrom(products.as('some')).select('some.product_id'))
  return db
    .selectFrom('attributes as a')
    .innerJoin('attribute_texts as t', (join) =>
      join.onRef('t.attribute_id', '=', 'a.id').on('t.language', '=', language),
    )
    .select(['a.id', 'a.facet', 't.name'])
    .where((on) => on.or([on('a.id', 'in', had), on('a.id', 'in', textList(kind, chosen))]))
    .orderBy('a.position')
    .orderBy('a.id')
    .execute()
}
