import type { Language } from '../../../domain/places/locales.ts'
import { textList } from '../../platform/db/bulk.ts'
import { kindOf } from '../../platform/db/kind-of.ts'
import type { Queryable } from '../../platform/db/tables.ts'

/** The article numbers and names of products. */
export function namedHits(db: Queryable, language: Language, ids: readonly string[]) {
  return db
    .selectFrom('products as p')
    .leftJoin('product_texts as t', (join) => join.onRef('t.product_id', '=', 'p.id').on('t.language', '=', language))
    .select(['p.id', 'p.sku', 't.name'])
    .where('p.id', 'in', textList(kindOf(db), ids))
    .execute()
}
