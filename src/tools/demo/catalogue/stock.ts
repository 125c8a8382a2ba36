import { dayMs } from '../../../domain/durations.ts'
import type { ProductRecord } from '../../../server/catalog/maintenance/product-record.ts'
import { drawsFor } from '../random.ts'

/** The stock of a part: some are out of stock, some incoming, some nearly sold out; cheap parts have larger stocks. */
export function stockOf(key: string, price: number | null, now: Date): ProductRecord['stock'] {
  const draws = drawsFor(`stock ${key}`)
  const luck = draws.next()
  if (luck < 0.06) return { on_hand: 0, incoming_at: null }
  if (luck < 0.1) return { on_hand: 0, incoming_at: new Date(now.getTime() + draws.whole(4, 24) * dayMs).toISOString() }
  if (luck < 0.18) return { on_hand: draws.whole(1, 5), incoming_at: null }
  return { on_hand: draws.whole(6, (price ?? 1000) < 200 ? 400 : 80), incoming_at: null }
}
