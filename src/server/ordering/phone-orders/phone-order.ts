import { currencyByCode, type CurrencyCode } from '../../../domain/money/currencies.ts'
import type { VatCheckResult } from '../../../domain/money/vat-numbers.ts'
import type { CheckoutForm, FieldErrors } from '../../../domain/orders/checkout-form.ts'
import { defaultCurrency, type Language } from '../../../domain/places/locales.ts'
import { soldCountry } from '../../../domain/settings/sales.ts'
import { providerNamed } from '../../payments/providers.ts'
import { appendAudit, type Actor } from '../../platform/audit/audit.ts'
import { cartLinesJson, formJson } from '../../platform/db/json-columns.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { hashSecret } from '../../platform/ids.ts'
import { addToOutbox } from '../../platform/outbox/queries.ts'
import { checkVatNumber } from '../../pricing/vat-check/check-vat-number.ts'
import { cartAndOrder, updateCart } from '../cart/cart-row-queries.ts'
import { typedByPhone } from '../cart/order-buyer.ts'
import { checkoutSnapshot } from '../checkout/checkout-snapshot.ts'
import { offeredMethods } from '../checkout/offered-methods.ts'
import { checkedForm } from '../checkout/order-answer.ts'
import type { OrderedBy, PlaceOrderResult } from '../checkout/order-request.ts'
import { placeOrder } from '../checkout/place-order.ts'
import { priceCheckout, type CheckoutContext, type PricedCheckout } from '../checkout/price-checkout.ts'
import { preferenceOf } from '../delivery/check-delivery.ts'
import { pointsNear, type PointsNear } from '../delivery/points-near.ts'
import type { EditServices } from '../edits/order-edit.ts'
import { paymentChoices } from '../gift-cards/payment-choices.ts'
import type { OrderRow } from '../orders/queries.ts'
import { insertCartOnce } from '../subscriptions/queries.ts'

/** An order that a member of staff takes by phone. The payment method is `invoice`, or `link` for a link by mail. */
export type PhoneOrder = {
  customerId: string | null
  items: readonly { sku: string; quantity: number }[]
  form: CheckoutForm
  language: Language
  /** Another currency than the language's. */
  currency?: CurrencyCode
  isDeliveryFree?: boolean
  /** What is known of the buyer's VAT number; used where it cannot be checked now. */
  knownVat?: VatCheckResult | undefined
}

/** What the order would be: priced as at the checkout, with the form filled in and what is wrong with it. */
export type PhonePreview = {
  priced: PricedCheckout
  context: CheckoutContext
  points: PointsNear
  form: CheckoutForm
  errors: FieldErrors
  payments: readonly PhonePayment[]
  /** What is shown, to be sent back with the order (checkout-snapshot.ts). */
  seen: string
}
type PhonePayment = 'invoice' | 'link'

/** Prices an order without placing it. Nothing is written. */
export async function previewPhoneOrder(shop: EditServices, order: PhoneOrder): Promise<PhonePreview> {
  const context = await contextOf(shop, order)
  const points = await pointsNear(shop, context.country, order.form.postal_code)
  const preference = preferenceOf(order.form, points)
  const { items, customerId, language } = order
  const priced = await priceCheckout(
    shop,
    context,
    { items, coupons: [], customerId, delivery: preference },
    shop.now(),
  )
  const { methods: offered } = await offeredMethods(shop, language, {
    cart: { customer_id: customerId },
    form: order.form,
    country: context.country,
    debt: { total: priced.giftCards.due, currency: context.currency.code },
    dueInBase: priced.dueInBase,
    network: undefined,
  })
  const methods = paymentChoices(offered, priced)
  const form = filledForm(order.form, methods, priced, points)
  const { errors } = checkedForm(shop, { context, typed: form, points }, priced)
  const payments = (['link', 'invoice'] as const).filter((each) => methods.includes(methodOf(each, methods)))
  return { priced, context, points, form, errors, payments, seen: checkoutSnapshot(priced, context.currency.code) }
}

/** `key`: the form's own, so that sending it twice places one order. `seen`: what was shown. */
export type PhonePlacing = { actor: Actor; key: string; seen: string }

/**
 * Places an order as the checkout does, with the same prices, rules and stock. Its history says who placed it, and the
 * buyer of an order that is not invoiced gets a payment link by mail.
 */
export async function placePhoneOrder(
  shop: EditServices,
  order: PhoneOrder,
  { actor, key, seen }: PhonePlacing,
): Promise<PlaceOrderResult> {
  // Nobody can name another cart than one of their own forms.
  const checkoutId = hashSecret(`order by phone ${actor.staffId} ${key}`)
  return placeForCustomer(shop, order, { checkoutId, seen, by: byPhone(shop, actor) })
}

/** An order of staff for a customer: `checkoutId` is of the form, `seen` what was shown. */
type StaffPlacing = { checkoutId: string; seen: string; by: OrderedBy }

/** Places an order for a customer at the checkout of its form, or returns the one that it placed before. */
export async function placeForCustomer(
  shop: EditServices,
  order: PhoneOrder,
  { checkoutId, seen, by }: StaffPlacing,
): Promise<PlaceOrderResult> {
  const { order: placed } = await cartAndOrder(shop.db, checkoutId)
  if (placed) return { kind: 'already', order: placed }
  const { context, points, form } = await previewPhoneOrder(shop, order)
  await storePhoneCart(shop, order, { checkoutId, context, form })
  return placeOrder(shop, {
    checkoutId,
    form,
    seen,
    context,
    customerId: order.customerId,
    preference: preferenceOf(form, points),
    check: (priced) => checkedForm(shop, { context, typed: form, points }, priced),
    by,
  })
}

function byPhone(shop: EditServices, actor: Actor): OrderedBy {
  return {
    actor: actor.name,
    note: 'placed by phone',
    placed: async (trx, order) => {
      await appendAudit(
        trx,
        actor,
        { operation: 'orders.place', subject: { kind: 'order', id: order.id, label: order.number } },
        shop.now(),
      )
      await queuePaymentMail(trx, order, shop.now())
    },
  }
}

async function queuePaymentMail(
  trx: DatabaseTransaction,
  { id: orderId, status }: Pick<OrderRow, 'id' | 'status'>,
  now: Date,
): Promise<void> {
  if (status !== 'pending_payment') return
  await addToOutbox(
    trx,
    { kind: 'mail.order_payment', dedupeKey: `mail.order_payment:${orderId}`, payload: { orderId } },
    now,
  )
}

async function contextOf(
  shop: EditServices,
  { form, language, currency: code, isDeliveryFree = false, knownVat }: PhoneOrder,
): Promise<CheckoutContext> {
  const locale = shop.settings.locale(language)
  const country = soldCountry(shop.settings.all.sales, form.country) ?? locale.defaultCountryCode
  const checked = await checkVatNumber(shop, { ...form, country })
  const vat = checked.state === 'unavailable' && knownVat ? knownVat : checked
  const currency = (code && currencyByCode(code)) ?? defaultCurrency(locale)
  return { home: shop.settings.all.home, language, country, currency, vat, isDeliveryFree }
}

/** The buyer agreed to the terms on the phone. A place that was not chosen is the nearest. */
function filledForm(
  form: CheckoutForm,
  methods: readonly string[],
  { delivery }: PricedCheckout,
  { places }: PointsNear,
): CheckoutForm {
  const isToPoint = delivery?.kind === 'service_point'
  return {
    ...form,
    terms: 'yes',
    payment_method: methodOf(form.payment_method, methods),
    delivery_method: form.delivery_method || (delivery?.id ?? ''),
    service_point: isToPoint ? form.service_point || (places[0]?.id ?? '') : '',
  }
}

/** The provider for a kind of payment: the invoice, or the shop's first one with a payment page. */
function methodOf(payment: string, methods: readonly string[]): string {
  if (payment === 'invoice') return payment
  return methods.find((name) => Boolean(providerNamed(name)?.start)) ?? 'link'
}

type StoredOrder = { checkoutId: string; context: CheckoutContext; form: CheckoutForm }

/** Stores the cart of the form, which the checkout shows once the order is over. */
async function storePhoneCart(
  shop: EditServices,
  { items, customerId }: PhoneOrder,
  { checkoutId, context, form }: StoredOrder,
): Promise<void> {
  const at = shop.now().toISOString()
  const content = {
    language: context.language,
    currency: context.currency.code,
    country: context.country,
    lines: cartLinesJson.write([...items]),
    form: formJson.write({ ...form, terms: '' }),
    customer_id: customerId,
    updated_at: at,
  }
  await insertCartOnce(shop.db, {
    ...content,
    checkout_id: checkoutId,
    coupons: '[]',
    campaign_data: '{}',
    internal: 0,
    typed_by: typedByPhone,
    created_at: at,
  })
  await updateCart(shop.db, checkoutId, content)
}
