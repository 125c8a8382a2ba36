import { cartLinesJson, formJson } from '../../platform/db/json-columns.ts'
import { readCheckoutForm, type CheckoutForm } from '../../../domain/checkout-form.ts'
import { currencyByCode } from '../../../domain/currencies.ts'
import { defaultCurrency, locales } from '../../../domain/locales.ts'
import { offeredMethods } from '../checkout/offered-methods.ts'
import type { CheckoutContent } from '../cart/cart-content.ts'
import { placeOrder } from '../checkout/place-order.ts'
import type { PlaceOrderResult } from '../checkout/order-request.ts'
import { priceCheckout, type CheckoutContext, type PricedCheckout } from '../checkout/price-checkout.ts'
import { cartRow } from '../cart/cart-row-queries.ts'
import { checkoutSnapshot } from '../checkout/checkout-snapshot.ts'
import { deliveryPlace } from '../delivery/check-delivery.ts'
import { pointsNear } from '../delivery/points-near.ts'
import { byMail } from '../checkout/typing-browser.ts'
import type { Shop } from '../shop.ts'
import { vatStanding } from '../../pricing/vat-check/vat-standing.ts'
import { insertCartOnce, type RenewalRow, type SubscriptionRow } from '../subscriptions/queries.ts'

/** What a subscription would cost if it were ordered now: today's price, delivery and VAT. */
export async function priceRenewal(shop: Shop, subscription: SubscriptionRow): Promise<PricedCheckout> {
  return priceCheckout(
    shop.db,
    await contextOf(shop, subscription),
    contentOf(subscription, keptForm(subscription)),
    shop.now(),
  )
}

/** The same going the way that the first order went, while that can still be had. */
function contentOf(
  { sku, quantity, customer_id: customerId }: SubscriptionRow,
  { delivery_method: method }: CheckoutForm,
  isWithoutPoints = false,
): CheckoutContent {
  return { items: [{ sku, quantity }], coupons: [], customerId, delivery: { method, isWithoutPoints } }
}

/** Orders it, once however often it is asked: the renewal has one cart, and a cart one living order. */
export async function orderRenewal(
  shop: Shop,
  subscription: SubscriptionRow,
  { checkout_id: checkoutId }: RenewalRow,
): Promise<PlaceOrderResult> {
  const context = await contextOf(shop, subscription)
  const kept = keptForm(subscription)
  const points = await pointsNear(shop, kept.country, kept.postal_code)
  const isGone = points.places.every(({ id }) => id !== kept.service_point)
  const priced = await priceCheckout(shop.db, context, contentOf(subscription, kept, isGone), shop.now())
  const form = await formFor(shop, subscription, checkoutId, priced)
  const place = deliveryPlace(priced.delivery, points, form.service_point, context.language)
  return placeOrder(shop, { checkoutId, form, place, seen: checkoutSnapshot(priced, context.currency.code), context })
}

/** The form of the first order. */
export function keptForm(subscription: Pick<SubscriptionRow, 'form'>): CheckoutForm {
  const kept = formJson.read(subscription.form)
  return readCheckoutForm((field) => (field === 'terms' ? 'yes' : kept[field]))
}

/**
 * The form of the first order, going the way that it goes now; a way to pay that is no longer offered is replaced by
 * the first that is.
 */
async function formFor(
  shop: Shop,
  subscription: SubscriptionRow,
  checkoutId: string,
  { giftCards, delivery }: PricedCheckout,
): Promise<CheckoutForm> {
  const form = { ...keptForm(subscription), delivery_method: delivery?.id ?? '' }
  await insertCartOnce(shop.db, cartOf(shop, subscription, checkoutId))
  const cart = await cartRow(shop.db, checkoutId)
  const methods = cart
    ? await offeredMethods(shop, subscription.language, {
        cart,
        form,
        debt: { total: giftCards.due, currency: subscription.currency },
        network: undefined,
      })
    : []
  return {
    ...form,
    payment_method: methods.includes(form.payment_method) ? form.payment_method : (methods[0] ?? form.payment_method),
  }
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

/** The buyer's VAT number is checked anew each time; whoever's cannot be, pays VAT. */
async function contextOf(shop: Shop, subscription: SubscriptionRow): Promise<CheckoutContext> {
  const { language, currency, country } = subscription
  const vat = await vatStanding(shop, { ...keptForm(subscription), country })
  return { language, country, currency: currencyByCode(currency) ?? defaultCurrency(locales[language]), vat }
}
