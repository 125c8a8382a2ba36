import type { CheckoutPage, CheckoutScreen } from '../../../contracts/customer-pages/checkout-page.ts'
import {
  withoutHiddenFields,
  checkoutErrors,
  type CheckoutForm,
  type FieldErrors,
} from '../../../domain/orders/checkout-form.ts'
import type { Language } from '../../../domain/places/locales.ts'
import { fieldRules } from '../../../domain/settings/checkout.ts'
import { href } from '../../../routes.ts'
import { rememberOrder } from '../../identity/sessions/known-orders.ts'
import { offeredProviders, providerNamed } from '../../payments/providers.ts'
import { giftCard } from '../../payments/providers/gift-card.ts'
import { openAttempt } from '../../payments/queries.ts'
import { goTo, privatePage, type PageResult } from '../../platform/http/pages/page-result.ts'
import { cartRow, type CartRow } from '../cart/cart-row-queries.ts'
import type { Visitor } from '../cart/guarded-codes.ts'
import { isBuyer } from '../cart/order-buyer.ts'
import { deliveryErrors, deliveryPlace, preferenceOf } from '../delivery/check-delivery.ts'
import type { PointsNear } from '../delivery/points-near.ts'
import { isPaidByCards, paymentChoices } from '../gift-cards/payment-choices.ts'
import type { OrderRow } from '../orders/queries.ts'
import { openDifference } from '../payment/open-difference.ts'
import { startPayment } from '../payment/start-payment.ts'
import type { Shop } from '../shop.ts'
import { checkoutView } from './checkout-view.ts'
import type { CheckedForm, PlaceOrderResult } from './order-request.ts'
import { placeOrder } from './place-order.ts'
import type { CheckoutContext, PricedCheckout } from './price-checkout.ts'
import { rememberForm } from './remembered-form.ts'

export function shownCheckout(checkout: CheckoutPage, status = 200): PageResult<CheckoutScreen> {
  return privatePage({ kind: 'checkout', checkout }, status)
}

export type Typed = { context: CheckoutContext; typed: CheckoutForm; points: PointsNear }

/** Validates the typed form. If gift cards pay the whole order, they become the payment method. */
export function checkedForm(
  shop: Pick<Shop, 'env' | 'settings'>,
  { context, typed, points }: Typed,
  priced: PricedCheckout,
): CheckedForm {
  const { delivery, checkout, home } = shop.settings.all
  const rules = fieldRules(checkout, typed.customer_kind)
  const visible = withoutHiddenFields(typed, rules)
  const form = isPaidByCards(priced) ? { ...visible, payment_method: giftCard.name } : visible
  const order = { country: context.country, kind: form.customer_kind, due: priced.dueInBase }
  const offered = paymentChoices(offeredProviders(shop, context.language, order), priced)
  const errors = checkoutErrors(form, offered, { rules, home })
  if (errors.payment_method === 'payment_method_unknown' && providerNamed(form.payment_method))
    errors.payment_method = form.payment_method === 'invoice' ? 'invoice_unavailable' : 'payment_method_unavailable'
  if (priced.vat.state === 'refused') errors.vat_number = 'vat_number_refused'
  const place = deliveryPlace(priced.delivery, points, form.service_point, {
    seller: shop.settings.seller(context.language),
    pickUp: delivery.pickUp,
  })
  return {
    form,
    errors: { ...errors, ...(errors.country ? {} : deliveryErrors(delivery, form, priced, points)) },
    place,
  }
}

/** `isAsSeen`: this POST did not change the cart. */
export type Placing = Typed & { seen: string; isAsSeen: boolean; visitor: Visitor }

/** Places the order of a checkout. Redirects to the next page, or shows the checkout with the reason. */
export async function orderAnswer(shop: Shop, cart: CartRow, placing: Placing): Promise<PageResult<CheckoutScreen>> {
  const { context, typed, points, seen, visitor } = placing
  const begunAt = performance.now()
  const result = await placeOrder(shop, {
    checkoutId: cart.checkout_id,
    form: typed,
    seen,
    customerId: visitor.customerId,
    context,
    cart,
    preference: preferenceOf(typed, points),
    check: (priced) => checkedForm(shop, { context, typed, points }, priced),
  })
  if (result.kind === 'placed') {
    // A customer who is signed out while paying is still in the browser in which the order was placed.
    rememberOrder(shop, visitor.cookies, { id: result.orderId })
    return goTo(await pathAfter(shop, cart, context.language, { result, begunAt }))
  }
  if (result.kind === 'already') {
    // Another browser may have typed and ordered since this one did.
    const now = await cartRow(shop.db, cart.checkout_id)
    return goTo(await pathOfOrder(shop, result.order, { language: context.language, cart: now, visitor }))
  }
  return notPlaced(shop, cart, placing, result)
}

type Placed = Extract<PlaceOrderResult, { kind: 'placed' }>
type NotPlaced = Exclude<PlaceOrderResult, { kind: 'placed' | 'already' }>

async function pathAfter(
  shop: Shop,
  cart: CartRow,
  language: Language,
  { result, begunAt }: { result: Placed; begunAt: number },
): Promise<string> {
  if (result.isConfirmed) return href(language, 'checkout-confirmation', { id: cart.checkout_id })
  return startPayment(shop, result.attemptId, language, begunAt)
}

/** Shows the checkout page with the reason and stores the typed form, unless the cart is gone. */
async function notPlaced(
  shop: Shop,
  cart: CartRow,
  placing: Placing,
  result: NotPlaced,
): Promise<PageResult<CheckoutScreen>> {
  const { context, typed, points, seen, isAsSeen } = placing
  const page = (form: CheckoutForm, errors: FieldErrors, lastSeen: string | null) =>
    checkoutView(shop, { cart, context, form, errors, seen: lastSeen, points })
  if (result.kind === 'empty') return shownCheckout(await page(typed, {}, null))
  if (result.kind === 'refused') return shownCheckout(await page(result.form, result.errors, isAsSeen ? seen : null))
  await rememberForm(shop, cart, typed)
  if (result.kind === 'over_credit') return shownCheckout(await page(typed, { payment_method: result.code }, null), 409)
  if (result.kind === 'limited') {
    const { refusal } = result
    const status = refusal.code === 'reserved_too_much' ? 409 : 429
    return shownCheckout({ ...(await page(typed, {}, null)), refusal }, status)
  }
  const again = await page(typed, {}, seen)
  return shownCheckout({ ...again, changes: again.changes.length > 0 ? again.changes : result.changes })
}

type Visit = { language: Language; cart: CartRow | undefined; visitor: Visitor }

/**
 * Returns the path of an existing order: its payment if it or a change of it is unpaid, else its confirmation. Only its
 * buyer is led to a payment: a provider's page shows the buyer's e-mail address, and who leaves it ends the
 * payment.
 */
export async function pathOfOrder(shop: Shop, order: OrderRow, visit: Visit): Promise<string> {
  const { language, cart, visitor } = visit
  const attempt = (await isBuyer(shop, { order, cart }, visitor)) ? await attemptOf(shop, order, language) : undefined
  return attempt === undefined
    ? href(order.language, 'checkout-confirmation', { id: order.checkout_id })
    : startPayment(shop, attempt, language)
}

async function attemptOf(shop: Shop, order: OrderRow, language: Language): Promise<string | undefined> {
  const attempt = order.status === 'pending_payment' ? await openAttempt(shop.db, order.id) : undefined
  return attempt?.id ?? openDifference(shop, order, language)
}
