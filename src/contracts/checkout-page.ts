import type { CartLine } from '../domain/cart-lines.ts'
import type { CheckoutForm, FieldErrors } from '../domain/checkout-form.ts'
import type { CurrencyCode } from '../domain/currencies.ts'
import type { Minor } from '../domain/money.ts'

/** Sums of a checkout or an order in minor units including VAT; `vat` is the part of `total` that is VAT. */
export type Totals = { items: Minor; discount: Minor; delivery: Minor; vat: Minor; total: Minor }

/** What moved between the shopper's last look and now. */
export type CheckoutChange =
  | { kind: 'price'; name: string; before: number; after: number }
  | { kind: 'quantity'; name: string; before: number; after: number }
  | { kind: 'gone'; name: string }
  | { kind: 'delivery' }
  | { kind: 'discount' }

export type DeliveryOffer = { id: string; price: Minor; days: readonly [number, number] }

/** The one checkout page: everything in it comes from the server, so that reload and Back show the truth. */
export type CheckoutPage = {
  checkoutId: string
  currency: CurrencyCode
  lines: CartLine[]
  totals: Totals
  delivery: DeliveryOffer
  paymentMethods: readonly string[]
  form: CheckoutForm
  errors: FieldErrors
  changes: CheckoutChange[]
  /** Stands in the form; the order is only placed when it still describes what would be ordered. */
  seen: string
  coupons: string[]
}
