import type { Amount, Totals } from '../domain/cart-amounts.ts'
import type { CurrencyCode } from '../domain/currencies.ts'
import type { OrderDelivery } from '../domain/delivery-points.ts'
import type { OrderStatus } from '../domain/order-status.ts'
import type { ReturnKind, ReturnStatus } from '../domain/returns.ts'

export type OrderLineView = {
  sku: string
  name: string
  quantity: number
  unit: Amount
  total: Amount
  vatPercent: number
}

/** What confirmation and order pages show of an order. */
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
  /** What gift cards paid of the total, minor units. */
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
  /** The buyer's VAT number, and whether the order is without VAT for it. */
  vatNumber: string | null
  isReverseCharged: boolean
  checkoutId: string
  /** A person of the shop looks at it before it is packed. */
  isOnHold: boolean
}

/** Track order: the status alone, for somebody who knows the number and the postal code. */
export type TrackedOrder = { number: string; status: OrderStatus }

/**
 * What a withdrawal or return pays back, in minor units: what was paid for the pieces, less what the rest would have
 * cost more without them, and the delivery. A negative deduction gives back an earlier one.
 */
export type RefundCalculation = { pieces: number; deduction: number; delivery: number; total: number; isExVat: boolean }

export type PieceView = { sku: string; name: string; quantity: number }

/** A parcel; `page` follows it at the carrier's. */
export type ShipmentView = {
  carrier: string
  trackingNumber: string
  page: string | null
  shippedAt: string
  deliveredAt: string | null
  pieces: PieceView[]
}
export type ReturnView = {
  number: string
  kind: ReturnKind
  status: ReturnStatus
  requestedAt: string
  pieces: PieceView[]
}

/** Pieces of an order that came back, of how many, and the money of it that was paid back (minor units). */
export type PartlyBack = { pieces: number; of: number; refunded: number }

/** An order as its buyer sees it afterwards; amounts in minor units. */
export type OrderDetails = {
  order: OrderPage
  events: { status: OrderStatus; at: string }[]
  shipments: ShipmentView[]
  refunds: { number: string | null; amount: number; deduction: number; at: string }[]
  /** How much of it came back and was paid back, while that is a part; null when it is nothing or all. */
  partly: PartlyBack | null
  returns: ReturnView[]
  /** Documents that can be opened, by the name of their file. */
  documents: { file: string; kind: 'invoice' | 'receipt' | 'credit_note'; number: string | null }[]
  mayReturn: boolean
  mayWithdraw: boolean
  /** The last day (YYYY-MM-DD) of the withdrawal; null while not everything has come. */
  withdrawUntil: string | null
}
