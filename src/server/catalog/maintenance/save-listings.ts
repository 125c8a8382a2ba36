import { lockCategoriesShared } from '../../platform/db/locks/lock-imports.ts'
import type { DatabaseTransaction, NewRow } from '../../platform/db/tables.ts'
import type { ProductRecord } from './product-record.ts'
import { categoryParents } from './write-queries.ts'

/** Returns a category with all of its ancestors, nearest first. */
export type Lineage = (categoryId: string) => readonly string[]

/** Reads the category tree, which stays as it is until the transaction ends. */
export async function readLineage(trx: DatabaseTransaction): Promise<Lineage> {
  await lockCategoriesShared(trx)
  return lineageOf(await categoryParents(trx))
}

/** Makes the function from a tree; it throws for unknown categories. */
export function lineageOf(categories: readonly { id: string; parent_id: string | null }[]): Lineage {
  const parents = new Map(categories.map((row) => [row.id, row.parent_id]))
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

type Listed = Pick<ProductRecord, 'id' | 'status' | 'parent_id' | 'category_ids' | 'main_category_id'>

/** Variants' choices and drafts are in no list. */
const isListed = ({ status, parent_id }: Listed): boolean => status === 'published' && parent_id === null

function directOf({ category_ids, main_category_id: main }: Listed): Set<string> {
  return new Set(main === null ? category_ids : [main, ...category_ids])
}

/** Builds the rows that list a product in its categories and their ancestors. */
export function listingRows(record: Listed, lineage: Lineage): NewRow<'category_products'>[] {
  if (!isListed(record)) return []
  const direct = directOf(record)
  const all = new Set([...direct].flatMap(lineage))
  return [...all].map((category_id) => ({
    category_id,
    product_id: record.id,
    direct: direct.has(category_id) ? 1 : 0,
    main: category_id === record.main_category_id ? 1 : 0,
  }))
}

/** Builds the rows that keep the categories of a product that is in no list. Throws for unknown categories. */
export function unlistedRows(record: Listed, lineage: Lineage): NewRow<'unlisted_categories'>[] {
  if (isListed(record)) return []
  const direct = [...directOf(record)]
  for (const id of direct) lineage(id)
  return direct.map((category_id) => ({ category_id, product_id: record.id }))
}
