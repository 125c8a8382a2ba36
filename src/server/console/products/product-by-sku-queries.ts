import { textList } from '../../platform/db/bulk.ts'
import { kindOf } from '../../platform/db/kind-of.ts'
import type { Queryable } from '../../platform/db/tables.ts'

/** The products of some article numbers. */
export function productsBySkus(db: Queryable, skus: readonly string[]) {
  return db
    .selectFrom('products')
    .select(['id', 'sku', 'type', 'status'])
    .where('sku', 'in', textList(kindOf(db), skus))
    .execute()
}
