import { currencyByCode } from '../../../domain/money/currencies.ts'
import { readCheckoutForm, type CheckoutForm } from '../../../domain/orders/checkout-form.ts'
import { defaultCurrency } from '../../../domain/places/locales.ts'
import { cartLinesJson, formJson } from '../../platform/db/json-columns.ts'
import { checkVatNumber } from '../../pricing/vat-check/check-vat-number.ts'
import type { CheckoutContent } from '../cart/cart-content.ts'
import { updateCart } from '../cart/cart-row-queries.ts'
import { byMail } from '../cart/order-buyer.ts'
import { checkoutSnapshot } from '../checkout/checkout-snapshot.ts'
import { offeredMethods } from '../checkout/offered-methods.ts'
import type { PlaceOrderResult } from '../checkout/order-request.ts'
import { placeOrder } from '../checkout/place-order.ts'
import { priceCheckout, type CheckoutContext, type PricedCheckout } from '../checkout/price-checkout.ts'
import { deliveryPlace } from '../delivery/check-delivery.ts'
import { pointsNear } from '../delivery/points-near.ts'
import type { Shop } from '../shop.ts'
import { insertCartOnce, type RenewalRow, type SubscriptionRow } from '../subscriptions/queries.ts'
import { isStillWanted } from '../subscriptions/revision-queries.ts'

/**
 * Prices a subscription as if it were ordered at a moment, with the prices, the delivery and the VAT that are known for
 * it, as far as the stock of now reaches.
 */
export async function priceRenewal(shop: Shop, subscription: SubscriptionRow, at: Date): Promise<PricedCheckout> {
  return (await renewalAt(shop, subscription, at)).priced
}

/** The order of a subscription at a moment: its prices, and what is known of the buyer and of service points. */
export async function renewalAt(shop: Shop, subscription: SubscriptionRow, at: Date) {
  const context = await contextOf(shop, subscription)
  const stored = storedForm(subscription)
  const points = await pointsNear(shop, stored.country, stored.postal_code)
  const isGone = points.places.every(({ id }) => id !== stored.service_point)
  return { context, points, priced: await priceCheckout(shop, context, contentOf(subscription, stored, isGone), at) }
}

/**
 * Builds the cart of a renewal. It asks for the first order's delivery method; `isWithoutPoints` excludes methods that
 * need a service point.
 */
function contentOf(
  { sku, quantity, customer_id: customerId }: SubscriptionRow,
  { delivery_method: method }: CheckoutForm,
  isWithoutPoints: boolean,
): CheckoutContent {
  return { items: [{ sku, quantity }], coupons: [], customerId, delivery: { method, isWithoutPoints } }
}

/**
 * Places the order of a renewal. Repeated calls place it once, because a renewal has one cart and a cart has at most
 * one live order.
 */
export async function orderRenewal(
  shop: Shop,
  subscription: SubscriptionRow,
  renewal: RenewalRow,
): Promise<PlaceOrderResult> {
  const { checkout_id: checkoutId } = renewal
  const { context, points, priced } = await renewalAt(shop, subscription, shop.now())
  const form = await formFor(shop, subscription, checkoutId, priced)
  const place = deliveryPlace(priced.delivery, points, form.service_point, {
    seller: shop.settings.seller(context.language),
    pickUp: shop.settings.all.delivery.pickUp,
  })
  return placeOrder(shop, {
    checkoutId,
    form,
    place,
    seen: checkoutSnapshot(priced, context.currency.code),
    context,
    guard: (trx) => isStillWanted(trx, subscription, renewal),
  })
}

/** Reads the checkout form that was saved with the first order, with the terms accepted. */
export function storedForm(subscription: Pick<SubscriptionRow, 'form'>): CheckoutForm {
  const stored = formJson.read(subscription.form)
  // The message was about the first order.
  const given: Readonly<Record<string, string>> = { ...stored, terms: 'yes', message: '' }
  return readCheckoutForm((field) => given[field])
}

/** Fills in the first order's form for this renewal: the delivery and the payment that are available now. */
async function formFor(
  shop: Shop,
  subscription: SubscriptionRow,
  checkoutId: string,
  priced: PricedCheckout,
): Promise<CheckoutForm> {
  await writeRenewalCart(shop, subscription, checkoutId)
  const payment_method = await renewalMethod(shop, subscription, priced)
  return { ...storedForm(subscription), delivery_method: priced.delivery?.id ?? '', payment_method }
}

/** The payment method of a subscription's order: the saved one, or the first that is offered if it is not any more. */
export async function renewalMethod(
  shop: Shop,
  subscription: SubscriptionRow,
  { giftCards, dueInBase }: Pick<PricedCheckout, 'giftCards' | 'dueInBase'>,
): Promise<string> {
  const form = storedForm(subscription)
  const { language, country, currency, customer_id } = subscription
  const { methods } = await offeredMethods(shop, language, {
    cart: { customer_id },
    form,
    country,
    dueInBase,
    debt: { total: giftCards.due, currency },
    network: undefined,
  })
  return methods.includes(form.payment_method) ? form.payment_method : (methods[0] ?? form.payment_method)
}

/**
 * Creates the cart of a renewal, or gives it what was subscribed again: the buyer may have changed it at the checkout
 * that was mailed, and left.
 */
async function writeRenewalCart(shop: Shop, subscription: SubscriptionRow, checkoutId: string): Promise<void> {
  const cart = cartOf(shop, subscription, checkoutId)
  await insertCartOnce(shop.db, cart)
  const { language, currency, country, lines, coupons } = cart
  await updateCart(shop.db, checkoutId, { language, currency, country, lines, coupons, gift_cards: '[]' })
}

function cartOf(
  shop: Shop,
  { language, currency, country, sku, quantity, customer_id, form }: SubscriptionRow,
  checkoutId: string,
) {
  const at = shop.now().toISOString()
  return {
    checkout_id: checkoutId,
    language,
    currency,
    country,
    lines: cartLinesJson.write([{ sku, quantity }]),
    coupons: '[]',
    form,
    campaign_data: '{}',
    internal: 0 as const,
    customer_id,
    typed_by: byMail,
    created_at: at,
    updated_at: at,
  }
}

/** Builds the pricing context. The VAT number is verified again each time; if verification fails, VAT is charged. */
async function contextOf(shop: Shop, subscription: SubscriptionRow): Promise<CheckoutContext> {
  const { language, currency, country } = subscription
  const vat = await checkVatNumber(shop, { ...storedForm(subscription), country })
  return {
    home: shop.settings.all.home,
    language,
    country,
    currency: currencyByCode(currency) ?? defaultCurrency(shop.settings.locale(language)),
    vat,
  }
}
