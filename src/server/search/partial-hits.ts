import type { Database } from '../platform/db/tables.ts'
import type { WordEngine } from './kept/word-engine.ts'
import type { TermGroup } from './search-terms.ts'

const mostPartialHits = 100
/** Limits the queries: common words that never occur together are slow, because their whole lists are read. */
const mostAttempts = 3

/** A part of the query with the groups that all must match. */
export type PartGroups = { text: string; groups: readonly TermGroup[] }
/** Documents in order of popularity, and the parts of the query that none of them has. */
export type PartialHits = { docs: number[]; dropped: string[] }

/**
 * Finds documents with as many parts of the query as possible: first without the parts that no document has, then
 * without any one more.
 */
export async function partialHits(
  engine: WordEngine,
  db: Database,
  parts: readonly PartGroups[],
  within: readonly TermGroup[],
): Promise<PartialHits> {
  const find = (some: readonly PartGroups[]) =>
    engine.withTerms(db, [...some.flatMap(({ groups }) => groups), ...within], mostPartialHits)
  const had: PartGroups[] = []
  for (const part of parts) if (await engine.hasTerms(db, [...part.groups, ...within])) had.push(part)
  const dropped = parts.filter((part) => !had.includes(part)).map(({ text }) => text)
  if (had.length === 0) return { docs: [], dropped }
  const together = dropped.length > 0 ? await find(had) : []
  if (together.length > 0 || had.length === 1) return { docs: together, dropped }
  const butOne = new Set<number>()
  for (const left of had.slice(-mostAttempts))
    for (const doc of await find(had.filter((part) => part !== left))) butOne.add(doc)
  return { docs: [...butOne].sort((one, other) => one - other), dropped }
}
