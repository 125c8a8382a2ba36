import type { Generated } from 'kysely'
import type { CurrencyCode } from '../../../../domain/money/currencies.ts'
import type { OrderHold } from '../../../../domain/orders/order-holds.ts'
import type { OrderStatus } from '../../../../domain/orders/order-status.ts'
import type { PaymentAttemptStatus, RefundStatus } from '../../../../domain/orders/payments.ts'
import type { Language } from '../../../../domain/places/locales.ts'
import type { StockReservationStatus } from '../../../../domain/products/stock.ts'
import type { Flag } from './flag.ts'

export type OrderTables = {
  /** A cart at the checkout, by its secret checkout id; `lines` and `form` are JSON. */
  carts: {
    checkout_id: string
    language: Language
    currency: CurrencyCode
    country: string
    lines: string
    coupons: string
    form: string
    campaign_data: string
    internal: Flag
    customer_id: string | null
    quote_id: Generated<string | null>
    created_at: string
    updated_at: string
    /** The browser that typed `form`, by its secret's hash; '' for none, 'mail' if the link was mailed. */
    typed_by: Generated<string>
    /** Ids of the gift cards to pay with, JSON. */
    gift_cards: Generated<string>
  }
  /**
   * `groups`, `excluded_groups`, `categories` and `fixed_amounts` (minor units by currency) are JSON. The code of a
   * customer's own CUSTOMERDISCOUNT is followed by a colon and the customer's id. `person_limit` counts the orders of a
   * customer or an e-mail address; `stopped_at` is when somebody switched it off.
   */
  coupons: {
    code: string
    percentage: number | null
    fixed_amounts: string | null
    groups: string
    excluded_groups: string
    discount_categories: string
    minimum_spend: number
    customer_id: string | null
    starts_at: string | null
    ends_at: string | null
    usage_limit: number | null
    used: number
    adds_sku: string | null
    organization_id: Generated<string | null>
    person_limit: Generated<number | null>
    free_delivery: Generated<Flag>
    stopped_at: Generated<string | null>
    created_at: Generated<string>
  }
  /** The orders that used a coupon; `returned_at` where one was cancelled or not paid: its use does not count. */
  coupon_uses: { code: string; order_id: string; used_at: string; returned_at: string | null }
  orders: OrderTable
  /** Buyers' VAT numbers by checker (VIES or syntax), the newest confirmation of each. */
  vat_confirmations: { number: string; checked_by: string; consultation_number: string; confirmed_at: string }
  order_lines: OrderLineTable
  /**
   * The discount terms of an order when it was placed, JSON (`DiscountTerms`); orders that cannot change have no row.
   */
  order_terms: { order_id: string; terms: string }
  /** `seq` orders events of the same millisecond. */
  order_events: {
    seq: Generated<number>
    id: string
    order_id: string
    at: string
    actor: string
    from_status: string | null
    to_status: OrderStatus
    note: string
  }
  /** Words by which staff sort orders; `label_key` is the label in lower case. */
  order_labels: { order_id: string; label_key: string; label: string; at: string }
  payment_attempts: PaymentAttemptTable
  refunds: RefundTable
  /** One row per provider notice; the key of provider and event id makes repeats harmless. */
  payment_events: {
    provider: string
    event_id: string
    attempt_id: string | null
    kind: string
    payload: string
    received_at: string
  }
  stock_reservations: {
    id: string
    order_id: string
    product_id: string
    quantity: number
    status: StockReservationStatus
    expires_at: string | null
  }
}

type OrderTable = {
  /** Increases with every order; the order number is derived from it. */
  seq: Generated<number>
  id: string
  number: string
  checkout_id: string
  language: Language
  currency: CurrencyCode
  country: string
  status: OrderStatus
  customer_id: string | null
  organization_id: string | null
  email: string
  /** The mailbox of `email`, by which limits count; '' in orders from before it was kept. */
  mailbox: Generated<string>
  /** How many times `email` was corrected by staff; what was proved before the last time counts no more. */
  corrections: Generated<number>
  phone: string
  customer_kind: 'private' | 'organization'
  organization_number: string | null
  address: string
  delivery_method: string
  payment_method: string
  /** The chosen delivery: kind, name and place, JSON; '{}' in orders from before delivery methods existed. */
  delivery: Generated<string>
  items_total: number
  discount_total: number
  discount_vat: number
  delivery_total: number
  delivery_vat: number
  vat_total: number
  total: number
  /** The part of the total that gift cards paid. */
  gift_card_total: Generated<number>
  /** What the buyer was asked to pay more after a change of the order, and has not paid yet. */
  unpaid_difference: Generated<number>
  /** An organization's own reference for the order, and when its invoice was paid. */
  order_reference: Generated<string>
  cost_centre: Generated<string>
  /** Where its invoices go: an address of the Peppol network, and a postal address other than the order's. */
  peppol_id: Generated<string>
  invoice_address: Generated<string>
  /** What the buyer wrote about the order. */
  message: Generated<string>
  invoice_paid_at: Generated<string | null>
  /** The buyer's VAT number and, under reverse charge, the consultation number that proves its check. */
  vat_number: Generated<string | null>
  consultation_number: Generated<string | null>
  reverse_charge: Generated<Flag>
  /** The network it was placed from, for the limits on orders; '' after its deletion. */
  network: Generated<string>
  /** Why a person must check the order before packing; null for most. */
  hold: Generated<OrderHold | null>
  coupons: string
  campaign_data: string
  placed_at: string
  updated_at: string
}

/** All values that determine a line's amounts, stored when the order is placed. */
type OrderLineTable = {
  id: string
  order_id: string
  position: number
  product_id: string
  sku: string
  name: string
  type: number
  quantity: number
  unit_price: number
  ordinary_price: number
  discount_percent: number
  vat_rate: number
  line_total: number
  vat_total: number
  discount_share: number
  discount_share_vat: number
  set_id: string | null
  details: string
  /** Units shipped, refunded, and cancelled before shipping (cancelled units are refunded too). */
  shipped: Generated<number>
  refunded: Generated<number>
  cancelled: Generated<number>
  /** The addition that an invoice or receipt of its own charges; '' for a line of the order's first one. */
  addition: Generated<string>
}

/**
 * `provider_reference` is the provider's id of the hosted page, valid for `language` only (spec section 4);
 * `payment_reference` is its id of the payment, which captures and refunds refer to. `url` is the payment page; an
 * attempt made without the shopper has none, and `repeats` is the earlier payment's id. `captured_at` is when
 * its money was first captured.
 */
type PaymentAttemptTable = {
  id: string
  order_id: string
  provider: string
  amount: number
  currency: CurrencyCode
  language: Language
  status: PaymentAttemptStatus
  provider_reference: string | null
  payment_reference: string | null
  url: string | null
  authorized: Generated<number>
  captured: Generated<number>
  refunded: Generated<number>
  reason: string | null
  asked_at: string | null
  created_at: string
  updated_at: string
  repeats: Generated<string | null>
  captured_at: Generated<string | null>
  /** Pays what a change of the order made it dearer, not the order itself. */
  is_difference: Generated<Flag>
}

/** `refusals` counts the provider's definite refusals; a refund with an unknown result is retried with the same key.
 * `paid_at` is when it was paid, `returned_at` when the buyer's bank sent it back. */
type RefundTable = {
  id: string
  order_id: string
  attempt_id: string
  dedupe_key: string
  amount: number
  currency: CurrencyCode
  reason: string
  actor: string
  status: RefundStatus
  provider_reference: string | null
  error: string | null
  refusals: number
  created_at: string
  updated_at: string
  paid_at: Generated<string | null>
  returned_at: Generated<string | null>
  /** Paid from the shop's own bank account, not by the provider. */
  by_bank: Generated<Flag>
}
