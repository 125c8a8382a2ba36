import { callApi } from '../../browser/call-api.ts'
import type { Category } from '../../contracts/calls/product-categories.ts'
import { ProductCategories } from '../../contracts/calls/product-categories.ts'

const known = new Map<string, Promise<readonly Category[]>>()

/**
 * The children of a category, asked for once (spec section 4, "Category tree node"). A failure is told to the console
 * alone (spec section 8) and gives none; the next time they are asked for again.
 */
export function childrenOf(categoryId: string): Promise<readonly Category[]> {
  const pending = known.get(categoryId) ?? fetchChildren(categoryId)
  known.set(categoryId, pending)
  return pending
}

async function fetchChildren(categoryId: string): Promise<readonly Category[]> {
  try {
    const { body } = await callApi(ProductCategories, { query: { parent_id: categoryId } })
    return body
  } catch (error) {
    known.delete(categoryId)
    console.error(error)
    return []
  }
}
