import { sql } from 'kysely'
import { kindOf } from '../../platform/db/kind-of.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { labelsTag, manyProductsTag, momentOf, updatedAtTag } from '../change-queries.ts'

/** Reads products that were written at a moment in the order of their ids, beginning after `after`. */
export async function productsUpdatedAt(db: Queryable, at: string, after: string, limit: number): Promise<string[]> {
  const isKept = kindOf(db) === 'postgres'
  const [rows, id] = isKept ? [sql`product_list_keys`, sql`product_id`] : [sql`products`, sql`id`]
  const { rows: found } = await sql<{ id: string }>`select ${id} as id from ${rows}
    where updated_at = ${at} and ${id} > ${after} order by ${id} limit ${limit}`.execute(db)
  return found.map((row) => row.id)
}

/**
 * Reads the tags of catalogue changes after a number: of products, `catalog` for all of them, `manyProductsTag`, those
 * of the products of a moment, and `labelsTag`.
 */
export async function changesAfter(db: Queryable, seq: number): Promise<string[]> {
  const rows = await db
    .selectFrom('invalidations')
    .select('tag')
    .distinct()
    .where('seq', '>', seq)
    .where((on) =>
      on.or([
        on('tag', 'in', ['catalog', manyProductsTag, labelsTag]),
        on('tag', 'like', 'product:%'),
        on('tag', 'like', updatedAtTag('%')),
      ]),
    )
    .execute()
  return rows.map((row) => row.tag)
}

/**
 * What tags say of the catalogue: `changed` products by id, the moments at which many were written, and whether values
 * are called otherwise.
 */
export function changesIn(tags: readonly string[]) {
  return {
    changed: tags.flatMap((tag) => (tag.startsWith('product:') ? tag.slice('product:'.length) : [])),
    moments: tags.flatMap((tag) => momentOf(tag) ?? []),
    isWhole: tags.includes('catalog'),
    isMany: tags.includes(manyProductsTag),
    isLabelled: tags.includes(labelsTag),
  }
}
