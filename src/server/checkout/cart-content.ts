import type { SentLine } from '../../contracts/sync-cart.ts'
import type { CheckoutForm } from '../../domain/checkout-form.ts'
import type { CartContent } from './price-checkout.ts'
import type { CartRow } from './queries.ts'

export function cartContent(cart: CartRow): CartContent {
  return {
    items: JSON.parse(cart.lines) as SentLine[], coupons: JSON.parse(cart.coupons) as string[], customerId: cart.customer_id,
  }
}

/** What was typed, as the cart remembers it; the terms are accepted anew each time. */
export function rememberedText(form: CheckoutForm): string {
  return JSON.stringify({ ...form, terms: '' })
}
