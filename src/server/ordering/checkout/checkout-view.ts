import type { CheckoutChange, CheckoutPage } from '../../../contracts/customer-pages/checkout-page.ts'
import type { DeliveryPlace } from '../../../domain/cart/delivery-points.ts'
import type { CurrencyCode } from '../../../domain/money/currencies.ts'
import type { CheckoutForm, FieldErrors } from '../../../domain/orders/checkout-form.ts'
import { fieldRules } from '../../../domain/settings/checkout.ts'
import type { Settings } from '../../../domain/settings/settings.ts'
import { waitDays } from '../../catalog/delivery/queries.ts'
import { shownCode } from '../../pricing/discounts/load-coupons.ts'
import { cartContent } from '../cart/cart-content.ts'
import type { CartRow } from '../cart/cart-row-queries.ts'
import { withFits } from '../cart/line-fits.ts'
import { deliveryErrors, preferenceOf } from '../delivery/check-delivery.ts'
import { offeredArrivals } from '../delivery/offered-arrivals.ts'
import { pickUpPlace } from '../delivery/pick-up-place.ts'
import { pointsNear, type PointsNear } from '../delivery/points-near.ts'
import { shownParts, takesGiftCards } from '../gift-cards/gift-card-payment.ts'
import { paymentChoices } from '../gift-cards/payment-choices.ts'
import { endedQuote } from '../quotes/quoted-prices.ts'
import type { Shop } from '../shop.ts'
import { unsoldErrors } from './check-order.ts'
import { changesSince, checkoutSnapshot, seenBy } from './checkout-snapshot.ts'
import { offeredMethods } from './offered-methods.ts'
import { priceCheckout, type CheckoutContext, type PricedCheckout } from './price-checkout.ts'
import { savedAddresses } from './saved-addresses.ts'

/**
 * The input of a checkout page. `seen` is the snapshot to compare with, or null; `points` are the service points if
 * already looked up.
 */
export type Showing = {
  cart: CartRow
  context: CheckoutContext
  form: CheckoutForm
  errors: FieldErrors
  seen: string | null
  points?: PointsNear
}

/** Characters of stored lines, about a hundred lines. */
const longLines = 4_000

/**
 * Builds the checkout page. Pricing and rendering a long cart block the process, so other requests get a turn before
 * each.
 */
export async function checkoutView(shop: Shop, showing: Showing): Promise<CheckoutPage> {
  const isLong = showing.cart.lines.length > longLines
  if (isLong) await shop.turns.next()
  const view = await viewOf(shop, showing)
  if (isLong) await shop.turns.next()
  return view
}

/** Says what is wrong with where the order goes. */
function placeErrors(
  { delivery, sales }: Pick<Settings, 'delivery' | 'sales'>,
  form: CheckoutForm,
  priced: PricedCheckout,
  points: PointsNear,
): FieldErrors {
  const missing = priced.delivery ? {} : deliveryErrors(delivery, form, priced, points)
  return { ...missing, ...unsoldErrors(sales, form) }
}

async function arrivalsOf(
  { db, settings, now }: Shop,
  country: string,
  { postal_code: postalCode }: CheckoutForm,
  { lines, deliveries }: PricedCheckout,
) {
  const wait = await waitDays(db, lines)
  return offeredArrivals(settings.all, now(), { country, postalCode, waitDays: wait }, deliveries)
}

async function viewOf(shop: Shop, { cart, context, form, errors, seen, ...near }: Showing): Promise<CheckoutPage> {
  const { language } = context
  const { delivery, payment, checkout } = shop.settings.all
  const points = near.points ?? (await pointsNear(shop, context.country, form.postal_code))
  const priced = await priceCheckout(shop, context, cartContent(cart, preferenceOf(form, points)), shop.now())
  const currency: CurrencyCode = context.currency.code
  const { methods: offered, isOverCredit } = await offeredMethods(shop, language, {
    cart,
    form,
    country: context.country,
    debt: { total: priced.giftCards.due, currency },
    dueInBase: priced.dueInBase,
    network: context.network,
  })
  const methods = paymentChoices(offered, priced)
  return {
    checkoutId: cart.checkout_id,
    currency,
    lines: await withFits(shop, cart.customer_id, priced.lines),
    totals: priced.totals,
    ...deliveryOf(priced, points, pickUpPlace(shop.settings.seller(language), delivery.pickUp)),
    arrivals: await arrivalsOf(shop, context.country, form, priced),
    addresses: await savedAddresses(shop.db, cart.customer_id),
    paymentMethods: methods,
    isOverCredit,
    fields: { private: fieldRules(checkout, 'private'), organization: fieldRules(checkout, 'organization') },
    invoiceDays: payment.invoiceDays[form.customer_kind],
    giftCards: await shownParts(shop.db, priced.giftCards.parts),
    due: priced.giftCards.due,
    takesGiftCards: await takesGiftCards(shop),
    refusedGiftCard: null,
    isQuoted: cart.quote_id !== null,
    vat: { state: priced.vat.state, reverseCharge: priced.reverseCharge ? priced.vat.number : null, isAsked: false },
    form: {
      ...form,
      ...chosenOf(form, priced, points),
      payment_method: methods.includes(form.payment_method) ? form.payment_method : (methods[0] ?? ''),
    },
    errors: { ...placeErrors(shop.settings.all, form, priced, points), ...errors },
    refusal: null,
    changes: [...(await quoteChanges(shop, cart)), ...changesFor(seen, { cart, priced, currency })],
    seen: seenBy(checkoutSnapshot(priced, currency), cart.customer_id),
    coupons: priced.coupons.filter((coupon) => coupon.applied).map((coupon) => coupon.code),
    refusedCoupons: refusedCoupons(priced),
  }
}

/** Lists codes that have no effect on this cart, with the reason. */
function refusedCoupons({ coupons, redeemed }: PricedCheckout): CheckoutPage['refusedCoupons'] {
  const used = new Set(redeemed.map(shownCode))
  return coupons.flatMap(({ code, applied, failed_minimum_spend: failed }): CheckoutPage['refusedCoupons'] => {
    if (applied) return used.has(code) ? [] : [{ code, reason: 'no_effect' }]
    return [{ code, reason: failed ? 'minimum_spend' : 'unknown' }]
  })
}

function deliveryOf(
  { deliveries, delivery, leftToFree }: PricedCheckout,
  servicePoints: PointsNear,
  place: DeliveryPlace,
) {
  return { deliveries, delivery, leftToFree, servicePoints, pickUpPlace: place }
}

/** Returns the preselected delivery: the offered method, and the nearest service point until another is chosen. */
function chosenOf({ service_point: point }: CheckoutForm, { delivery }: PricedCheckout, { places }: PointsNear) {
  return {
    delivery_method: delivery?.id ?? '',
    service_point: places.find(({ id }) => id === point)?.id ?? places[0]?.id ?? '',
  }
}

async function quoteChanges({ db, now }: Shop, { quote_id: id }: CartRow): Promise<CheckoutChange[]> {
  const number = await endedQuote(db, id, now())
  return number === undefined ? [] : [{ kind: 'quote', number }]
}

type Compared = { cart: CartRow; priced: PricedCheckout; currency: CurrencyCode }

function changesFor(seen: string | null, { cart, priced, currency }: Compared): CheckoutChange[] {
  if (seen !== null) return changesSince(seen, priced, currency)
  const soldOut = priced.lines.filter((line) => line.quantity === 0).map(({ name }) => name)
  return [...soldOut, ...hiddenParts(cart, priced)].map((name) => ({ kind: 'gone', name }))
}

/** The numbers of stored parts that the shop does not sell any more; names of hidden parts are not for shoppers. */
function hiddenParts(cart: CartRow, { lines }: PricedCheckout): string[] {
  const priced = new Set(lines.map(({ sku }) => sku))
  return cartContent(cart).items.flatMap(({ sku, quantity }) => (quantity > 0 && !priced.has(sku) ? [sku] : []))
}
