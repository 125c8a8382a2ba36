import { engineOf } from './engines/choose-engine.ts'
import { documentsByDocs } from './hit-queries.ts'
import type { SearchSource } from './search-products.ts'
import { plainNumber } from './search-terms.ts'

const minHalfLength = 3
const consideredHits = 40

/**
 * Finds products with a part number similar to an unknown one, the most similar first. One half of the number must be
 * right, and at most a third of the characters may differ.
 */
export async function nearNumbers(source: SearchSource, text: string, limit: number): Promise<string[]> {
  const { db, searchDb, kind } = source
  const number = plainNumber(text)
  const middle = Math.ceil(number.length / 2)
  const halves = [number.slice(0, middle), number.slice(middle)].filter((half) => half.length >= minHalfLength)
  const considered = async (half: string) =>
    (await engineOf(kind).withNumber(searchDb, half, consideredHits)).docs.slice(0, consideredHits)
  const docs = new Set<number>()
  for (const half of halves) for (const doc of await considered(half)) docs.add(doc)
  if (docs.size === 0) return []
  return (await documentsByDocs(db, kind, [...docs]))
    .map((row) => ({
      id: row.product_id,
      seq: row.seq,
      steps: Math.min(
        ...row.numbers
          .trim()
          .split(' ')
          .map((each) => stepsBetween(number, each)),
      ),
    }))
    .filter(({ steps }) => steps <= Math.max(1, Math.floor(number.length / 3)))
    .sort((one, other) => one.steps - other.steps || one.seq - other.seq)
    .slice(0, limit)
    .map(({ id }) => id)
}

/** Counts the characters to add, remove or change to turn one text into the other (Levenshtein distance). */
function stepsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [at, sign] of [...one].entries()) {
    const next = [at + 1]
    for (const [place, against] of [...other].entries()) {
      next.push(
        Math.min((next[place] ?? 0) + 1, (row[place + 1] ?? 0) + 1, (row[place] ?? 0) + (sign === against ? 0 : 1)),
      )
    }
    row = next
  }
  return row[other.length] ?? 0
}
