import { z } from 'zod/mini'
import { cartLine, type CartLine } from '../../domain/cart-lines.ts'

const text = z.catch(z.nullable(z.string()), null)
const flag = (otherwise: boolean) => z.catch(z.boolean(), otherwise)

/** A payment provider's order, which only counts in the locale that it was begun in (spec section 4). */
const orderReference = z.catch(z.nullable(z.object({ id: z.string(), locale: z.string() })), null)

const campaignData = z.catch(z.nullable(z.object({
  location: z.string(),
  referrer: z.string(),
  trackingParams: z.object({
    gclid: z.optional(z.string()), msclkid: z.optional(z.string()), fbclid: z.optional(z.string()),
  }),
})), null)

/** Stored lines that still read as lines; an older shop's others are left out. */
const storedLines = z.pipe(
  z.catch(z.array(z.unknown()), []),
  z.transform((lines): CartLine[] => lines.flatMap((line) => {
    const parsed = cartLine.safeParse(line)
    return parsed.success ? [parsed.data] : []
  })),
)

/** The cart as this browser keeps it (spec section 3, "Cart state"), without `open`, which belongs to one page. */
export const cartState = z.object({
  items: storedLines,
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
  campaignData,
  /** Currency and country that the lines were priced for. */
  region: z.catch(z.string(), ''),
  /** Changes with every change of the lines; a reply counts only while it is the newest. */
  revision: z.catch(z.string(), ''),
  syncedRevision: z.catch(z.string(), ''),
})
export type CartState = z.infer<typeof cartState>

export const emptyCart: CartState = cartState.parse({ items: [] })

/** What "Clearing checkout" sets back (spec section 4). */
export const clearedCheckout = {
  checkoutID: null, cardOrder: null, payLaterOrder: null, invoiceOrder: null, walletOrder: null, walletOrderCE: null,
  postalCode: null, shippingMethod: null, shippingMethodCE: null, paymentMethod: null, servicePoint: null, campaignData: null,
} satisfies Partial<CartState>
