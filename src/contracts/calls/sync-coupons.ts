import { z } from 'zod/mini'
import { coupon } from '../../domain/cart/coupons.ts'
import { defineCall } from './contract.ts'
import { sentCodes, sentLines } from './sync-cart.ts'

/**
 * POST /api/sync-coupons (spec section 7): codes that do not exist, or that this shopper cannot use now, are not
 * returned. Too many such attempts answer 429 too_many_codes.
 */
export const SyncCoupons = defineCall({
  method: 'POST',
  path: '/api/sync-coupons',
  body: z.object({
    coupons: sentCodes,
    cart_contents: sentLines,
  }),
  response: z.array(coupon),
  errors: ['too_many_lines', 'duplicate_uuid', 'too_many_codes'],
})
