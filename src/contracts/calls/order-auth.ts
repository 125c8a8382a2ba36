import { z } from 'zod/mini'
import { loginReply, secretText, wantsCookie } from './auth-user.ts'
import { defineCall } from './contract.ts'

/** POST /api/order-auth/login (spec section 7): signs in to a single order with the token of its mailed link. */
export const LogInToOrder = defineCall({
  method: 'POST',
  path: '/api/order-auth/login',
  body: z.object({ token: secretText, cookie: wantsCookie }),
  response: loginReply,
  errors: ['link_over', 'too_many_tries'],
})

/** Amounts in the order's currency, as decimal numbers including and excluding VAT. */
const amount = z.object({ inc: z.number(), ex: z.number() })

/** GET /api/order-auth/info (spec section 7): the order that the guest is signed in to. */
export const OrderInfo = defineCall({
  method: 'GET',
  path: '/api/order-auth/info',
  response: z.object({
    order_id: z.string(),
    status: z.string(),
    placed_at: z.string(),
    email: z.string(),
    currency: z.string(),
    country: z.string(),
    payment_method: z.string(),
    /**
     * The buyer's VAT number as stored with the order; with `reverse_charge`, the order is without VAT because of it.
     */
    vat_number: z.nullable(z.string()),
    reverse_charge: z.boolean(),
    coupons: z.array(z.string()),
    address: z.object({
      name: z.string(),
      organization: z.string(),
      line1: z.string(),
      line2: z.string(),
      postal_code: z.string(),
      city: z.string(),
      country: z.string(),
    }),
    /** The delivery: home, service_point, pick_up or mail, and the place of collection. */
    delivery: z.object({
      kind: z.string(),
      name: z.string(),
      place: z.nullable(z.object({ name: z.string(), street: z.string(), postal_code: z.string(), city: z.string() })),
    }),
    lines: z.array(
      z.object({
        sku: z.string(),
        name: z.string(),
        quantity: z.number(),
        price: amount,
        total: amount,
        vat: z.number(),
      }),
    ),
    totals: z.object({ items: amount, discount: amount, delivery: amount, total: amount }),
  }),
  errors: ['not_signed_in', 'wrong_scope'],
})
