import { z } from 'zod/mini'
import { coupon } from '../domain/coupons.ts'
import { defineCall } from './contract.ts'
import { sentLine } from './sync-cart.ts'

const code = z.string().check(z.maxLength(64))

/** POST /api/sync-coupons (spec section 7): codes that do not exist are not returned. */
export const SyncCoupons = defineCall({
  method: 'POST',
  path: '/api/sync-coupons',
  body: z.object({
    coupons: z.array(z.union([code, z.object({ code })])).check(z.maxLength(20)),
    cart_contents: z.array(sentLine).check(z.maxLength(500)),
  }),
  response: z.array(coupon),
  errors: [],
})
