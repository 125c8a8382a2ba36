import { z } from 'zod/mini'
import { cartLine } from '../../domain/cart/cart-lines.ts'
import { defineCall } from './contract.ts'

/**
 * POST /api/saved-cart: tells the shop that a customer's cart is empty in this browser, and returns the cart saved from
 * other browsers. `owner` and `unchanged` are those of sync-cart, which is not called for an empty cart (spec section
 * 7).
 */
export const SavedCart = defineCall({
  method: 'POST',
  path: '/api/saved-cart',
  body: z.object({
    owner: z.string().check(z.maxLength(128)),
    unchanged: z.optional(z.boolean()),
  }),
  response: z.array(cartLine),
  responseHeaders: ['x-internal', 'x-cart-owner'],
  errors: [],
})
