import { textList } from '../../../platform/db/bulk.ts'
import { kindOf } from '../../../platform/db/kind-of.ts'
import type { Queryable } from '../../../platform/db/tables.ts'

/** Products by their ids, in no order. */
export function partsOf(db: Queryable, ids: readonly string[]) {
  return db
    .selectFrom('products')
    .select(['id', 'sku', 'type', 'status'])
    .where('id', 'in', textList(kindOf(db), ids))
    .execute()
}

/** Some products and their choices. */
export function piecesAmong(db: Queryable, ids: readonly string[]) {
  const list = textList(kindOf(db), ids)
  return db
    .selectFrom('products')
    .select(['id', 'parent_id', 'type', 'position'])
    .where((on) => on.or([on('id', 'in', list), on('parent_id', 'in', list)]))
    .limit(500)
    .execute()
}
