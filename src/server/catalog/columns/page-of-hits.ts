/** The products of a shop in one order, and the place of each in it; a product without a place comes last. */
export type Order = { seqs: Uint32Array; places: Uint32Array }

/** Above this share of all products, walking the order is faster than sorting the hits. */
const walkedShare = 1 / 16

/** Returns the hits from `offset` on in an order, at most `limit`. */
export function pageOfHits(hits: Uint32Array, order: Order, offset: number, limit: number): number[] {
  if (offset >= hits.length) return []
  return hits.length > order.seqs.length * walkedShare
    ? walked(hits, order, offset, limit)
    : sorted(hits, order).slice(offset, offset + limit)
}

export function orderOf(seqs: Uint32Array, size: number): Order {
  const places = new Uint32Array(size).fill(2 ** 32 - 1)
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
  const unplaced = [...hits].filter((seq) => placeOf(order, seq) === 2 ** 32 - 1)
  return [...page, ...unplaced.slice(offset - skipped, offset - skipped + limit - page.length)]
}

function sorted(hits: Uint32Array, order: Order): number[] {
  return [...hits].sort((one, other) => placeOf(order, one) - placeOf(order, other) || one - other)
}

function placeOf({ places }: Order, seq: number): number {
  return places[seq] ?? 2 ** 32 - 1
}
