import { z } from 'zod/mini'
import { cartLine, maxQuantity } from '../domain/cart-lines.ts'
import { defineCall } from './contract.ts'

const id = z.string().check(z.maxLength(64))
const claim = z.optional(z.nullable(id))

/**
 * What the server reads of a line the browser sends; every price in it is ignored (spec section 7). That a line came by
 * cross-sell or bundle is a claim that the server checks; lines that a coupon added are its own, and made anew.
 */
export const sentLine = z.object({
  uuid: z.optional(z.uuid()),
  product_id: z.optional(id),
  sku: z.string().check(z.minLength(1), z.maxLength(64)),
  quantity: z.number().check(z.int(), z.minimum(0), z.maximum(maxQuantity)),
  /** What the shopper was shown; only ever used to say that it changed. */
  price: z.catch(z.optional(z.number()), undefined),
  subscription_interval: z.optional(z.nullable(z.object({ id: z.string().check(z.maxLength(16)) }))),
  cross_selling_product_id: claim,
  upselling_bundle_id: claim,
  unique_bundle_id: z.optional(z.nullable(z.uuid())),
  added_by_coupon: claim,
})
export type SentLine = z.infer<typeof sentLine>

/** No cart has more lines; a guest's has fewer (setting CART_LINES_GUEST). */
export const maxLines = 1000
export const sentLines = z.array(sentLine).check(
  z.maxLength(maxLines, { error: 'too_many_lines' }),
  z.refine(
    (lines) => {
      const uuids = lines.flatMap((line) => line.uuid ?? [])
      return new Set(uuids).size === uuids.length
    },
    { error: 'duplicate_uuid' },
  ),
)

const code = z.string().check(z.maxLength(64))
/** Codes as text, or as the coupons that came back. */
export const sentCodes = z.array(z.union([code, z.object({ code })])).check(z.maxLength(20))

/** POST /api/sync-cart (spec section 7), both forms: a cart, or `sku` and `quantity` pairs of an atc link. */
export const SyncCart = defineCall({
  method: 'POST',
  path: '/api/sync-cart',
  body: z.object({
    items: sentLines,
    coupons: z.optional(sentCodes),
    /** This browser tab knows of no codes: those that the checkout keeps count, and are named in `x-cart-codes`. */
    keep_codes: z.optional(z.boolean()),
    checkout_order_id: z.optional(z.nullable(id)),
    /**
     * Whose saved cart these lines are, as the last answer's `x-cart-owner` said; empty while they are a guest's. Only
     * with it is the cart of a signed-in customer saved, and then lines of a guest are merged with the saved ones. It
     * grants nothing.
     */
    owner: z.optional(z.string().check(z.maxLength(128))),
    /** The lines are as the last answer gave them: what was saved elsewhere since then takes their place. */
    unchanged: z.optional(z.boolean()),
  }),
  response: z.array(cartLine),
  /**
   * `x-cart-order`: these very lines are the order of the checkout that was sent, which is `waiting` to be paid or
   * `ordered`.
   */
  responseHeaders: ['x-internal', 'x-cart-owner', 'x-cart-order', 'x-cart-codes'],
  errors: ['too_many_lines', 'duplicate_uuid'],
})
