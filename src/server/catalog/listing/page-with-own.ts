import { addTo, emptyBitmap, isIn } from '../../platform/sets/bitmap.ts'
import { pageOfHits, type Order } from '../columns/sorted/page-of-hits.ts'

/** Up to this many hits are sorted themselves; of more, the order of all agreed prices is read. */
const fewHits = 2_000

/** `usual` is the order by usual prices, `own` that of the products with an agreed price; both as `compare` orders. */
export type OwnOrder = {
  readonly usual: Order
  readonly own: Uint32Array
  readonly isOwn: (seq: number) => boolean
  readonly compare: (one: number, other: number) => number
}

/** Returns the hits from `offset` on by a buyer's own prices, at most `limit`: merges those with an agreed price in. */
export function pageWithOwn(hits: Uint32Array, order: OwnOrder, offset: number, limit: number): number[] {
  const { usual, isOwn, compare } = order
  const end = offset + limit
  const own = ownOf(hits, order)
  const others = own.length === 0 ? hits : hits.filter((seq) => !isOwn(seq))
  const rest = pageOfHits(others, usual, 0, end)
  const page: number[] = []
  let [first, second] = [0, 0]
  while (first + second < Math.min(end, hits.length)) {
    const [one, other] = [own[first], rest[second]]
    const isFirst = other === undefined || (one !== undefined && compare(one, other) <= 0)
    const next = isFirst ? one : other
    if (next === undefined) break
    if (first + second >= offset) page.push(next)
    if (isFirst) first += 1
    else second += 1
  }
  return page
}

function ownOf(hits: Uint32Array, { own, isOwn, compare }: OwnOrder): Uint32Array {
  if (hits.length <= fewHits) return hits.filter(isOwn).sort(compare)
  const wanted = emptyBitmap(hits.reduce((max, seq) => Math.max(max, seq), 0) + 1)
  for (const seq of hits) addTo(wanted, seq)
  return own.filter((seq) => isIn(wanted, seq) && isOwn(seq))
}
