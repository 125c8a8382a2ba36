import type { Amount, Totals } from '../../domain/cart/cart-amounts.ts'
import type { OrderDelivery } from '../../domain/cart/delivery-points.ts'
import type { CurrencyCode } from '../../domain/money/currencies.ts'
import type { OrderReferences } from '../../domain/orders/order-references.ts'
import type { OrderStatus } from '../../domain/orders/order-status.ts'
import type { ReturnKind, ReturnStatus } from '../../domain/orders/returns.ts'

type OrderLineView = {
  sku: string
  name: string
  quantity: number
  unit: Amount
  total: Amount
  vatPercent: number
  /** It began a subscription with this interval in days; 0 for what is bought once. */
  everyDays: number
}

/** The order data shown on confirmation and order pages. */
export type OrderPage = {
  number: string
  status: OrderStatus
  placedAt: string
  email: string
  currency: CurrencyCode
  country: string
  lines: OrderLineView[]
  totals: Totals
  coupons: string[]
  /** The part of the total paid by gift cards, minor units. */
  giftCard: number
  address: {
    name: string
    organization: string
    line1: string
    line2: string
    postalCode: string
    city: string
    country: string
  }
  delivery: OrderDelivery
  paymentMethod: string
  references: OrderReferences
  /** The buyer's VAT number, and whether the order is under reverse charge. */
  vatNumber: string | null
  isReverseCharged: boolean
  checkoutId: string
  /** Waits for review by the shop's staff before it is packed. */
  isOnHold: boolean
  /** What is left to pay because the order was changed, in minor units; 0 for most. */
  toPay: number
}

/** The confirmation of an order; who is not its buyer sees it without the buyer, and `isSignedIn` opens its page. */
export type ConfirmationPage = { order: OrderPage; isBuyer: boolean; isSignedIn: boolean }

/** The answer of track-order: the status and the days, for anyone who knows the order number and postal code. */
export type TrackedOrder = Pick<OrderPage, 'number' | 'status'> & {
  delivery: Pick<OrderDelivery, 'kind' | 'arrives'>
}

/**
 * The amount that a withdrawal or return refunds, in minor units: what was paid for the units, less the discounts lost
 * on the kept units, plus delivery. A negative deduction returns an earlier one. `setOff` of the total is not paid out:
 * it was never paid, or the buyer has it from the bank. Nothing is paid to the card while a bank has `disputed` it.
 */
export type RefundCalculation = {
  goods: number
  deduction: number
  delivery: number
  total: number
  setOff: number
  disputed: number
  isExVat: boolean
  means: RefundMeans
}

/** What a refund does: it pays back, lowers what is charged or billed later, or does partly the one and the other. */
export type RefundMeans = 'refunded' | 'not_charged' | 'not_billed' | 'partly'

export type UnitsView = { sku: string; name: string; quantity: number }

/** A shipment; `page` is the carrier's tracking page. */
export type ShipmentView = {
  carrier: string
  trackingNumber: string
  page: string | null
  shippedAt: string
  deliveredAt: string | null
  units: UnitsView[]
}
/**
 * The status of a return as its buyer reads it: `refused` was received and is not paid back, `settled` is set off in
 * full, and for `exchanged` other parts are sent instead of the money.
 */
export type ShownReturnStatus = ReturnStatus | 'refused' | 'settled' | 'exchanged'

export type ReturnView = {
  number: string
  kind: ReturnKind
  status: ReturnStatus
  requestedAt: string
  shown: ShownReturnStatus
  /** Why nothing is paid back for what was received. */
  refusal: string
  units: UnitsView[]
}

/** Units of an order that were returned, out of how many, and the amount refunded (minor units). */
export type PartlyBack = { units: number; of: number; refunded: number }

/** What of a return's worth goes towards an order that is sent instead; `number` is that of the other one. */
export type ExchangeView = { number: string; credit: number }

/** An order as its buyer sees it; amounts in minor units. */
export type OrderDetails = {
  order: OrderPage
  /** `return_ended`: what came of a return is done, and what the buyer keeps of the order stays delivered. */
  events: { status: OrderStatus | 'return_ended'; at: string }[]
  shipments: ShipmentView[]
  /** `setOff` of the amount is paid to nobody: it was never paid, or the buyer has it from the bank. */
  refunds: {
    number: string | null
    amount: number
    setOff: number
    deduction: number
    /** The order that it pays for instead of being paid back. */
    exchange: ExchangeView | null
    at: string
  }[]
  /** The return for whose parts this order was sent in exchange. */
  exchangeFor: ExchangeView | null
  /** The returned and refunded part of the order; null when nothing or everything was returned. */
  partly: PartlyBack | null
  returns: ReturnView[]
  /** Documents that can be downloaded, by file name. */
  documents: { file: string; kind: 'invoice' | 'receipt' | 'credit_note'; number: string | null }[]
  mayReturn: boolean
  mayWithdraw: boolean
  /** The last day (YYYY-MM-DD) of the withdrawal period; null until everything has been delivered. */
  withdrawUntil: string | null
}
