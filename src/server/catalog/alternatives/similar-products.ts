import { isIn } from '../../platform/sets/bitmap.ts'
import type { ProductColumns } from '../columns/product-columns.ts'

/**
 * Returns the products that have all of these terms, by `seq`, at most `limit`: those that can be bought first, and of
 * these the most popular. 20,000 candidates take about a millisecond.
 */
export function similarProducts(columns: ProductColumns, terms: readonly number[], limit: number): number[] {
  const [rarest, ...others] = terms.toSorted(
    (one, other) => columns.withTerm(one).length - columns.withTerm(other).length,
  )
  const best: number[] = []
  if (rarest === undefined) return best
  for (const seq of columns.withTerm(rarest)) {
    const last = best.at(-1)
    if (best.length === limit && last !== undefined && !isBetter(columns, seq, last)) continue
    if (hasAll(columns, seq, others)) insert(columns, best, seq, limit)
  }
  return best
}

function hasAll({ pool, start, length }: ProductColumns, seq: number, terms: readonly number[]): boolean {
  const begin = start[seq] ?? 0
  const own = pool.subarray(begin, begin + (length[seq] ?? 0))
  return terms.every((term) => own.includes(term))
}

/** Inserts a product into a short list at its place and drops what is too much. */
function insert(columns: ProductColumns, best: number[], seq: number, limit: number): void {
  const at = best.findIndex((other) => isBetter(columns, seq, other))
  best.splice(at === -1 ? best.length : at, 0, seq)
  if (best.length > limit) best.pop()
}

function isBetter(columns: ProductColumns, one: number, other: number): boolean {
  const [first, second] = [canBeBought(columns, one), canBeBought(columns, other)]
  if (first !== second) return first
  const difference = (columns.popularity[one] ?? 0) - (columns.popularity[other] ?? 0)
  return difference === 0 ? one > other : difference > 0
}

function canBeBought(columns: ProductColumns, seq: number): boolean {
  return isIn(columns.sold, seq)
}
