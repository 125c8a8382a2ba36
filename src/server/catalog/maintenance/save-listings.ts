import type { Database, NewRow } from '../../platform/db/tables.ts'
import type { ProductRecord } from './product-record.ts'
import { categoryParents } from './write-queries.ts'

/** Returns a category with all of its ancestors, nearest first. */
export type Lineage = (categoryId: string) => readonly string[]

/** Reads the category tree once. The returned function throws for unknown categories. */
export async function readLineage(db: Database): Promise<Lineage> {
  const parents = new Map((await categoryParents(db)).map((row) => [row.id, row.parent_id]))
  const known = new Map<string, readonly string[]>()
  const lineage = (id: string): readonly string[] => {
    const found = known.get(id)
    if (found) return found
    const parent = parents.get(id)
    if (parent === undefined)
      throw new Error(`There is no category ${id}: write categories before the products in them.`)
    const line = parent === null ? [id] : [id, ...lineage(parent)]
    known.set(id, line)
    return line
  }
  return lineage
}

/**
 * Builds the rows that list a product in its categories and their ancestors; variants' choices and drafts are not
 * listed.
 */
export function listingRows(record: ProductRecord, lineage: Lineage): NewRow<'category_products'>[] {
  if (record.status !== 'published' || record.parent_id !== null) return []
  const direct = new Set(record.category_ids)
  if (record.main_category_id !== null) direct.add(record.main_category_id)
  const all = new Set([...direct].flatMap(lineage))
  return [...all].map((category_id) => ({
    category_id,
    product_id: record.id,
    direct: direct.has(category_id) ? 1 : 0,
    main: category_id === record.main_category_id ? 1 : 0,
  }))
}
