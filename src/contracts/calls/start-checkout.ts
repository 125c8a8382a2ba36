import { z } from 'zod/mini'
import { defineCall } from './contract.ts'
import { SyncCart } from './sync-cart.ts'

/** Truncates text that the browser filled in itself, rather than rejecting it; nothing the shopper typed is lost. */
function cutText(maxLength: number) {
  const cut = z.transform((text) => (typeof text === 'string' ? text.slice(0, maxLength) : ''))
  return z.pipe(cut, z.string().check(z.maxLength(maxLength)))
}

const clickId = z.optional(cutText(500))
/** Campaign data: the fields of spec section 3 (cart state) and no others. */
const campaignData = z.object({
  location: cutText(2_000),
  referrer: cutText(2_000),
  trackingParams: z.catch(z.object({ gclid: clickId, msclkid: clickId, fbclid: clickId }), {}),
})

/** POST /api/checkout: saves the cart on the server under a new unguessable checkout id, or updates an existing one. */
export const StartCheckout = defineCall({
  method: 'POST',
  path: '/api/checkout',
  body: z.object({ ...SyncCart.body.shape, campaign_data: z.optional(campaignData) }),
  /** `unchecked_codes`: codes that were neither checked nor saved, because this client tried too many. */
  response: z.object({ checkout_id: z.string(), path: z.string(), unchecked_codes: z.optional(z.array(z.string())) }),
  errors: ['cart_empty', 'too_many_orders', 'too_many_carts', 'too_many_lines', 'duplicate_uuid'],
})
