import type { SentLine } from '../../../contracts/calls/sync-cart.ts'
import { clampQuantity } from '../../../domain/cart/cart-lines.ts'

/**
 * Merges the browser's lines with the account's saved lines (spec section 4, "Cart add"). A line that both have keeps
 * the larger quantity, so that merging again changes nothing and never doubles a quantity. Other saved lines are
 * appended. Lines that coupons add are left out, because pricing adds them again.
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

/** Builds the key by which lines are equal: SKU, interval, and the product they are offered with. */
function sameness({
  sku,
  subscription_interval: interval,
  cross_selling_product_id: cross,
  upselling_bundle_id: bundle,
}: SentLine): string {
  return JSON.stringify([sku, interval?.id ?? null, cross ?? null, bundle ?? null])
}
