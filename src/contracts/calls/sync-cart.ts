import { z } from 'zod/mini'
import { cartLine, lineUuid, maxQuantity } from '../../domain/cart/cart-lines.ts'
import { defineCall } from './contract.ts'

const id = z.string().check(z.maxLength(64))
const claim = z.optional(z.nullable(id))

/**
 * The fields that the server reads from a line; prices sent by the browser are ignored (spec section 7). Cross-sell and
 * bundle ids are verified by the server; coupon lines are created again by the server.
 */
export const sentLine = z.object({
  uuid: z.optional(lineUuid),
  product_id: z.optional(id),
  sku: z.string().check(z.minLength(1), z.maxLength(64)),
  quantity: z.number().check(z.int(), z.minimum(0), z.maximum(maxQuantity)),
  /** The price the shopper was shown; only used to detect a change. */
  price: z.catch(z.optional(z.number()), undefined),
  subscription_interval: z.optional(z.nullable(z.object({ id: z.string().check(z.maxLength(16)) }))),
  cross_selling_product_id: claim,
  upselling_bundle_id: claim,
  unique_bundle_id: z.optional(z.nullable(lineUuid)),
  added_by_coupon: claim,
})
export type SentLine = z.infer<typeof sentLine>

/** Maximum number of lines of any cart; guests have a lower limit (setting CART_LINES_GUEST). */
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
/** Codes as text, or as the coupon objects of an earlier answer. */
export const sentCodes = z.array(z.union([code, z.object({ code })])).check(z.maxLength(20))

/** POST /api/sync-cart (spec section 7), in both forms: a cart, or the `sku` and `quantity` pairs of an atc link. */
export const SyncCart = defineCall({
  method: 'POST',
  path: '/api/sync-cart',
  body: z.object({
    items: sentLines,
    coupons: z.optional(sentCodes),
    /**
     * Set when this browser tab has no codes: the codes saved with the checkout apply and are returned in
     * `x-cart-codes`.
     */
    keep_codes: z.optional(z.boolean()),
    checkout_order_id: z.optional(z.nullable(id)),
    /**
     * The owner of the saved cart that these lines belong to, as given by `x-cart-owner` of the last answer; empty for
     * a guest's lines. A signed-in customer's cart is only saved when this is sent, and a guest's lines are then merged
     * with the saved ones. It grants no permissions.
     */
    owner: z.optional(z.string().check(z.maxLength(128))),
    /** The lines have not changed since the last answer; a newer cart saved from another browser replaces them. */
    unchanged: z.optional(z.boolean()),
  }),
  response: z.array(cartLine),
  /** `x-cart-order`: this visitor's order of the sent checkout is `waiting` for payment or already `ordered`. */
  responseHeaders: ['x-internal', 'x-cart-owner', 'x-cart-order', 'x-cart-codes'],
  errors: ['too_many_lines', 'duplicate_uuid'],
})
