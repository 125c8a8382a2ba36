import { sql } from 'kysely'
import { compileOnce } from '../../platform/db/statements/compile-once.ts'
import type { Database, Queryable } from '../../platform/db/tables.ts'

/**
 * Reads the attributes in which alternatives to a product must agree with it: those of its category and of the
 * categories above (20 levels at most), nearest first, with the product's values or null.
 */
export async function fitValues(db: Queryable, productId: string, categoryId: string) {
  return valuesOfFit(db, productId, categoryId).execute()
}

type FitValue = { attribute_id: string; value: string | null; depth: number }

const valuesOfFit = compileOnce((db, productId: string, categoryId: string) => ({
  compile: () =>
    sql<FitValue>`
      with recursive line (ancestor, depth) as (
        select id, 0 from categories where id = ${categoryId}
        union all
        select above.parent_id, line.depth + 1 from line
        join categories above on above.id = line.ancestor where above.parent_id is not null and line.depth < 20)
      select fit.attribute_id, own.value, line.depth from line
      join category_fit_attributes fit on fit.category_id = line.ancestor
      left join product_attributes own on own.product_id = ${productId} and own.attribute_id = fit.attribute_id
      order by line.depth`.compile(db),
}))

export async function replaceFitAttributes(db: Database, categoryId: string, attributeIds: readonly string[]) {
  await db.deleteFrom('category_fit_attributes').where('category_id', '=', categoryId).execute()
  if (attributeIds.length === 0) return
  await db
    .insertInto('category_fit_attributes')
    .values(attributeIds.map((attribute_id) => ({ category_id: categoryId, attribute_id })))
    .execute()
}

/** Returns which of these attributes lists can be filtered by: only their values are kept in memory. */
export async function filterAttributes(db: Queryable, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('attributes').select('id').where('id', 'in', ids).where('facet', '=', 1).execute()
  return new Set(rows.map((row) => row.id))
}
