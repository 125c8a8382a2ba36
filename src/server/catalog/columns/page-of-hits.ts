/** The products of a shop in one order, and the place of each in it; a product without a place comes last. */
export type Order = { seqs: Uint32Array; places: Uint32Array }

/** The place of products that the order does not list. */
const nowhere = 2 ** 32 - 1
/** Above this share of all products, walking the order is faster than sorting the hits. */
const walkedShare = 1 / 16

/** Returns the hits from `offset` on in an order, at most `limit`. */
export function pageOfHits(hits: Uint32Array, order: Order, offset: number, limit: number): number[] {
  if (offset >= hits.length) return []
  return hits.length > order.seqs.length * walkedShare
    ? walked(hits, order, offset, limit)
    : sorted(hits, order, offset, limit)
}

export function orderOf(seqs: Uint32Array, size: number): Order {
  const places = new Uint32Array(size).fill(nowhere)
  seqs.forEach((seq, at) => (places[seq] = at))
  return { seqs, places }
}

function walked(hits: Uint32Array, order: Order, offset: number, limit: number): number[] {
  const wanted = new Uint8Array(Math.max(order.places.length, (hits.at(-1) ?? 0) + 1))
  for (const seq of hits) wanted[seq] = 1
  const page: number[] = []
  let skipped = 0
  for (const seq of order.seqs) {
    if (wanted[seq] !== 1) continue
    if (skipped < offset) skipped += 1
    else if (page.push(seq) === limit) return page
  }
  const unplaced = [...hits].filter((seq) => placeOf(order, seq) === nowhere)
  return [...page, ...unplaced.slice(offset - skipped, offset - skipped + limit - page.length)]
}

/** Sorts places instead of products, which needs no comparison: 25,000 take about a millisecond. */
function sorted(hits: Uint32Array, order: Order, offset: number, limit: number): number[] {
  const places = hits.map((seq) => placeOf(order, seq)).sort()
  const placed = lengthBelow(places, order.seqs.length)
  const page = Array.from(places.subarray(offset, Math.min(placed, offset + limit)), (place) => order.seqs[place] ?? 0)
  if (page.length === limit || placed === hits.length) return page
  const unplaced = hits.filter((seq) => placeOf(order, seq) === nowhere).sort()
  const from = Math.max(0, offset - placed)
  return [...page, ...unplaced.subarray(from, from + limit - page.length)]
}

/** How many numbers of a sorted list are below a limit. */
function lengthBelow(sortedNumbers: Uint32Array, limit: number): number {
  let length = sortedNumbers.length
  while (length > 0 && (sortedNumbers[length - 1] ?? 0) >= limit) length -= 1
  return length
}

function placeOf({ places }: Order, seq: number): number {
  return places[seq] ?? nowhere
}
