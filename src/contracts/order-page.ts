import type { CurrencyCode } from '../domain/currencies.ts'
import type { Minor } from '../domain/money.ts'
import type { OrderStatus } from '../domain/order-status.ts'
import type { Totals } from './checkout-page.ts'

export type OrderLineView = { sku: string; name: string; quantity: number; unitPrice: Minor; total: Minor; vatPercent: number }

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
  address: { name: string; organization: string; line1: string; line2: string; postalCode: string; city: string; country: string }
  paymentMethod: string
  checkoutId: string
}

/** Track order: the status alone, for somebody who knows the number and the postal code. */
export type TrackedOrder = { number: string; status: OrderStatus; placedAt: string; events: { status: OrderStatus; at: string }[] }
