import { popularityLevels } from '../doc-number.ts'

/**
 * The first `most` of documents that are in the order of `seq`: by level, then by `seq`. `levels` has one more than the
 * level of each document.
 */
export function firstByLevel(seqs: Uint32Array, levels: Uint8Array, max: number): Uint32Array {
  const counts = new Uint32Array(popularityLevels + 1)
  for (let at = 0; at < seqs.length; at += 1) {
    const level = levels[seqs[at] as number] as number
    counts[level] = (counts[level] as number) + 1
  }
  const placed = new Uint32Array(max)
  const next = placesOf(counts)
  for (let at = 0; at < seqs.length; at += 1) {
    const seq = seqs[at] as number
    const level = levels[seq] as number
    const place = next[level] as number
    next[level] = place + 1
    if (place < max) placed[place] = seq
  }
  return placed
}

/** Where the documents of each level begin, the most popular first. */
function placesOf(counts: Uint32Array): Uint32Array {
  const places = new Uint32Array(counts.length)
  let from = 0
  for (let level = counts.length - 1; level >= 0; level -= 1) {
    places[level] = from
    from += counts[level] as number
  }
  return places
}
