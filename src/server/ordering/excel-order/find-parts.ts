import { normalizePartNumber } from '../../../domain/products/part-numbers.ts'
import { productType } from '../../../domain/products/products.ts'
import type { Shop } from '../shop.ts'
import { numberedProducts, type NumberedProduct } from './queries.ts'

/** The part with a number, or the possible `choices` if it is ambiguous; empty if unknown. */
export type FoundPart = { sku: string; id: string } | { choices: readonly string[] }

/** Kinds of part numbers by precedence: the shop's own, the manufacturer's, those of replaced parts. */
const kinds = ['own', 'maker', 'replaces'] as const

/** Finds parts by their numbers in any spelling, with one query. An exact SKU takes precedence. */
export async function findParts(
  { db, kind }: Pick<Shop, 'db' | 'kind'>,
  numbers: readonly string[],
): Promise<Map<string, FoundPart>> {
  const wanted = new Set(numbers)
  const rows = wanted.size > 0 ? await numberedProducts(db, kind, [...new Set(numbers.map(normalizePartNumber))]) : []
  const byNumber = Map.groupBy(rows, (row) => row.normalized)
  return new Map(
    [...wanted].map((number) => [number, foundPart(number, byNumber.get(normalizePartNumber(number)) ?? [])]),
  )
}

function foundPart(number: string, rows: readonly NumberedProduct[]): FoundPart {
  const exact = rows.find((row) => row.sku === number)
  const best = exact
    ? [exact]
    : (kinds.map((kind) => rows.filter((row) => row.kind === kind)).find((some) => some.length > 0) ?? [])
  const [only, ...others] = [...new Map(best.map((row) => [row.id, row])).values()]
  return only && others.length === 0 && only.type !== productType.variant
    ? { sku: only.sku, id: only.id }
    : { choices: best.map((row) => row.id) }
}
