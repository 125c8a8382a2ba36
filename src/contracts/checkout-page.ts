import type { LineAmounts, Totals } from '../domain/cart-amounts.ts'
import type { CartLine } from '../domain/cart-lines.ts'
import type { CheckoutForm, FieldErrors } from '../domain/checkout-form.ts'
import type { CurrencyCode } from '../domain/currencies.ts'
import type { DeliveryOffer } from '../domain/delivery-methods.ts'
import type { DeliveryPlace } from '../domain/delivery-points.ts'
import type { Minor } from '../domain/money.ts'
import type { VatStanding } from '../domain/vat-numbers.ts'
import type { Address } from './profile-page.ts'

/** What moved between the shopper's last look and now. */
export type CheckoutChange =
  | { kind: 'price'; name: string; before: number; after: number }
  | { kind: 'quantity'; name: string; before: number; after: number }
  | { kind: 'gone'; name: string }
  | { kind: 'delivery' }
  /** The shopper's own address is in another country than the cart was priced for. */
  | { kind: 'country'; before: string; after: string }
  | { kind: 'discount' }
  | { kind: 'gift_card' }
  | { kind: 'vat'; state: VatStanding['state'] }

/**
 * Why an order cannot be placed just now, whatever is typed; `most` units more of the part may be held until they are
 * paid.
 */
export type CheckoutRefusal =
  | { code: 'too_many_orders' | 'too_many_open' | 'open_sum' }
  | { code: 'reserved_too_much'; name: string; most: number }

/** The one checkout page: everything in it comes from the server, so that reload and Back show the truth. */
export type CheckoutPage = {
  checkoutId: string
  currency: CurrencyCode
  lines: (CartLine & { amounts: LineAmounts })[]
  totals: Totals
  /** The ways it can go, and the one it goes; none and null when it is too heavy or the country has none. */
  deliveries: DeliveryOffer[]
  delivery: DeliveryOffer | null
  /**
   * Where it can wait, the nearest first: `ask` until there is a postal code, `failed` when the carrier gives no
   * answer.
   */
  servicePoints: { state: 'ask' | 'found' | 'failed'; places: DeliveryPlace[] }
  /** The shop itself, where an order can be picked up. */
  pickUpPlace: DeliveryPlace
  /** The signed-in customer's address book. */
  addresses: Address[]
  paymentMethods: readonly string[]
  form: CheckoutForm
  /**
   * What the buyer's VAT number is worth, the number when the order is without VAT for it, and whether it was just
   * asked for.
   */
  vat: { state: VatStanding['state']; reverseCharge: string | null; isAsked: boolean }
  errors: FieldErrors
  refusal: CheckoutRefusal | null
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
  refusedCoupons: { code: string; reason: 'minimum_spend' | 'unknown' | 'too_many' | 'no_effect' }[]
}
