import type { DatabaseKind } from '../../platform/db/connect.ts'
import type { Database } from '../../platform/db/tables.ts'
import { readDocuments } from '../read-documents.ts'
import type { Term } from '../search-terms.ts'
import { documentsWith } from './change-queries.ts'

/** Documents of which the terms are counted, so many at once. */
const sampled = 1_000
const sampledAtOnce = 100
/** Of the sample, so many have a term that is frequent. */
const leastSampled = 20
const mostTerms = 200
/** Terms of categories and devices, by which few searches are narrowed. */
const memberMark = '#'

/** Reads which terms are frequent, the most frequent first, from documents at equal distances. */
export async function frequentTerms(db: Database, kind: DatabaseKind, size: number): Promise<Term[]> {
  const counts = new Map<string, number>()
  for (let at = 0; at < sampled; at += sampledAtOnce) {
    const seqs = Array.from({ length: sampledAtOnce }, (_, nth) => Math.floor(((at + nth) * size) / sampled))
    const ids = (await documentsWith(db, kind, seqs)).map((row) => row.product_id)
    for (const { terms } of (await readDocuments(db, kind, ids)).documents)
      for (const term of new Set(terms.join(' ').split(' '))) counts.set(term, (counts.get(term) ?? 0) + 1)
  }
  return [...counts]
    .filter(([text, count]) => count >= leastSampled && text !== '' && !text.startsWith(memberMark))
    .sort(([, one], [, other]) => other - one)
    .slice(0, mostTerms)
    .map(([text]) => ({ text, prefix: false }))
}
