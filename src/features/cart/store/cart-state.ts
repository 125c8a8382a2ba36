import { z } from 'zod/mini'
import type { CartLine } from '../../../domain/cart/cart-lines.ts'
import { noOrders } from './order-names.ts'
import { readStoredLines } from './stored-lines.ts'

const text = z.catch(z.nullable(z.string().check(z.maxLength(200))), null)
const mark = z.catch(z.string().check(z.maxLength(64)), '')
const flag = (otherwise: boolean) => z.catch(z.boolean(), otherwise)
const clickId = z.catch(z.optional(z.string().check(z.maxLength(500))), undefined)

/** A payment provider's order, which only counts in the locale that it was begun in (spec section 4). */
const orderReference = z.catch(
  z.nullable(
    z.object({
      id: z.string().check(z.maxLength(200)),
      locale: z.string().check(z.maxLength(8)),
    }),
  ),
  null,
)

const campaignData = z.catch(
  z.nullable(
    z.object({
      location: z.string().check(z.maxLength(2_000)),
      referrer: z.catch(z.string().check(z.maxLength(2_000)), ''),
      trackingParams: z.catch(z.object({ gclid: clickId, msclkid: clickId, fbclid: clickId }), {}),
    }),
  ),
  null,
)

export type CampaignData = NonNullable<z.infer<typeof campaignData>>

/** The cart as this browser keeps it (spec section 3, "Cart state"), without `open`, which belongs to one page. */
const cartState = z.object({
  vat: flag(true),
  postalCode: text,
  shippingMethod: text,
  shippingMethodCE: text,
  paymentMethod: text,
  servicePoint: text,
  checkoutID: text,
  cardOrder: orderReference,
  payLaterOrder: orderReference,
  invoiceOrder: orderReference,
  walletOrder: orderReference,
  walletOrderCE: orderReference,
  internal: flag(false),
  /**
   * Whose saved cart these lines are, as the shop said: a customer's id, a colon and a mark; empty while they are a
   * guest's.
   */
  owner: z.catch(z.string().check(z.maxLength(128)), ''),
  campaignData,
  /** Currency and country that the lines were priced for; empty when a line had to be mended. */
  region: mark,
  /** Changes with every change of the lines; a reply counts only while it is the newest. */
  revision: mark,
  syncedRevision: mark,
})
export type CartState = z.infer<typeof cartState> & { items: CartLine[] }

/**
 * Reads a stored cart field by field: what is of another kind than it should be is as if it were not there. Lines that
 * had to be mended are without a region, so that the shop prices them again before they are shown with a price.
 */
export function readCart(stored: unknown): CartState {
  const record = typeof stored === 'object' && stored !== null && !Array.isArray(stored) ? stored : {}
  const { lines, areWhole } = readStoredLines(Reflect.get(record, 'items'))
  const state = cartState.parse(record)
  return { ...state, items: lines, region: areWhole ? state.region : '' }
}

/** What "Clearing checkout" sets back (spec section 4). */
export const clearedCheckout = {
  checkoutID: null,
  ...noOrders,
  shippingMethod: null,
  shippingMethodCE: null,
  paymentMethod: null,
  servicePoint: null,
  campaignData: null,
} satisfies Partial<CartState>
