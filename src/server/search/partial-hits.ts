import type { Database } from '../platform/db/tables.ts'
import type { SearchEngine } from './engine.ts'
import type { TermGroup } from './search-terms.ts'

const mostPartialHits = 100
/** A search of common words that never meet reads their whole lists; it bounds how often. */
const mostAttempts = 3

/** Documents with as many of the words as can be had together: words nobody has are left out, then any one more. */
export async function partialHits(
  engine: SearchEngine,
  db: Database,
  groups: readonly TermGroup[],
  within: readonly TermGroup[],
): Promise<number[]> {
  const find = (some: readonly TermGroup[]) => engine.withTerms(db, [...some, ...within], mostPartialHits)
  const had: TermGroup[] = []
  for (const group of groups) if (await engine.hasTerms(db, [group, ...within])) had.push(group)
  if (had.length === 0) return []
  const together = had.length < groups.length ? await find(had) : []
  if (together.length > 0 || had.length === 1) return together
  const butOne = new Set<number>()
  for (const left of had.slice(-mostAttempts))
    for (const doc of await find(had.filter((group) => group !== left))) butOne.add(doc)
  return [...butOne].sort((one, other) => one - other)
}
