import type { SentLine } from '../../../contracts/calls/sync-cart.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { knownSkus } from './queries.ts'

/** Corrects lower-case SKUs of a typed link to upper case, if only that spelling exists. */
export async function withKnownSpelling<Line extends Pick<SentLine, 'sku'>>(
  db: Queryable,
  lines: readonly Line[],
): Promise<Line[]> {
  const small = lines.filter(({ sku }) => sku !== sku.toUpperCase())
  if (small.length === 0) return [...lines]
  const known = await knownSkus(db, [...new Set(small.flatMap(({ sku }) => [sku, sku.toUpperCase()]))])
  return lines.map((line) =>
    !known.has(line.sku) && known.has(line.sku.toUpperCase()) ? { ...line, sku: line.sku.toUpperCase() } : line,
  )
}
