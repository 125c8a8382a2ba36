import type { OrderDetails } from './order-page.ts'

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
