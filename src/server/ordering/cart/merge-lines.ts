import type { SentLine } from '../../../contracts/sync-cart.ts'
import { clampQuantity } from '../../../domain/cart-lines.ts'

/**
 * The lines of this browser and those an account had saved as one cart (spec section 4, "Cart add"). A line that both
 * have keeps the larger quantity: it is mostly the same wish seen twice, and what somebody already had must never
 * double. So merging again changes nothing. Every other line is added behind the browser's own; those of coupons are
 * made anew each time.
 */
export function mergeLines(own: readonly SentLine[], saved: readonly SentLine[]): SentLine[] {
  const waiting = Map.groupBy(saved, sameness)
  const merged = own
    .filter((line) => !line.added_by_coupon)
    .map((line) => {
      const same = waiting.get(sameness(line))?.shift()
      return same ? { ...line, quantity: clampQuantity(Math.max(line.quantity, same.quantity)) } : line
    })
  const taken = new Set(own.map(({ uuid }) => uuid))
  const left = new Set([...waiting.values()].flat())
  const added = saved
    .filter((line) => left.has(line))
    .map((line) => (taken.has(line.uuid) ? { ...line, uuid: undefined } : line))
  return [...merged, ...added]
}

/** Lines are the same by part, interval and, where they came with another part, by that. */
function sameness({
  sku,
  subscription_interval: interval,
  cross_selling_product_id: cross,
  upselling_bundle_id: bundle,
}: SentLine): string {
  return JSON.stringify([sku, interval?.id ?? null, cross ?? null, bundle ?? null])
}
