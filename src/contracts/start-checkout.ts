import { z } from 'zod/mini'
import { defineCall } from './contract.ts'
import { SyncCart } from './sync-cart.ts'

/** Where a shopper came from is some addresses and click ids; whoever sends more than this sends something else. */
const longestCampaignData = 16_000
const campaignData = z.record(z.string(), z.unknown()).check(z.refine((data) => JSON.stringify(data).length <= longestCampaignData))

/** POST /api/checkout: keeps the cart on the server under a new unguessable checkout id, or renews a known one. */
export const StartCheckout = defineCall({
  method: 'POST',
  path: '/api/checkout',
  body: z.extend(SyncCart.body, { campaign_data: z.optional(campaignData) }),
  response: z.object({ checkout_id: z.string(), path: z.string() }),
  errors: ['cart_empty', 'too_many_orders', 'too_many_lines', 'duplicate_uuid'],
})
