import type { CheckoutChange, CheckoutPage } from '../../contracts/checkout-page.ts'
import {
  checkoutErrors,
  readCheckoutForm,
  type CheckoutField,
  type CheckoutForm,
  type FieldErrors,
} from '../../domain/checkout-form.ts'
import { countryByCode } from '../../domain/countries.ts'
import { currencyByCode, type CurrencyCode } from '../../domain/currencies.ts'
import { defaultCurrency, locales, type Language } from '../../domain/locales.ts'
import type { ShoppingContext } from '../../domain/shopping-context.ts'
import { href } from '../../routes.ts'
import type { Queryable } from '../db/tables.ts'
import { networkOf } from '../http/network.ts'
import { latestOrderOf, type OrderRow } from '../orders/queries.ts'
import { openAttempt } from '../payments/queries.ts'
import { offeredProviders } from '../payments/providers.ts'
import { startPayment } from '../payments/start-payment.ts'
import { changeGiftCards } from '../gift-cards/change-gift-cards.ts'
import { isPaidByCards, paymentChoices } from '../gift-cards/payment-choices.ts'
import { shownParts } from '../gift-cards/gift-card-payment.ts'
import { giftCard } from '../payments/providers/gift-card.ts'
import { shownCode } from '../discounts/load-coupons.ts'
import type { Guesser } from '../discounts/guarded-codes.ts'
import type { Shop } from '../shop.ts'
import { checkoutDefaults } from '../accounts/checkout-defaults.ts'
import { deliveryErrors, deliveryPlace, wishOf } from '../delivery/check-delivery.ts'
import { pickUpPlace } from '../delivery/pick-up-place.ts'
import { pointsNear, type PointsNear } from '../delivery/points-near.ts'
import { mayAskFor, vatStanding } from '../vat-check/vat-standing.ts'
import { asVisitor, cartContent, isTooLong, rememberedText } from './cart-content.ts'
import { changeCoupons, type CouponAnswer } from './checkout-coupons.ts'
import { offeredMethods } from './offered-methods.ts'
import { placeOrder, type CheckedForm } from './place-order.ts'
import { priceCheckout, type CheckoutContext, type PricedCheckout } from './price-checkout.ts'
import { cartAndOrder, updateCart, type CartRow } from './queries.ts'
import { savedAddresses, withSavedAddress } from './saved-addresses.ts'
import { changesSince, seenOf } from './seen.ts'
import { hasTyped, nameBrowser, takeTyping } from './typing-browser.ts'

export type CheckoutAnswer =
  | { kind: 'page'; page: CheckoutPage; status?: 409 | 429 }
  | { kind: 'go'; path: string }
  | { kind: 'unknown' }
  | { kind: 'unreadable' }
export type PostedFields = (name: string) => string | undefined
type Visiting = Guesser & { customerId: string | null }

/** GET /{lang}/checkout/:id: the checkout as the server knows it, or where its order is. */
export async function showCheckout(
  shop: Shop,
  language: Language,
  checkoutId: string,
  customerId: string | null = null,
  clientAddress = checkoutId,
  cookies?: Guesser['cookies'],
): Promise<CheckoutAnswer> {
  const { cart: stored, order } = await cartAndOrder(shop.db, checkoutId)
  if (!stored) return { kind: 'unknown' }
  if (!order && isTooLong(shop, stored)) return { kind: 'go', path: href(language, 'checkout-id') }
  const cart = asVisitor(stored, customerId)
  if (order) return { kind: 'go', path: await whereOrderIs(shop, order, language) }
  const isOwn = (cart.customer_id !== null && cart.customer_id === customerId) || hasTyped(shop.env, cookies, stored)
  if (cookies) nameBrowser(shop.env, cookies)
  const form = await rememberedForm(shop, cart, language, isOwn)
  const page = await pageOf(shop, cart, await contextOf(shop, cart, language, form, clientAddress), form, {}, null)
  return { kind: 'page', page: { ...page, changes: [...page.changes, ...movedTo(form.country, cart)] } }
}

/**
 * POST /{lang}/checkout/:id: keeps what was typed and, when all of it can be accepted and nothing moved since the
 * shopper looked, places the order and starts its payment. `action` other than `place` only shows the new sum.
 */
export async function postCheckout(
  shop: Shop,
  language: Language,
  checkoutId: string,
  posted: PostedFields,
  visitor: Visiting,
): Promise<CheckoutAnswer> {
  const { cart: known, order } = await cartAndOrder(shop.db, checkoutId)
  if (!known) return { kind: 'unknown' }
  if (!order && isTooLong(shop, known)) return { kind: 'go', path: href(language, 'checkout-id') }
  const visited = asVisitor(known, visitor.customerId)
  if (order) return { kind: 'go', path: await whereOrderIs(shop, order, language) }
  const stored = takeTyping(shop.env, visitor.cookies, visited)
  const typed = await withSavedAddress(shop.db, stored.customer_id, readCheckoutForm(posted), posted)
  const context = await contextOf(shop, stored, language, typed, visitor.clientAddress)
  const { cart: withCoupons, refused } = await couponsOf(shop, stored, context, posted, visitor)
  const { cart, refused: refusedGiftCard } = await changeGiftCards(shop, withCoupons, posted, visitor)
  const points = await pointsNear(shop, context.country, typed.postal_code)
  const isPlacing = posted('action') === 'place'
  const seen = posted('seen') ?? ''
  if (isPlacing && refusedGiftCard === null && refused.length === 0)
    return placed(shop, cart, {
      context,
      typed,
      points,
      seen,
      isAsSeen: cart === stored,
      customerId: visitor.customerId,
    })
  const { form, errors } = await checkedForm(
    shop,
    shop.db,
    { context, typed, points },
    await priceCheckout(shop.db, context, cartContent(cart, wishOf(typed, points)), shop.now()),
  )
  await remember(shop, cart, form)
  const page = await pageOf(
    shop,
    cart,
    context,
    form,
    isPlacing ? errors : vatErrors(errors),
    cart === stored ? seen : null,
    points,
  )
  const vat = { ...page.vat, isAsked: posted('action') === 'vat' }
  return {
    kind: 'page',
    page: {
      ...page,
      vat,
      changes: unasked(page.changes, posted('action')),
      refusedGiftCard,
      refusedCoupons: [...refused, ...page.refusedCoupons],
    },
  }
}

/**
 * What a shopper has just asked for, another delivery or the check of a VAT number, is no news; its answer stands where
 * it was asked.
 */
function unasked(changes: readonly CheckoutChange[], action: string | undefined): CheckoutChange[] {
  return changes.filter(({ kind }) => kind !== action)
}

type Typed = { context: CheckoutContext; typed: CheckoutForm; points: PointsNear }

/** What was typed and what is wrong with it; where gift cards pay all of it, they are the way to pay. */
async function checkedForm(
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

async function couponsOf(
  shop: Shop,
  cart: CartRow,
  context: ShoppingContext,
  posted: PostedFields,
  guesser: Guesser,
): Promise<CouponAnswer> {
  const change = { typed: posted('coupon'), removed: posted('remove_coupon') }
  if (!change.typed?.trim() && !change.removed) return { cart, refused: [] }
  if (cart.quote_id !== null)
    return { cart, refused: [{ code: (change.typed ?? '').trim().slice(0, 64), reason: 'unknown' }] }
  return changeCoupons(shop, context, cart, change, guesser)
}

async function remember(shop: Shop, cart: CartRow, form: CheckoutForm): Promise<void> {
  await updateCart(shop.db, cart.checkout_id, {
    form: rememberedText(form),
    typed_by: cart.typed_by,
    updated_at: shop.now().toISOString(),
  })
}

/** `isAsSeen`: nothing of the cart was changed by this very post. */
type Placing = Typed & { seen: string; isAsSeen: boolean; customerId: string | null }

async function placed(
  shop: Shop,
  cart: CartRow,
  { context, typed, points, seen, isAsSeen, customerId }: Placing,
): Promise<CheckoutAnswer> {
  const { language } = context
  const { checkout_id: checkoutId } = cart
  const result = await placeOrder(shop, {
    checkoutId,
    form: typed,
    seen,
    customerId,
    context,
    cart,
    wish: wishOf(typed, points),
    check: (db, priced) => checkedForm(shop, db, { context, typed, points }, priced),
  })
  const page = (form: CheckoutForm, errors: FieldErrors, shown: string | null) =>
    pageOf(shop, cart, context, form, errors, shown, points)
  switch (result.kind) {
    case 'placed':
      return {
        kind: 'go',
        path: result.isConfirmed
          ? href(language, 'checkout-confirmation', { id: checkoutId })
          : await startPayment(shop, result.attemptId, language),
      }
    case 'already':
      return { kind: 'go', path: await whereOrderIs(shop, result.order, language) }
    case 'refused':
      return { kind: 'page', page: await page(result.form, result.errors, isAsSeen ? seen : null) }
    case 'empty':
      return { kind: 'page', page: await page(typed, {}, null) }
    case 'over_credit': {
      await remember(shop, cart, typed)
      return { kind: 'page', status: 409, page: await page(typed, { payment_method: result.code }, null) }
    }
    case 'limited': {
      await remember(shop, cart, typed)
      const { refusal } = result
      return {
        kind: 'page',
        status: refusal.code === 'reserved_too_much' ? 409 : 429,
        page: { ...(await page(typed, {}, null)), refusal },
      }
    }
    case 'changed': {
      await remember(shop, cart, typed)
      const shown = await page(typed, {}, seen)
      return { kind: 'page', page: { ...shown, changes: shown.changes.length > 0 ? shown.changes : result.changes } }
    }
  }
}

/** An order that waits for payment is paid on; any other is shown. */
async function whereOrderIs(shop: Shop, order: OrderRow, language: Language): Promise<string> {
  const attempt = order.status === 'pending_payment' ? await openAttempt(shop.db, order.id) : undefined
  if (attempt) return startPayment(shop, attempt.id, language)
  return href(order.language, 'checkout-confirmation', { id: order.checkout_id })
}

/** What was typed, for whoever typed it or owns the cart; everybody else is asked again. */
async function rememberedForm({ db }: Shop, cart: CartRow, language: Language, isOwn: boolean): Promise<CheckoutForm> {
  const kept = (isOwn ? JSON.parse(cart.form) : {}) as Partial<Record<CheckoutField, string>>
  const previous = !isOwn || Object.keys(kept).length > 0 ? undefined : await latestOrderOf(db, cart.checkout_id)
  const own = cart.customer_id === null ? {} : await checkoutDefaults(db, cart.customer_id)
  const form = readCheckoutForm(
    (field) => kept[field] ?? own[field] ?? (field === 'email' ? previous?.email : undefined),
  )
  return { ...form, country: form.country || cart.country || locales[language].defaultCountryCode }
}

/** A saved address decides over VAT and delivery before anything is typed; that it does is said. */
function movedTo(country: string, cart: CartRow): CheckoutChange[] {
  const isTyped = Object.keys(JSON.parse(cart.form) as object).length > 0
  return isTyped || country === cart.country ? [] : [{ kind: 'country', before: cart.country, after: country }]
}

/** Prices follow the delivery country and the buyer's VAT number as soon as they are known to us. */
async function contextOf(
  shop: Shop,
  cart: CartRow,
  language: Language,
  form: CheckoutForm,
  visitor: string,
): Promise<CheckoutContext> {
  return {
    language,
    currency: currencyByCode(cart.currency) ?? defaultCurrency(locales[language]),
    country: countryByCode(form.country)?.code ?? cart.country,
    vat: await vatStanding(shop, form, mayAskFor(shop, visitor)),
    network: networkOf(visitor),
  }
}

/** A number that cannot be accepted is said at once, whatever else is still to be filled in. */
function vatErrors({ vat_number: code }: FieldErrors): FieldErrors {
  return code ? { vat_number: code } : {}
}

/** Length of a cart's lines as they are stored, for about a hundred of them. */
const longLines = 4_000

/** A long cart takes so long to price, and its page to render, that others get their turn before each. */
async function pageOf(
  shop: Shop,
  cart: CartRow,
  context: CheckoutContext,
  form: CheckoutForm,
  errors: FieldErrors,
  seen: string | null,
  known?: PointsNear,
): Promise<CheckoutPage> {
  const isLong = cart.lines.length > longLines
  if (isLong) await shop.turns.next()
  const { language } = context
  const points = known ?? (await pointsNear(shop, context.country, form.postal_code))
  const priced = await priceCheckout(shop.db, context, cartContent(cart, wishOf(form, points)), shop.now())
  const currency: CurrencyCode = context.currency.code
  const methods = paymentChoices(
    await offeredMethods(shop, language, {
      cart,
      form,
      debt: { total: priced.giftCards.due, currency },
      network: context.network,
    }),
    priced,
  )
  const page: CheckoutPage = {
    checkoutId: cart.checkout_id,
    currency,
    lines: priced.lines,
    totals: priced.totals,
    ...deliveryOf(priced, points, language),
    addresses: await savedAddresses(shop.db, cart.customer_id),
    paymentMethods: methods,
    giftCards: await shownParts(shop.db, priced.giftCards.parts),
    due: priced.giftCards.due,
    refusedGiftCard: null,
    isQuoted: cart.quote_id !== null,
    vat: { state: priced.vat.state, reverseCharge: priced.reverseCharge ? priced.vat.number : null, isAsked: false },
    form: {
      ...form,
      ...chosenOf(form, priced, points),
      payment_method: methods.includes(form.payment_method) ? form.payment_method : (methods[0] ?? ''),
    },
    errors: { ...(priced.delivery ? {} : await deliveryErrors(shop.db, form, priced, points)), ...errors },
    refusal: null,
    changes: changesFor(seen, priced, currency),
    seen: seenOf(priced, currency),
    coupons: priced.coupons.filter((coupon) => coupon.applied).map((coupon) => coupon.code),
    refusedCoupons: refusedCoupons(priced),
  }
  if (isLong) await shop.turns.next()
  return page
}

/** Codes that do not count for these parts, and why. */
function refusedCoupons({ coupons, redeemed }: PricedCheckout): CheckoutPage['refusedCoupons'] {
  const used = new Set(redeemed.map(shownCode))
  return coupons.flatMap(({ code, applied, failed_minimum_spend: failed }): CheckoutPage['refusedCoupons'] => {
    if (applied) return used.has(code) ? [] : [{ code, reason: 'no_effect' }]
    return [{ code, reason: failed ? 'minimum_spend' : 'unknown' }]
  })
}

function deliveryOf({ deliveries, delivery }: PricedCheckout, servicePoints: PointsNear, language: Language) {
  return { deliveries, delivery, servicePoints, pickUpPlace: pickUpPlace(language) }
}

/** The choices as the page shows them: the way it goes, and the nearest place until another is chosen. */
function chosenOf({ service_point: point }: CheckoutForm, { delivery }: PricedCheckout, { places }: PointsNear) {
  return {
    delivery_method: delivery?.id ?? '',
    service_point: places.find(({ id }) => id === point)?.id ?? places[0]?.id ?? '',
  }
}

function changesFor(seen: string | null, priced: PricedCheckout, currency: CurrencyCode): CheckoutChange[] {
  const unavailable = priced.lines
    .filter((line) => line.quantity === 0)
    .map((line): CheckoutChange => ({ kind: 'gone', name: line.name }))
  return seen === null ? unavailable : changesSince(seen, priced, currency)
}
