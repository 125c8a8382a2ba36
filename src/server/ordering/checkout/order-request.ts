import type { CheckoutChange } from '../../../contracts/customer-pages/checkout-page.ts'
import type { DeliveryPlace } from '../../../domain/cart/delivery-points.ts'
import type { CheckoutForm, FieldErrors } from '../../../domain/orders/checkout-form.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import type { CartRow } from '../cart/cart-row-queries.ts'
import type { DeliveryPreference } from '../delivery/offered-delivery.ts'
import type { OrderRow } from '../orders/queries.ts'
import type { NotAdmitted } from './admit-order.ts'
import type { CheckoutContext, PricedCheckout } from './price-checkout.ts'

/** A validated form, its errors, and the service point if the parcel goes to one. */
export type CheckedForm = { form: CheckoutForm; errors: FieldErrors; place: DeliveryPlace | null }

export type OrderedBy = {
  /** Who and how, for the order's history. */
  actor: string
  note: string
  /** Runs in the order's own transaction. */
  placed: (trx: DatabaseTransaction, order: Pick<OrderRow, 'id' | 'number' | 'status'>) => Promise<void>
}

export type OrderRequest = {
  checkoutId: string
  form: CheckoutForm
  /** Snapshot of what the shopper saw (checkout-snapshot.ts). */
  seen: string
  context: CheckoutContext
  /** The ordering customer; the cart's own if left out. */
  customerId?: string | null
  preference?: DeliveryPreference
  /** The service point, from callers that validate the form themselves. */
  place?: DeliveryPlace | null
  /** The cart as the caller read it. If it is unchanged, locking and pricing take one round trip. */
  cart?: CartRow
  /** Runs when the cart is locked. False: what is ordered is not wanted any more, and no order is placed. */
  guard?: (trx: DatabaseTransaction) => Promise<boolean>
  /** Who places the order for the shopper, and what is written with it. */
  by?: OrderedBy
  /** Validates the form for the priced cart. */
  check?: (priced: PricedCheckout) => CheckedForm
}

export type PlaceOrderResult =
  /** `isConfirmed`: no payment is needed first. */
  | { kind: 'placed'; orderId: string; attemptId: string; isConfirmed: boolean }
  | { kind: 'already'; order: OrderRow }
  | { kind: 'changed'; changes: CheckoutChange[] }
  | { kind: 'refused'; form: CheckoutForm; errors: FieldErrors }
  | { kind: 'empty' }
  | NotAdmitted

/** Rolls back an order that was checked with settings that have changed; it is tried again with the new ones. */
export class SettingsChanged extends Error {
  override readonly name = 'SettingsChanged'

  constructor() {
    super('The settings changed while an order was placed.')
  }
}

/** Rolls back an order because stock, a coupon or a gift card was taken by another order meanwhile. */
export class CheckoutChanged extends Error {
  override readonly name = 'CheckoutChanged'
  readonly changes: CheckoutChange[]

  constructor(changes: CheckoutChange[]) {
    super('Stock, a coupon or a gift card moved while the order was placed.')
    this.changes = changes
  }
}
