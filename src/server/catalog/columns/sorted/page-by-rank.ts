/** Places of products in an order, by `seq`: equal products share one, from 1 on; 0 without a value. */
export type Ranks = Uint32Array | Uint8Array
/** No rank is above `most`. */
type Cut = { ranks: Ranks; most: number; isDescending: boolean; offset: number; limit: number }
/** Hits of one rank of which some are on the page; `seqs` has room for one more. */
type Group = { rank: number; from: number; seqs: Uint32Array; length: number }
/** Up to so many groups have a loop each, without branches, which the processor would often predict wrongly. */
const fewGroups = 3
/** Cuts hits of the same rank, which come in the order in which they were found. */
type CutEqual = (hits: Uint32Array, offset: number, limit: number) => readonly number[]

/**
 * Returns the hits from `offset` on in the order of their ranks, at most `limit`; those without a rank come last in
 * both directions. It counts instead of sorting: a million hits take some milliseconds.
 */
export function pageByRank(hits: Uint32Array, cut: Cut, cutEqual: CutEqual): number[] {
  const { ranks, most } = cut
  const counts = countRanks(hits, ranks, most)
  const groups = groupsOnPage(counts, cut)
  if (groups.length > fewGroups) collectTogether(hits, ranks, groups, counts.length)
  else for (const group of groups) collectOne(hits, ranks, group)
  const page: number[] = []
  for (const { from, seqs, length } of groups)
    page.push(...cutEqual(seqs.subarray(0, length), Math.max(0, cut.offset - from), cut.limit - page.length))
  return page
}

function collectOne(hits: Uint32Array, ranks: Ranks, group: Group): void {
  const { rank, seqs } = group
  const ranked = ranks.length
  let length = 0
  for (let at = 0; at < hits.length; at += 1) {
    const seq = hits[at] as number
    seqs[length] = seq
    length += Number((seq < ranked ? (ranks[seq] as number) : 0) === rank)
  }
  group.length = length
}

function collectTogether(hits: Uint32Array, ranks: Ranks, groups: readonly Group[], rankCount: number): void {
  /** One more than the place in `groups`, by rank. */
  const groupOf = new Uint32Array(rankCount)
  groups.forEach(({ rank }, at) => (groupOf[rank] = at + 1))
  for (const seq of hits) {
    const at = groupOf[ranks[seq] ?? 0] ?? 0
    const group = at > 0 ? groups[at - 1] : undefined
    if (group) group.seqs[group.length++] = seq
  }
}

function countRanks(hits: Uint32Array, ranks: Ranks, most: number): Uint32Array {
  const counts = new Uint32Array(most + 1)
  const ranked = ranks.length
  for (let at = 0; at < hits.length; at += 1) {
    const seq = hits[at] as number
    const rank = seq < ranked ? (ranks[seq] as number) : 0
    counts[rank] = (counts[rank] as number) + 1
  }
  return counts
}

function groupsOnPage(counts: Uint32Array, { isDescending, offset, limit }: Cut): Group[] {
  const groups: Group[] = []
  let from = 0
  for (let step = 1; step <= counts.length && from < offset + limit; step += 1) {
    const rank = step === counts.length ? 0 : isDescending ? counts.length - step : step
    const count = counts[rank] ?? 0
    if (count > 0 && from + count > offset) groups.push({ rank, from, seqs: new Uint32Array(count + 1), length: 0 })
    from += count
  }
  return groups
}
