import type { DatabaseTransaction } from '../../../platform/db/tables.ts'
import type { ProductRecord } from '../../maintenance/product-record.ts'
import { categoryIds, mergedCategories } from './undo-queries.ts'

type Kept = { record: ProductRecord }

/**
 * Replaces categories that are gone in records which were kept before: by the category that each was merged into, or by
 * none where somebody deleted it.
 */
export async function withKnownCategories<Row extends Kept>(
  trx: DatabaseTransaction,
  rows: readonly Row[],
): Promise<Row[]> {
  const known = await categoryIds(trx)
  const named = rows.flatMap(({ record }) => [...record.category_ids, record.main_category_id])
  if (named.every((id) => id === null || known.has(id))) return [...rows]
  const into = await mergedCategories(trx)
  const now = (id: string): string[] => [id, into.get(id) ?? ''].filter((each) => known.has(each)).slice(0, 1)
  return rows.map((row) => {
    const { category_ids: ids, main_category_id: main } = row.record
    const category_ids = [...new Set(ids.flatMap(now))]
    const main_category_id = (main === null ? undefined : now(main)[0]) ?? category_ids[0] ?? null
    return { ...row, record: { ...row.record, category_ids, main_category_id } }
  })
}
