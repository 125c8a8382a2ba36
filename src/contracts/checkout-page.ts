import type { Amount, LineAmounts, Totals } from '../domain/cart-amounts.ts'
import type { CartLine } from '../domain/cart-lines.ts'
import type { CheckoutForm, FieldErrors } from '../domain/checkout-form.ts'
import type { CurrencyCode } from '../domain/currencies.ts'
import type { Minor } from '../domain/money.ts'

/** What moved between the shopper's last look and now. */
export type CheckoutChange =
  | { kind: 'price'; name: string; before: number; after: number }
  | { kind: 'quantity'; name: string; before: number; after: number }
  | { kind: 'gone'; name: string }
  | { kind: 'delivery' }
  | { kind: 'discount' }
  | { kind: 'gift_card' }

export type DeliveryOffer = { id: string; price: Amount; days: readonly [number, number] }

/** The one checkout page: everything in it comes from the server, so that reload and Back show the truth. */
export type CheckoutPage = {
  checkoutId: string
  currency: CurrencyCode
  lines: (CartLine & { amounts: LineAmounts })[]
  totals: Totals
  delivery: DeliveryOffer
  paymentMethods: readonly string[]
  form: CheckoutForm
  errors: FieldErrors
  changes: CheckoutChange[]
  /** Stands in the form; the order is only placed when it still describes what would be ordered. */
  seen: string
  /** Codes that count, and codes that do not: too small an order, or no such code for this shopper. */
  coupons: string[]
  /** What each gift card pays, by the last letters of its code, and what is left to pay; minor units. */
  giftCards: { id: string; ending: string; amount: Minor }[]
  due: Minor
  /** A typed code that cannot be used, to be put right. */
  refusedGiftCard: string | null
  /** The prices are those of an accepted quote. */
  isQuoted: boolean
  refusedCoupons: { code: string; reason: 'minimum_spend' | 'unknown' }[]
}
