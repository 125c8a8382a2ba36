import { productsByNumber } from '../columns/column-queries.ts'
import { categoryTerms } from '../columns/terms.ts'
import type { Shop } from '../shop.ts'
import { fitValues } from './fit-queries.ts'
import { similarProducts } from './similar-products.ts'

/**
 * Finds products that may take the place of another: of the same category and with the same values of the attributes
 * that were chosen for it (decision 0054), best first. None where none are chosen or the product lacks a value.
 */
export async function findAlternatives(
  { db, catalogIndex }: Pick<Shop, 'db' | 'catalogIndex'>,
  product: { id: string; main_category_id: string | null },
  limit: number,
): Promise<string[]> {
  const { id, main_category_id: category } = product
  if (category === null) return []
  const values = await fitValues(db, id, category)
  const wanted = values.filter(({ depth }) => depth === values[0]?.depth)
  if (wanted.length === 0) return []
  const columns = await catalogIndex.columns()
  const terms = [
    columns.terms.find(categoryTerms, category),
    ...wanted.map(({ attribute_id: attribute, value }) =>
      value === null ? undefined : columns.terms.find(attribute, value),
    ),
  ].filter((term) => term !== undefined)
  if (terms.length <= wanted.length) return []
  const ids = await productsByNumber(db, similarProducts(columns, [...new Set(terms)], limit + 1))
  return ids.filter((each) => each !== id).slice(0, limit)
}
