/** Places of products in an order, by `seq`: equal products share one, from 1 on; 0 without a value. */
export type Ranks = Uint32Array | Uint8Array
/** No rank is above `most`. */
type Cut = { ranks: Ranks; most: number; isDescending: boolean; offset: number; limit: number }
/** Hits by rank, those of one in the order in which they were found; they begin at `starts[rank]`. */
type Grouped = { seqs: Uint32Array; starts: Uint32Array }
/** Cuts hits of the same rank, which come in the order in which they were found. */
type CutEqual = (hits: Uint32Array, offset: number, limit: number) => readonly number[]

/** Hits by rank are kept for lists of so many; of fewer they take less than a millisecond. */
export const minCached = 100_000
/** The groups of long lists, as long as the lists and the ranks are kept; neither changes. */
const cachedGroups = new WeakMap<Uint32Array, WeakMap<Ranks, Grouped>>()

/**
 * Returns the hits from `offset` on in the order of their ranks, at most `limit`; those without a rank come last in
 * both directions. It counts instead of sorting: a million hits take some milliseconds, when they are new.
 */
export function pageByRank(hits: Uint32Array, cut: Cut, cutEqual: CutEqual): number[] {
  const { most, isDescending, offset, limit } = cut
  const { seqs, starts } = groupsOf(hits, cut)
  const page: number[] = []
  let from = 0
  for (let step = 1; step <= most + 1 && from < offset + limit; step += 1) {
    const rank = step > most ? 0 : isDescending ? most + 1 - step : step
    const [start, end] = [starts[rank] as number, starts[rank + 1] as number]
    const skipped = Math.max(0, offset - from)
    from += end - start
    if (from > offset) page.push(...cutEqual(seqs.subarray(start, end), skipped, limit - page.length))
  }
  return page
}

function groupsOf(hits: Uint32Array, { ranks, most }: Cut): Grouped {
  if (hits.length < minCached) return grouped(hits, ranks, most)
  const ofHits = cachedGroups.get(hits) ?? new WeakMap<Ranks, Grouped>()
  const groups = ofHits.get(ranks) ?? grouped(hits, ranks, most)
  cachedGroups.set(hits, ofHits.set(ranks, groups))
  return groups
}

/** In plain loops without branches, which the processor would often predict wrongly. */
function grouped(hits: Uint32Array, ranks: Ranks, most: number): Grouped {
  const ranked = ranks.length
  const ends = new Uint32Array(most + 2)
  for (let at = 0; at < hits.length; at += 1) {
    const seq = hits[at] as number
    const rank = seq < ranked ? (ranks[seq] as number) : 0
    ends[rank + 1] = (ends[rank + 1] as number) + 1
  }
  for (let rank = 1; rank < ends.length; rank += 1) ends[rank] = (ends[rank] as number) + (ends[rank - 1] as number)
  const starts = ends.slice()
  const seqs = new Uint32Array(hits.length)
  for (let at = 0; at < hits.length; at += 1) {
    const seq = hits[at] as number
    const rank = seq < ranked ? (ranks[seq] as number) : 0
    const place = ends[rank] as number
    seqs[place] = seq
    ends[rank] = place + 1
  }
  return { seqs, starts }
}
