import type { ProductColumns } from './product-columns.ts'
import { nowhere, placeOf, type Order } from './sorted/page-of-hits.ts'
import { sortInSlices } from './sorted/sort-in-slices.ts'

type Compare = (one: number, other: number) => number

/**
 * Returns an order of all listed products that differs from an earlier one by products that changed, came or went: only
 * these are sorted, and each is looked for among the others. Of 1,000,000 products a few take some milliseconds.
 */
export async function sortAgain(
  before: Order,
  columns: ProductColumns,
  changed: readonly number[],
  compare: Compare,
): Promise<Order> {
  const isListed = (seq: number) => columns.isListed[seq] === 1
  const [listed, gone] = [changed.filter(isListed), changed.filter((seq) => !isListed(seq))]
  const size = columns.size
  const sorted = await sortInSlices(Uint32Array.from(listed), compare)
  const seqs = mergeSorted(without(before, changed), sorted, compare)
  return { seqs, places: placesAfter(before, gone, seqs, size) }
}

/** The products of an order without those that changed. */
function without(before: Order, changed: readonly number[]): Uint32Array {
  const places = changed.map((seq) => placeOf(before, seq)).filter((place) => place !== nowhere)
  const gone = Uint32Array.from(places).sort()
  const rest = new Uint32Array(before.seqs.length - gone.length)
  let from = 0
  gone.forEach((place, at) => {
    rest.set(before.seqs.subarray(from, place), from - at)
    from = place + 1
  })
  rest.set(before.seqs.subarray(from), from - gone.length)
  return rest
}

/** Merges sorted products into many others. */
function mergeSorted(many: Uint32Array, few: Uint32Array, compare: Compare): Uint32Array {
  const all = new Uint32Array(many.length + few.length)
  let from = 0
  few.forEach((seq, at) => {
    const to = placeIn(many, seq, from, compare)
    all.set(many.subarray(from, to), from + at)
    all[to + at] = seq
    from = to
  })
  all.set(many.subarray(from), from + few.length)
  return all
}

/** The place of the first product, at `from` or later, that does not come before this one. */
function placeIn(sorted: Uint32Array, seq: number, from: number, compare: Compare): number {
  let [low, high] = [from, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compare(sorted[middle] as number, seq) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** The places of the products: most stand where they stood. */
function placesAfter(before: Order, gone: readonly number[], seqs: Uint32Array, size: number): Uint32Array {
  const places = new Uint32Array(size).fill(nowhere, before.places.length)
  places.set(before.places)
  for (const seq of gone) places[seq] = nowhere
  for (let at = 0; at < seqs.length; at += 1) {
    const seq = seqs[at] as number
    if (seq !== before.seqs[at]) places[seq] = at
  }
  return places
}
