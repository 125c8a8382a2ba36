import type { CheckoutChange, CheckoutPage } from '../../contracts/checkout-page.ts'
import {
  checkoutErrors, readCheckoutForm, type CheckoutField, type CheckoutForm, type FieldErrors,
} from '../../domain/checkout-form.ts'
import { countryByCode } from '../../domain/countries.ts'
import { currencyByCode, type CurrencyCode } from '../../domain/currencies.ts'
import { defaultCurrency, locales, type Language } from '../../domain/locales.ts'
import type { ShoppingContext } from '../../domain/shopping-context.ts'
import { href } from '../../routes.ts'
import { latestOrderOf, liveOrderOf, type OrderRow } from '../orders/queries.ts'
import { latestAttempt } from '../payments/queries.ts'
import { offeredProviders } from '../payments/providers.ts'
import { startPayment } from '../payments/start-payment.ts'
import type { Shop } from '../shop.ts'
import { cartContent, rememberedText } from './cart-content.ts'
import { placeOrder } from './place-order.ts'
import { priceCheckout, type PricedCheckout } from './price-checkout.ts'
import { cartRow, updateCart, type CartRow } from './queries.ts'
import { changesSince, seenOf } from './seen.ts'

export type CheckoutAnswer = { kind: 'page'; page: CheckoutPage } | { kind: 'go'; path: string } | { kind: 'unknown' }
export type PostedFields = (name: string) => string | undefined

/** GET /{lang}/checkout/:id: the checkout as the server knows it, or where its order is. */
export async function showCheckout(shop: Shop, language: Language, checkoutId: string): Promise<CheckoutAnswer> {
  const cart = await cartRow(shop.db, checkoutId)
  if (!cart) return { kind: 'unknown' }
  const order = await liveOrderOf(shop.db, checkoutId)
  if (order) return { kind: 'go', path: await whereOrderIs(shop, order) }
  const form = await rememberedForm(shop, cart, language)
  return { kind: 'page', page: await pageOf(shop, cart, language, form, {}, null) }
}

/**
 * POST /{lang}/checkout/:id: keeps what was typed and, when all of it can be accepted and nothing moved since the
 * shopper looked, places the order and starts its payment. `action` other than `place` only shows the new sum.
 */
export async function postCheckout(shop: Shop, language: Language, checkoutId: string, posted: PostedFields): Promise<CheckoutAnswer> {
  const cart = await cartRow(shop.db, checkoutId)
  if (!cart) return { kind: 'unknown' }
  const order = await liveOrderOf(shop.db, checkoutId)
  if (order) return { kind: 'go', path: await whereOrderIs(shop, order) }
  const form = readCheckoutForm(posted)
  const remember = () => updateCart(shop.db, checkoutId, { form: rememberedText(form), updated_at: shop.now().toISOString() })
  const errors = checkoutErrors(form, offeredProviders(shop, language))
  const seen = posted('seen') ?? ''
  if (posted('action') !== 'place' || Object.keys(errors).length > 0) {
    await remember()
    const shown = posted('action') === 'place' ? errors : {}
    return { kind: 'page', page: await pageOf(shop, cart, language, form, shown, seen) }
  }
  const result = await placeOrder(shop, { checkoutId, form, seen, context: contextOf(cart, language, form) })
  switch (result.kind) {
    case 'placed': return { kind: 'go', path: await startPayment(shop, result.attemptId) }
    case 'already': return { kind: 'go', path: await whereOrderIs(shop, result.order) }
    case 'empty': return { kind: 'page', page: await pageOf(shop, cart, language, form, {}, null) }
    case 'changed': {
      await remember()
      const page = await pageOf(shop, cart, language, form, {}, seen)
      return { kind: 'page', page: { ...page, changes: page.changes.length > 0 ? page.changes : result.changes } }
    }
  }
}

/** An order that waits for payment is paid on; any other is shown. */
async function whereOrderIs(shop: Shop, order: OrderRow): Promise<string> {
  const attempt = order.status === 'pending_payment' ? await latestAttempt(shop.db, order.id) : undefined
  if (attempt?.status === 'started') return startPayment(shop, attempt.id)
  return href(order.language, 'checkout-confirmation', { id: order.checkout_id })
}

async function rememberedForm({ db }: Shop, cart: CartRow, language: Language): Promise<CheckoutForm> {
  const kept = JSON.parse(cart.form) as Partial<Record<CheckoutField, string>>
  const previous = Object.keys(kept).length > 0 ? undefined : await latestOrderOf(db, cart.checkout_id)
  const form = readCheckoutForm((field) => kept[field] ?? (field === 'email' ? previous?.email : undefined))
  return { ...form, country: form.country || cart.country || locales[language].defaultCountryCode }
}

/** Prices follow the delivery country as soon as it is known to us. */
function contextOf(cart: CartRow, language: Language, form: CheckoutForm): ShoppingContext {
  return {
    language,
    currency: currencyByCode(cart.currency) ?? defaultCurrency(locales[language]),
    country: countryByCode(form.country)?.code ?? cart.country,
  }
}

async function pageOf(
  shop: Shop, cart: CartRow, language: Language, form: CheckoutForm, errors: FieldErrors, seen: string | null,
): Promise<CheckoutPage> {
  const context = contextOf(cart, language, form)
  const priced = await priceCheckout(shop.db, context, cartContent(cart), shop.now())
  const currency: CurrencyCode = context.currency.code
  const methods = offeredProviders(shop, language)
  return {
    checkoutId: cart.checkout_id, currency, lines: priced.lines, totals: priced.totals, delivery: priced.delivery,
    paymentMethods: methods,
    form: { ...form, payment_method: methods.includes(form.payment_method) ? form.payment_method : methods[0] ?? '' },
    errors, changes: changesFor(seen, priced, currency), seen: seenOf(priced, currency),
    coupons: priced.coupons.filter((coupon) => coupon.applied).map((coupon) => coupon.code),
  }
}

function changesFor(seen: string | null, priced: PricedCheckout, currency: CurrencyCode): CheckoutChange[] {
  const unavailable = priced.lines.filter((line) => line.quantity === 0).map((line): CheckoutChange => ({ kind: 'gone', name: line.name }))
  return seen === null ? unavailable : changesSince(seen, priced, currency)
}
