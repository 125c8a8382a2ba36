import type { FactsOf } from '../../search/posting-lists/product-facts.ts'
import { firstSold, type ProductColumns } from './product-columns.ts'
import { categoryTerms } from './terms.ts'

/** Returns what searches score products by, from the columns. */
export function factsIn(columns: ProductColumns): FactsOf {
  const { isListed, stock, price, terms } = columns
  return (asked) => {
    const wanted = asked.flatMap((id) => terms.find(categoryTerms, id) ?? [])
    return (seq) => {
      if (isListed[seq] !== 1) return undefined
      return {
        category_id: columns.mainCategoryOf(seq),
        in_stock: (stock[seq] ?? 0) >= firstSold && !Number.isNaN(price[seq]) ? 1 : 0,
        is_asked: wanted.some((term) => columns.hasTerm(seq, term)) ? 1 : 0,
      }
    }
  }
}
