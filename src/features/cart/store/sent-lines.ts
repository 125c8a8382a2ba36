import type { SentLine } from '../../../contracts/calls/sync-cart.ts'
import type { CartLine } from '../../../domain/cart/cart-lines.ts'

/**
 * What the server needs of the lines. It computes every price itself; those that the shopper was shown, `isShown`, let
 * it say which of them moved.
 */
export function sentLines(lines: readonly CartLine[], isShown = false): SentLine[] {
  return lines.map((line): SentLine => ({
    uuid: line.uuid,
    product_id: line.product_id,
    sku: line.sku,
    quantity: line.quantity,
    subscription_interval: line.subscription_interval ? { id: line.subscription_interval.id } : null,
    cross_selling_product_id: line.cross_selling_product_id,
    upselling_bundle_id: line.upselling_bundle_id,
    unique_bundle_id: line.unique_bundle_id,
    added_by_coupon: line.added_by_coupon,
    ...(isShown ? { price: line.price } : {}),
  }))
}
