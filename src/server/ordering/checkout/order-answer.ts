import type { CheckoutPage } from '../../../contracts/customer-pages/checkout-page.ts'
import { checkoutErrors, type CheckoutForm, type FieldErrors } from '../../../domain/orders/checkout-form.ts'
import type { Language } from '../../../domain/places/locales.ts'
import { href } from '../../../routes.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { deliveryErrors, deliveryPlace, preferenceOf } from '../delivery/check-delivery.ts'
import type { PointsNear } from '../delivery/points-near.ts'
import { isPaidByCards, paymentChoices } from '../gift-cards/payment-choices.ts'
import type { OrderRow } from '../orders/queries.ts'
import { giftCard } from '../../payments/providers/gift-card.ts'
import { offeredProviders } from '../../payments/providers.ts'
import { openAttempt } from '../../payments/queries.ts'
import { startPayment } from '../payment/start-payment.ts'
import type { Shop } from '../shop.ts'
import { checkoutView } from './checkout-view.ts'
import { placeOrder } from './place-order.ts'
import type { CheckedForm, PlaceOrderResult } from './order-request.ts'
import type { CheckoutContext, PricedCheckout } from './price-checkout.ts'
import type { CartRow } from '../cart/cart-row-queries.ts'
import { rememberForm } from './remembered-form.ts'

export type CheckoutAnswer =
  | { kind: 'page'; page: CheckoutPage; status?: 409 | 429 }
  | { kind: 'go'; path: string }
  | { kind: 'unknown' }
  | { kind: 'unreadable' }

export type Typed = { context: CheckoutContext; typed: CheckoutForm; points: PointsNear }

/** Validates the typed form. If gift cards pay the whole order, they become the payment method. */
export async function checkedForm(
  shop: Shop,
  db: Queryable,
  { context, typed, points }: Typed,
  priced: PricedCheckout,
): Promise<CheckedForm> {
  const form = isPaidByCards(priced) ? { ...typed, payment_method: giftCard.name } : typed
  const errors = checkoutErrors(form, paymentChoices(offeredProviders(shop, context.language), priced))
  if (priced.vat.state === 'refused') errors.vat_number = 'vat_number_refused'
  const place = deliveryPlace(priced.delivery, points, form.service_point, context.language)
  return {
    form,
    errors: { ...errors, ...(errors.country ? {} : await deliveryErrors(db, form, priced, points)) },
    place,
  }
}

/** `isAsSeen`: this POST did not change the cart. */
export type Placing = Typed & { seen: string; isAsSeen: boolean; customerId: string | null }

/** Places the order of a checkout. Redirects to the next page, or shows the checkout with the reason. */
export async function orderAnswer(shop: Shop, cart: CartRow, placing: Placing): Promise<CheckoutAnswer> {
  const { context, typed, points, seen, customerId } = placing
  const result = await placeOrder(shop, {
    checkoutId: cart.checkout_id,
    form: typed,
    seen,
    customerId,
    context,
    cart,
    preference: preferenceOf(typed, points),
    check: (db, priced) => checkedForm(shop, db, { context, typed, points }, priced),
  })
  if (result.kind === 'placed') return { kind: 'go', path: await pathAfter(shop, cart, placing, result) }
  if (result.kind === 'already') return { kind: 'go', path: await pathOfOrder(shop, result.order, context.language) }
  return notPlaced(shop, cart, placing, result)
}

type Placed = Extract<PlaceOrderResult, { kind: 'placed' }>
type NotPlaced = Exclude<PlaceOrderResult, { kind: 'placed' | 'already' }>

async function pathAfter(shop: Shop, cart: CartRow, { context }: Placing, result: Placed): Promise<string> {
  if (result.isConfirmed) return href(context.language, 'checkout-confirmation', { id: cart.checkout_id })
  return startPayment(shop, result.attemptId, context.language)
}

/** Shows the checkout page with the reason and stores the typed form, unless the cart is gone. */
async function notPlaced(shop: Shop, cart: CartRow, placing: Placing, result: NotPlaced): Promise<CheckoutAnswer> {
  const { context, typed, points, seen, isAsSeen } = placing
  const page = (form: CheckoutForm, errors: FieldErrors, shown: string | null) =>
    checkoutView(shop, { cart, context, form, errors, seen: shown, points })
  if (result.kind === 'empty') return { kind: 'page', page: await page(typed, {}, null) }
  if (result.kind === 'refused')
    return { kind: 'page', page: await page(result.form, result.errors, isAsSeen ? seen : null) }
  await rememberForm(shop, cart, typed)
  if (result.kind === 'over_credit')
    return { kind: 'page', status: 409, page: await page(typed, { payment_method: result.code }, null) }
  if (result.kind === 'limited') {
    const { refusal } = result
    const status = refusal.code === 'reserved_too_much' ? 409 : 429
    return { kind: 'page', status, page: { ...(await page(typed, {}, null)), refusal } }
  }
  const shown = await page(typed, {}, seen)
  return { kind: 'page', page: { ...shown, changes: shown.changes.length > 0 ? shown.changes : result.changes } }
}

/** Returns the path of an existing order: its payment if it is pending, else its confirmation. */
export async function pathOfOrder(shop: Shop, order: OrderRow, language: Language): Promise<string> {
  const attempt = order.status === 'pending_payment' ? await openAttempt(shop.db, order.id) : undefined
  if (attempt) return startPayment(shop, attempt.id, language)
  return href(order.language, 'checkout-confirmation', { id: order.checkout_id })
}
