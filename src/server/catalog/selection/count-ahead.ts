import { setTimeout as sleep } from 'node:timers/promises'
import type { ProductColumns } from '../columns/product-columns.ts'
import { categoryTerms } from '../columns/terms.ts'
import { countsWithTerm } from './count-terms.ts'

/** The products of a smaller category are counted in less than a millisecond. */
const minProducts = 4_000
/** What is kept of all categories together: counts of each term, for all products and for those in stock. */
const maxCategories = 200
const maxCounts = 2_000_000
const restTimes = 3

/** Counts the products of the largest categories, with rests, so that the first page of each need not. */
export async function countAhead(columns: ProductColumns): Promise<void> {
  const max = Math.min(maxCategories, maxCounts / (2 * columns.terms.all.length))
  const large = [...columns.terms.ofFacet(categoryTerms).values()]
    .map((term) => ({ term, products: columns.withTerm(term).length }))
    .filter(({ products }) => products >= minProducts)
    .sort((one, other) => other.products - one.products)
    .slice(0, max)
  for (const { term } of large)
    for (const inStock of [false, true]) {
      const begun = performance.now()
      countsWithTerm(columns, term, inStock)
      await sleep(restTimes * (performance.now() - begun), undefined, { ref: false })
    }
}
