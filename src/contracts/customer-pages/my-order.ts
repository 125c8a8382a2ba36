import { z } from 'zod/mini'
import type { Amount } from '../../domain/cart/cart-amounts.ts'
import { formChoice, formText } from '../form-fields.ts'
import type { OrderDetails } from './order-page.ts'
import type { ListLine } from './part-lists.ts'

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
  /** The other member of the customer's organization who placed the order. */
  orderedBy: string | null
  /** The `atc` value that adds the same parts to the cart again (spec section 4, "Pre-filled cart"). */
  again: string
  /** The parts that are gone, short or dearer now. */
  changed: AgainLine[]
}

/** A part of an order as it is sold now; `price` is set if it costs more, each unit, than what was paid. */
export type AgainLine = ListLine & { price: { before: Amount; now: Amount } | null }

/** What a guest may do with the data of the order; `sure` is ticked before it is erased. */
export const guestDataForm = z.object({ action: formChoice(['export', 'erase']), sure: formText() })
