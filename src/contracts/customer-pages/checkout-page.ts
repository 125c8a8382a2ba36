import { z } from 'zod/mini'
import type { Arrival } from '../../domain/cart/arrival.ts'
import type { Amount, LineAmounts, Totals } from '../../domain/cart/cart-amounts.ts'
import type { CartLine } from '../../domain/cart/cart-lines.ts'
import type { DeliveryOffer } from '../../domain/cart/delivery-methods.ts'
import type { DeliveryPlace } from '../../domain/cart/delivery-points.ts'
import type { CurrencyCode } from '../../domain/money/currencies.ts'
import type { Minor } from '../../domain/money/money.ts'
import type { VatCheckResult } from '../../domain/money/vat-numbers.ts'
import {
  checkoutFields,
  type CheckoutField,
  type CheckoutForm,
  type FieldErrors,
  type FieldRules,
} from '../../domain/orders/checkout-form.ts'
import { formText, formTextIfSent } from '../form-fields.ts'
import type { CartPage, LineFit } from './cart-page.ts'
import type { Address } from './profile-page.ts'

/** What changed since the shopper last saw the checkout. */
export type CheckoutChange =
  | { kind: 'price'; name: string; before: number; after: number }
  | { kind: 'quantity'; name: string; before: number; after: number }
  | { kind: 'gone'; name: string }
  /** What the shopper changed in another tab: another quantity, a line more, and one less. */
  | { kind: 'units'; name: string; before: number; after: number }
  | { kind: 'added'; name: string; quantity: number }
  | { kind: 'removed'; name: string }
  /** The part would not be delivered again. */
  | { kind: 'subscription'; name: string }
  | { kind: 'delivery' }
  /** A saved address was chosen, and the order sent before it was filled in. */
  | { kind: 'address' }
  /** The shopper's own address is in another country than the one the cart was priced for. */
  | { kind: 'country'; before: string; after: string }
  /** The prices of the quote of this number do not count any more. */
  | { kind: 'quote'; number: string }
  | { kind: 'discount' }
  /** A code that counted does not any more: others have used it up, or it has ended. */
  | { kind: 'code'; code: string }
  /** Nobody is signed in any more, or somebody else is, for whom the order would be. */
  | { kind: 'signed_out' }
  | { kind: 'other_account' }
  | { kind: 'gift_card' }
  | { kind: 'vat'; state: VatCheckResult['state'] }

/**
 * Why an order cannot be placed now, whatever the form says; `most` is how many more units of the part may be reserved
 * until open orders are paid.
 */
export type CheckoutRefusal =
  | { code: 'too_many_orders' | 'too_many_open' | 'open_sum' }
  | { code: 'reserved_too_much'; name: string; most: number }

/** The checkout page. All of its data comes from the server, so that reload and Back show the current state. */
export type CheckoutPage = {
  checkoutId: string
  currency: CurrencyCode
  /** `full_price` is the price of a unit before codes and personal discounts. */
  lines: (CartLine & { full_price: number; amounts: LineAmounts; fit: LineFit | null })[]
  totals: Totals
  /**
   * The available delivery methods and the chosen one; empty and null when the order is too heavy or the country has
   * none.
   */
  deliveries: DeliveryOffer[]
  delivery: DeliveryOffer | null
  /** What is missing in the cart until the chosen delivery is free; null when it is free or never becomes so. */
  leftToFree: Amount | null
  /** When an order placed now arrives, by delivery method. */
  arrivals: Readonly<Record<string, Arrival>>
  /**
   * The service points, nearest first: `ask` until there is a postal code, `failed` when the carrier does not answer.
   */
  servicePoints: { state: 'ask' | 'found' | 'failed'; places: DeliveryPlace[] }
  /** The shop's own address, for pick-up. */
  pickUpPlace: DeliveryPlace
  /** The signed-in customer's address book. */
  addresses: Address[]
  paymentMethods: readonly string[]
  /** The buyer's organization pays by invoice, but not this order: too little of its credit is left. */
  isOverCredit: boolean
  /** Which fields each kind of customer has. */
  fields: Record<CheckoutForm['customer_kind'], FieldRules>
  /** How long an invoice may be paid. */
  invoiceDays: number
  form: CheckoutForm
  /**
   * The result of the VAT number check, the number if the order is under reverse charge, and whether the check was just
   * made.
   */
  vat: { state: VatCheckResult['state']; reverseCharge: string | null; isAsked: boolean }
  errors: FieldErrors
  refusal: CheckoutRefusal | null
  changes: CheckoutChange[]
  /** Hidden form field; the order is only placed when it still matches what would be ordered. */
  seen: string
  /** Codes that apply, and codes that do not: below the minimum spend, or unknown to this shopper. */
  coupons: string[]
  /**
   * What each gift card pays, identified by the last characters of its code, and the amount left to pay; minor units.
   */
  giftCards: { id: string; ending: string; amount: Minor }[]
  due: Minor
  /** Whether there is a field for gift cards: they are sold, or some can still be used. */
  takesGiftCards: boolean
  /** A typed code that was rejected, shown again for correction. */
  refusedGiftCard: string | null
  /** The prices come from an accepted quote. */
  isQuoted: boolean
  refusedCoupons: { code: string; reason: 'minimum_spend' | 'unknown' | 'too_many' | 'no_effect' }[]
}

/** The screen at /checkout: a checkout, the cart of a browser without script, or neither. */
export type CheckoutScreen =
  | { kind: 'checkout'; checkout: CheckoutPage }
  | { kind: 'cart'; cart: CartPage }
  | { kind: 'empty' }

const typedFields = Object.fromEntries(checkoutFields.map((field) => [field, formText()])) as Record<
  CheckoutField,
  ReturnType<typeof formText>
>

/** The checkout's form: what was typed, and the button pressed: `action`, or the code to remove. */
export const checkoutPageForm = z.object({
  ...typedFields,
  action: formText(),
  seen: formTextIfSent,
  /** The saved address that is chosen, and the one that was when the page was made. */
  saved_address: formText(),
  saved_before: formTextIfSent,
  coupon: formText(),
  remove_coupon: formText(),
  gift_card: formText(),
  remove_gift_card: formTextIfSent,
})
export type CheckoutPageForm = z.output<typeof checkoutPageForm>
