import { memberOf, type Term } from '../search-terms.ts'
import { shareOfSet } from './posting.ts'

/** A list is kept of terms that this share of all documents has. */
export const minShare = 0.0005
/** Bytes for each document: of all lists, and of a set; and of a document in a list. */
const [maxBytes, bytesOfSet, bytesInList] = [200, 1 / 8, 1.3]
/** Terms of devices, by which few searches are narrowed. A kind of part that is asked for is that of a category. */
const deviceMark = memberOf('device', '')

/** A term with a list, and the share of all documents that have it, which may be estimated. */
export type Chosen = { term: Term; share: number }

/** Tells whether searches ask for a term often enough for a list. */
export function mayHaveList(term: string): boolean {
  return !term.startsWith(deviceMark)
}

/**
 * Chooses the most frequent terms, as many as there is room for, by how many of so many documents have each; a
 * beginning ends with a star.
 */
export function mostFrequent(counts: ReadonlyMap<string, number>, documents: number): Chosen[] {
  const chosen: Chosen[] = []
  let bytes = 0
  for (const [key, count] of [...counts].toSorted(([, one], [, other]) => other - one)) {
    const share = count / documents
    bytes += share < shareOfSet ? share * bytesInList : bytesOfSet
    if (share < minShare || bytes > maxBytes) break
    const prefix = key.endsWith('*')
    chosen.push({ term: { text: prefix ? key.slice(0, -1) : key, prefix }, share })
  }
  return chosen
}
