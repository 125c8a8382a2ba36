import { z } from 'zod/mini'
import { cartLine } from '../domain/cart-lines.ts'
import { defineCall } from './contract.ts'

/** What the server reads of a line the browser sends; every price in it is ignored (spec section 7). */
export const sentLine = z.object({
  uuid: z.optional(z.string().check(z.maxLength(64))),
  product_id: z.optional(z.string().check(z.maxLength(64))),
  sku: z.string().check(z.minLength(1), z.maxLength(64)),
  quantity: z.number().check(z.int(), z.minimum(0), z.maximum(5000)),
  subscription_interval: z.optional(z.nullable(z.object({ id: z.string().check(z.maxLength(16)) }))),
})
export type SentLine = z.infer<typeof sentLine>

const code = z.string().check(z.maxLength(64))

/** POST /api/sync-cart (spec section 7), both forms: a cart, or `sku` and `quantity` pairs of an atc link. */
export const SyncCart = defineCall({
  method: 'POST',
  path: '/api/sync-cart',
  body: z.object({
    items: z.array(sentLine).check(z.maxLength(500)),
    coupons: z.optional(z.array(z.union([code, z.object({ code })])).check(z.maxLength(20))),
    checkout_order_id: z.optional(z.nullable(z.string().check(z.maxLength(64)))),
  }),
  response: z.array(cartLine),
  responseHeaders: ['x-internal'],
  errors: ['too_many_lines'],
})
