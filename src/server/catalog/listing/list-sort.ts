import { isAttributeSort, type ListSort } from '../../../contracts/catalog-pages/product-lists.ts'
import type { Language } from '../../../domain/places/locales.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import type { ColumnSort } from '../columns/compare-products.ts'
import { facetTexts } from './listing-queries.ts'

type StockSort = 'stock_up' | 'stock_down'

export function isStockSort(sort: ListSort): sort is StockSort {
  return sort === 'stock_up' || sort === 'stock_down'
}

export function isColumnSort(sort: ListSort): sort is ColumnSort {
  return !isStockSort(sort) && !isAttributeSort(sort)
}

/** The attribute that an order is by; undefined for an order by something else. */
export function attributeOf(sort: ListSort): { attribute: string; isDescending: boolean } | undefined {
  if (!isAttributeSort(sort)) return undefined
  const at = sort.lastIndexOf(':')
  return { attribute: sort.slice(0, at), isDescending: sort.slice(at) === ':desc' }
}

/**
 * Returns the order of a listing, and the name of the attribute that it is by. An order by an unknown attribute is the
 * usual one, so that an old link still shows the listing.
 */
export async function knownSort(
  db: Queryable,
  language: Language,
  sort: ListSort,
): Promise<{ sort: ListSort; sortedBy: string | null }> {
  const chosen = attributeOf(sort)
  if (!chosen) return { sort, sortedBy: null }
  const [text] = await facetTexts(db, language, [chosen.attribute])
  return text ? { sort, sortedBy: text.name } : { sort: 'popular', sortedBy: null }
}
