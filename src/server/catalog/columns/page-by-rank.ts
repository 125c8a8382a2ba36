import type { Ranks } from './attribute-ranks.ts'

/** No rank is above `most`. */
type Cut = { ranks: Ranks; most: number; isDescending: boolean; offset: number; limit: number }
/** Hits of one rank of which some are on the page. */
type Group = { rank: number; from: number; seqs: Uint32Array; length: number }
/** Cuts hits of the same rank, which come in the order in which they were found. */
type CutEqual = (hits: Uint32Array, offset: number, limit: number) => readonly number[]

/**
 * Returns the hits from `offset` on in the order of their ranks, at most `limit`; those without a rank come last in
 * both directions. It counts instead of sorting: 100,000 hits take about a millisecond.
 */
export function pageByRank(hits: Uint32Array, cut: Cut, cutEqual: CutEqual): number[] {
  const { ranks, most } = cut
  const counts = countRanks(hits, ranks, most)
  const groups = groupsOnPage(counts, cut)
  /** One more than the place in `groups`, by rank. */
  const groupOf = new Uint32Array(counts.length)
  groups.forEach(({ rank }, at) => (groupOf[rank] = at + 1))
  for (const seq of hits) {
    const at = groupOf[ranks[seq] ?? 0] ?? 0
    const group = at > 0 ? groups[at - 1] : undefined
    if (group) group.seqs[group.length++] = seq
  }
  const page: number[] = []
  for (const { from, seqs } of groups)
    page.push(...cutEqual(seqs, Math.max(0, cut.offset - from), cut.limit - page.length))
  return page
}

function countRanks(hits: Uint32Array, ranks: Ranks, most: number): Uint32Array {
  const counts = new Uint32Array(most + 1)
  for (const seq of hits) {
    const rank = ranks[seq] ?? 0
    counts[rank] = (counts[rank] ?? 0) + 1
  }
  return counts
}

function groupsOnPage(counts: Uint32Array, { isDescending, offset, limit }: Cut): Group[] {
  const groups: Group[] = []
  let from = 0
  for (let step = 1; step <= counts.length && from < offset + limit; step += 1) {
    const rank = step === counts.length ? 0 : isDescending ? counts.length - step : step
    const count = counts[rank] ?? 0
    if (count > 0 && from + count > offset) groups.push({ rank, from, seqs: new Uint32Array(count), length: 0 })
    from += count
  }
  return groups
}
