import { z } from 'zod/mini'
import type { OrderDetails } from './order-page.ts'
import { formChoice, formText } from '../form-fields.ts'

/**
 * Why the data of an order cannot be erased now: it is not completed, it belongs to an account, or it is part of a
 * subscription.
 */
export type GuestEraseBlock = 'under_way' | 'account' | 'subscription'

/** A guest's order, with export and erasure of its data; `erased` after the erasure. */
export type GuestOrderPage =
  | { kind: 'order'; details: OrderDetails; block: GuestEraseBlock | null; isUnsure: boolean }
  | { kind: 'erased'; number: string }

/** An order with the details that only its buyer sees, signed in as a customer or as the order's guest. */
export type OwnOrderPage = {
  details: OrderDetails
  orderReference: string
  costCentre: string
  /** The other member of the customer's organization who placed the order. */
  orderedBy: string | null
  /** The `atc` value that adds the same parts to the cart again (spec section 4, "Pre-filled cart"). */
  again: string
}

/** What a guest may do with the data of the order; `sure` is ticked before it is erased. */
export const guestDataForm = z.object({ action: formChoice(['export', 'erase']), sure: formText() })
