import type { CheckoutForm } from '../../../domain/orders/checkout-form.ts'
import { cartLinesJson, codesJson, formJson } from '../../platform/db/json-columns.ts'
import type { DeliveryPreference } from '../delivery/offered-delivery.ts'
import type { Shop } from '../shop.ts'
import type { CartRow } from './cart-row-queries.ts'
import { maxCartLines } from './line-limit.ts'
import type { CartContent } from './price-cart.ts'

/** A cart at checkout. A cart from an accepted quote is bought at the quote's prices, without coupons. */
export type CheckoutContent = CartContent & {
  quoteId?: string | null
  giftCards?: readonly string[]
  delivery?: DeliveryPreference
}

/** Reads a stored cart. `delivery` is the requested delivery; the shop's first method if left out. */
export function cartContent(cart: CartRow, delivery?: DeliveryPreference): CheckoutContent {
  const coupons = cart.quote_id === null ? codesJson.read(cart.coupons) : []
  return {
    items: cartLinesJson.read(cart.lines),
    coupons,
    customerId: cart.customer_id,
    email: formJson.read(cart.form)['email']?.trim().toLowerCase() ?? '',
    quoteId: cart.quote_id,
    giftCards: codesJson.read(cart.gift_cards),
    ...(delivery && { delivery }),
  }
}

/** Returns the cart as this visitor can use it: discounts, gift cards and the quote are only for its own customer. */
export function cartForVisitor(cart: CartRow, customerId: string | null | undefined): CartRow {
  return customerId === undefined || cart.customer_id === customerId
    ? cart
    : { ...cart, customer_id: null, quote_id: null, gift_cards: '[]' }
}

/** Serializes a form for the cart, without the accepted terms, which must be accepted again for each order. */
export function rememberedText(form: CheckoutForm): string {
  return formJson.write({ ...form, terms: '' })
}

/**
 * Tells whether a cart has more lines than allowed, for example because the limit was lowered. Carts from quotes have
 * no limit.
 */
export function isTooLong(
  shop: Pick<Shop, 'env'>,
  { lines, customer_id: customerId, quote_id: quoteId }: CartRow,
): boolean {
  return quoteId === null && cartLinesJson.read(lines).length > maxCartLines(shop, customerId)
}
