import { readCheckoutForm, type CheckoutField, type CheckoutForm } from '../../domain/checkout-form.ts'
import { currencyByCode } from '../../domain/currencies.ts'
import { defaultCurrency, locales } from '../../domain/locales.ts'
import type { ShoppingContext } from '../../domain/shopping-context.ts'
import { offeredMethods } from '../checkout/offered-methods.ts'
import { placeOrder, type PlaceOrderResult } from '../checkout/place-order.ts'
import { priceCheckout, type PricedCheckout } from '../checkout/price-checkout.ts'
import { cartRow } from '../checkout/queries.ts'
import { seenOf } from '../checkout/seen.ts'
import type { Shop } from '../shop.ts'
import { insertCartOnce, type RenewalRow, type SubscriptionRow } from './queries.ts'

/** What a subscription would cost if it were ordered now: today's price, delivery and VAT. */
export async function priceRenewal({ db, now }: Pick<Shop, 'db' | 'now'>, subscription: SubscriptionRow): Promise<PricedCheckout> {
  const { sku, quantity, customer_id: customerId } = subscription
  return priceCheckout(db, contextOf(subscription), { items: [{ sku, quantity }], coupons: [], customerId }, now())
}

/** Orders it, once however often it is asked: the renewal has one cart, and a cart one living order. */
export async function orderRenewal(shop: Shop, subscription: SubscriptionRow, { checkout_id: checkoutId }: RenewalRow): Promise<PlaceOrderResult> {
  const context = contextOf(subscription)
  const priced = await priceRenewal(shop, subscription)
  const form = await formFor(shop, subscription, checkoutId, priced)
  return placeOrder(shop, { checkoutId, form, seen: seenOf(priced, context.currency.code), context })
}

/** The form of the first order; a way to pay that is no longer offered is replaced by the first that is. */
async function formFor(shop: Shop, subscription: SubscriptionRow, checkoutId: string, { giftCards }: PricedCheckout): Promise<CheckoutForm> {
  const kept = JSON.parse(subscription.form) as Partial<Record<CheckoutField, string>>
  const form = readCheckoutForm((field) => (field === 'terms' ? 'yes' : kept[field]))
  await insertCartOnce(shop.db, cartOf(shop, subscription, checkoutId))
  const cart = await cartRow(shop.db, checkoutId)
  const methods = cart ? await offeredMethods(shop, subscription.language, { cart, form, debt: { total: giftCards.due, currency: subscription.currency } }) : []
  return { ...form, payment_method: methods.includes(form.payment_method) ? form.payment_method : methods[0] ?? form.payment_method }
}

function cartOf(shop: Shop, { language, currency, country, sku, quantity, customer_id, form }: SubscriptionRow, checkoutId: string) {
  const at = shop.now().toISOString()
  return {
    checkout_id: checkoutId, language, currency, country, lines: JSON.stringify([{ sku, quantity }]), coupons: '[]', form, campaign_data: '{}',
    internal: 0 as const, customer_id, created_at: at, updated_at: at,
  }
}

function contextOf({ language, currency, country }: SubscriptionRow): ShoppingContext {
  return { language, country, currency: currencyByCode(currency) ?? defaultCurrency(locales[language]) }
}
