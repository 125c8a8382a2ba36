import type { CheckoutChange } from '../../../contracts/checkout-page.ts'
import type { CheckoutForm, FieldErrors } from '../../../domain/checkout-form.ts'
import type { DeliveryPlace } from '../../../domain/delivery-points.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import type { CartRow } from '../cart/cart-row-queries.ts'
import type { DeliveryPreference } from '../delivery/offered-delivery.ts'
import type { OrderRow } from '../orders/queries.ts'
import type { NotAdmitted } from './admit-order.ts'
import type { CheckoutContext, PricedCheckout } from './price-checkout.ts'

/** A form as it is ordered, what is wrong with it, and the service point where the parcel waits, if it does. */
export type CheckedForm = { form: CheckoutForm; errors: FieldErrors; place: DeliveryPlace | null }

export type OrderRequest = {
  checkoutId: string
  form: CheckoutForm
  /** The snapshot of what the shopper saw (checkout-snapshot.ts). */
  seen: string
  context: CheckoutContext
  /** Who orders; where it is left out, the cart's own customer. */
  customerId?: string | null
  preference?: DeliveryPreference
  /** The service point, from callers that have checked the form themselves. */
  place?: DeliveryPlace | null
  /** The cart as the caller has just read it: while it is unchanged, it is locked and priced in one round trip. */
  cart?: CartRow
  /** Checks the form against what it would buy. */
  check?: (db: Queryable, priced: PricedCheckout) => Promise<CheckedForm>
}

export type PlaceOrderResult =
  /** `isConfirmed`: nobody has to be asked for money first. */
  | { kind: 'placed'; orderId: string; attemptId: string; isConfirmed: boolean }
  | { kind: 'already'; order: OrderRow }
  | { kind: 'changed'; changes: CheckoutChange[] }
  | { kind: 'refused'; form: CheckoutForm; errors: FieldErrors }
  | { kind: 'empty' }
  | NotAdmitted

/** Rolls an order back because stock, a coupon or a gift card went to somebody else while it was placed. */
export class CheckoutChanged extends Error {
  override readonly name = 'CheckoutChanged'
  readonly changes: CheckoutChange[]

  constructor(changes: CheckoutChange[]) {
    super('Stock, a coupon or a gift card moved while the order was placed.')
    this.changes = changes
  }
}
