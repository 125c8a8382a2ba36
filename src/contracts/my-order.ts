import type { OrderDetails } from './order-page.ts'

/** Why the data of one order cannot be erased now: it is not finished, it is an account's, or it comes again. */
export type GuestEraseBlock = 'under_way' | 'account' | 'subscription'

/** The order of a guest, who may take a copy of its data and have it erased; or that this has been done. */
export type GuestOrderPage =
  | { kind: 'order'; details: OrderDetails; block: GuestEraseBlock | null; isUnsure: boolean }
  | { kind: 'erased'; number: string }

/** An order with what concerns its buyer alone, signed in as customer or as the order's guest. */
export type OwnOrderPage = {
  details: OrderDetails
  orderReference: string
  costCentre: string
  /** The other member of the customer's organization who ordered. */
  orderedBy: string | null
  /** What puts the same parts into the cart again (spec section 4, "Pre-filled cart"). */
  again: string
}
