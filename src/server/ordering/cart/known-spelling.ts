import type { SentLine } from '../../../contracts/sync-cart.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { knownSkus } from './queries.ts'

/**
 * Lines of a link as somebody wrote them: a part number in small letters is the same part, where the shop has no other.
 */
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
