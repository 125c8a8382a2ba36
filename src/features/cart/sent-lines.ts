import type { SentLine } from '../../contracts/sync-cart.ts'
import type { CartLine } from '../../domain/cart-lines.ts'

/** What the server needs of the lines; it computes every price itself. */
export function sentLines(lines: readonly CartLine[]): SentLine[] {
  return lines.map(({ uuid, product_id, sku, quantity, subscription_interval: interval }) =>
    ({ uuid, product_id, sku, quantity, subscription_interval: interval ? { id: interval.id } : null }))
}
