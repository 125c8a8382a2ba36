import { productType } from '../../../../domain/products/products.ts'
import { searchProducts } from '../../../search/search-products.ts'
import type { ConsoleContext } from '../../frame/console-context.ts'
import { productListRows } from '../product-list-queries.ts'
import { piecesAmong } from './piece-queries.ts'

const maxFound = 20

/**
 * The parts whose number or name begins with a text, and those that the shop's search finds, which knows no drafts; of
 * a product with choices, its choices. Only parts that can be in a set, at most 20.
 */
export async function findPieces({ shop, session }: ConsoleContext, query: string): Promise<string[]> {
  const { language } = session.staff
  const listed = { search: query, filters: {}, sort: 'sku', isDescending: false, columns: [], cursor: null }
  const byBeginning = (await productListRows(shop, listed, maxFound)).map(({ id }) => id)
  const byWords = (await searchProducts(shop, { query, language, limit: maxFound, offset: 0 })).ids
  const ids = [...new Set([...byBeginning, ...byWords])]
  const rows = ids.length === 0 ? [] : await piecesAmong(shop.db, ids)
  const place = (row: (typeof rows)[number]) => ids.indexOf(ids.includes(row.id) ? row.id : (row.parent_id ?? ''))
  return rows
    .filter(({ type }) => type === productType.standard)
    .toSorted((one, other) => place(one) - place(other) || one.position - other.position)
    .slice(0, maxFound)
    .map(({ id }) => id)
}
