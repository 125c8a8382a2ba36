import { textList } from '../../platform/db/bulk.ts'
import { kindOf } from '../../platform/db/kind-of.ts'
import type { Queryable } from '../../platform/db/tables.ts'

/** The products of some article numbers. */
export function productsBySkus(db: Queryable, skus: readonly string[]) {
  return db
    .selectFrom('products')
    .select(['id', 'sku', 'type', 'status', 'vat_class'])
    .where('sku', 'in', textList(kindOf(db), skus))
    .execute()
}

/** The article numbers of the choices of some products, in their order. */
export async function choicesOfSkus(db: Queryable, skus: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('products as p')
    .innerJoin('products as c', 'c.parent_id', 'p.id')
    .select(['p.sku as parent', 'c.sku as sku'])
    .where('p.sku', 'in', textList(kindOf(db), skus))
    .orderBy('c.sku')
    .execute()
  return new Map([...Map.groupBy(rows, ({ parent }) => parent)].map(([sku, all]) => [sku, all.map((row) => row.sku)]))
}
