import { intersection, listCommon, type Bitmap } from '../../platform/sets/bitmap.ts'
import type { ProductColumns } from '../columns/product-columns.ts'
import { rememberedOf } from '../columns/remembered.ts'
import { categoryTerms } from '../columns/terms.ts'

/** From this many hits per 32 products on, counting by sets is faster than reading the terms of each hit. */
const minHitsPerWord = 4

export function isFasterBySets({ size }: ProductColumns, hits: Uint32Array): boolean {
  return hits.length * 32 > size * minHitsPerWord
}

/** Counts all products with a term, or those that everybody can buy now; remembered until one of them changes. */
export function countsWithTerm(columns: ProductColumns, term: number, inStock: boolean): Uint32Array {
  return rememberedOf(columns).value(`counts ${term} ${inStock ? 'in stock' : ''}`, term, () => {
    const counts = new Uint32Array(columns.terms.all.length)
    const all = columns.withTerm(term)
    const counted = inStock ? listCommon(all, columns.sold) : all
    if (isFasterBySets(columns, counted)) {
      const set = columns.bitmapOf(term)
      countAllFacets(columns, counts, inStock ? intersection(set, columns.sold) : set)
    } else countAllTerms(columns, counts, counted)
    return counts
  })
}

export function countAllFacets(columns: ProductColumns, counts: Uint32Array, set: Bitmap): void {
  for (const facet of columns.terms.facets) if (facet !== categoryTerms) countFacet(columns, counts, facet, set)
}

export function countFacet(columns: ProductColumns, counts: Uint32Array, facet: string, set: Bitmap): void {
  for (const each of columns.terms.ofFacet(facet).values()) counts[each] = columns.countIn(set, each)
}

/** Counts products for all of their terms. */
export function countAllTerms({ pool, start, length }: ProductColumns, counts: Uint32Array, seqs: Uint32Array): void {
  for (let product = 0; product < seqs.length; product += 1) {
    const seq = seqs[product] as number
    const begin = start[seq] as number
    const end = begin + (length[seq] as number)
    for (let at = begin; at < end; at += 1) {
      const term = pool[at] as number
      counts[term] = (counts[term] as number) + 1
    }
  }
}
