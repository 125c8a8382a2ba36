import type { Database } from '../platform/db/tables.ts'
import type { SearchEngine } from './engine.ts'
import type { TermGroup } from './search-terms.ts'

const mostPartialHits = 100
/** Limits the queries: common words that never occur together are slow, because their whole lists are read. */
const mostAttempts = 3

/**
 * Finds documents with as many of the words as possible: first without the words that no document has, then without
 * any one more.
 */
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
