import { cartLinesJson, codesJson, formJson } from '../../platform/db/json-columns.ts'
import type { CheckoutForm } from '../../../domain/checkout-form.ts'
import { mostLines } from './line-limit.ts'
import type { CartContent } from './price-cart.ts'
import type { DeliveryPreference } from '../delivery/offered-delivery.ts'
import type { Shop } from '../shop.ts'
import type { CartRow } from './cart-row-queries.ts'

/** A cart at checkout; one that came of an accepted quote is bought at its prices, which no code lowers. */
export type CheckoutContent = CartContent & {
  quoteId?: string | null
  giftCards?: readonly string[]
  delivery?: DeliveryPreference
}

/** `delivery` is the way it is to go; the shop's first unless told. */
export function cartContent(cart: CartRow, delivery?: DeliveryPreference): CheckoutContent {
  const coupons = cart.quote_id === null ? codesJson.read(cart.coupons) : []
  return {
    items: cartLinesJson.read(cart.lines),
    coupons,
    customerId: cart.customer_id,
    quoteId: cart.quote_id,
    giftCards: codesJson.read(cart.gift_cards),
    ...(delivery && { delivery }),
  }
}

/**
 * The cart as whoever asks may have it: only its own customer gets the discounts, the credit and the address that go
 * with it.
 */
export function asVisitor(cart: CartRow, customerId: string | null | undefined): CartRow {
  return customerId === undefined || cart.customer_id === customerId
    ? cart
    : { ...cart, customer_id: null, quote_id: null, gift_cards: '[]' }
}

/** What was typed, as the cart remembers it; the terms are accepted anew each time. */
export function rememberedText(form: CheckoutForm): string {
  return formJson.write({ ...form, terms: '' })
}

/** A cart kept before there were limits, or before they were lowered; the lines of a quote are the shop's own. */
export function isTooLong(
  shop: Pick<Shop, 'env'>,
  { lines, customer_id: customerId, quote_id: quoteId }: CartRow,
): boolean {
  return quoteId === null && cartLinesJson.read(lines).length > mostLines(shop, customerId)
}
