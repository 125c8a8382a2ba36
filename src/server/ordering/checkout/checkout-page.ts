import type {
  CheckoutChange,
  CheckoutPage,
  CheckoutPageForm,
  CheckoutScreen,
} from '../../../contracts/customer-pages/checkout-page.ts'
import { readCheckoutForm, type CheckoutForm, type FieldErrors } from '../../../domain/orders/checkout-form.ts'
import type { Language } from '../../../domain/places/locales.ts'
import type { ShoppingContext } from '../../../domain/places/shopping-context.ts'
import { methodLike } from '../../../domain/settings/delivery-methods.ts'
import { href } from '../../../routes.ts'
import { goTo, privatePage, type PageResult } from '../../platform/http/pages/page-result.ts'
import { cartForVisitor, cartContent, isTooLong } from '../cart/cart-content.ts'
import { cartAndOrder, type CartRow } from '../cart/cart-row-queries.ts'
import type { Guesser, Visitor } from '../cart/guarded-codes.ts'
import { hasTyped } from '../cart/order-buyer.ts'
import { preferenceOf } from '../delivery/check-delivery.ts'
import { pointsNear } from '../delivery/points-near.ts'
import type { Shop } from '../shop.ts'
import { changeGiftCards } from './change-gift-cards.ts'
import { checkoutContext } from './checkout-context.ts'
import { changeCoupons, type CouponAnswer } from './checkout-coupons.ts'
import { accountSince } from './checkout-snapshot.ts'
import { checkoutView } from './checkout-view.ts'
import { checkedForm, orderAnswer, pathOfOrder, shownCheckout, type Placing } from './order-answer.ts'
import { priceCheckout } from './price-checkout.ts'
import { followRegion, movedTo, rememberedForm, rememberForm } from './remembered-form.ts'
import { isAddressOpen, withSavedAddress } from './saved-addresses.ts'
import { nameBrowser, claimTyping, withoutGiftCards } from './typing-browser.ts'

/** GET /{lang}/checkout/:id: shows the checkout, or redirects to its order. */
export async function showCheckout(
  shop: Shop,
  language: Language,
  checkoutId: string,
  visitor: Visitor,
): Promise<PageResult<CheckoutScreen>> {
  const { customerId, clientAddress, cookies } = visitor
  const { cart: stored, order } = await cartAndOrder(shop.db, checkoutId)
  if (order) return goTo(await pathOfOrder(shop, order, { language, cart: stored, visitor }))
  if (!stored) return privatePage({ kind: 'empty' })
  if (isTooLong(shop, stored)) return goTo(href(language, 'checkout-id'))
  const visited = cartForVisitor(await followRegion(shop, stored, visitor), customerId)
  const isOwn =
    (visited.customer_id !== null && visited.customer_id === customerId) || hasTyped(shop.env, cookies, stored)
  const cart = isOwn ? visited : withoutGiftCards(visited)
  nameBrowser(shop.env, cookies)
  const form = await rememberedForm(shop, cart, language, isOwn)
  const context = await checkoutContext(shop, cart, language, form, clientAddress)
  const page = await checkoutView(shop, { cart, context, form, errors: {}, seen: null })
  return shownCheckout({ ...page, changes: [...page.changes, ...movedTo(shop, form.country, cart)] })
}

/**
 * POST /{lang}/checkout/:id: stores the form. With `action` `place`, places the order and starts its payment if the
 * form is valid and nothing changed since the shopper last saw it. Any other `action` only shows the new total.
 */
export async function postCheckout(
  shop: Shop,
  language: Language,
  checkoutId: string,
  posted: CheckoutPageForm,
  visitor: Visitor,
): Promise<PageResult<CheckoutScreen>> {
  const { cart: known, order } = await cartAndOrder(shop.db, checkoutId)
  if (!known) return privatePage({ kind: 'empty' })
  if (!order && isTooLong(shop, known)) return goTo(href(language, 'checkout-id'))
  if (order) return goTo(await pathOfOrder(shop, order, { language, cart: known, visitor }))
  const visited = cartForVisitor(known, visitor.customerId)
  const stored = await claimTyping(shop, visitor.cookies, visited)
  // An order was placed meanwhile: its page, or that of the checkout without it, follows.
  if (!stored) return goTo(href(language, 'checkout-id', { id: checkoutId }))
  return answerPost(shop, language, { stored, posted, visitor })
}

type Posting = { stored: CartRow; posted: CheckoutPageForm; visitor: Visitor }

async function answerPost(
  shop: Shop,
  language: Language,
  { stored, posted: sent, visitor }: Posting,
): Promise<PageResult<CheckoutScreen>> {
  const isOpen = isAddressOpen(sent)
  const posted = isOpen ? { ...sent, action: 'fill_in' } : sent
  const filled = await withSavedAddress(
    shop.db,
    stored.customer_id,
    readCheckoutForm((field) => posted[field]),
    posted,
  )
  const context = await checkoutContext(shop, stored, language, filled, visitor.clientAddress)
  const typed = posted.action === 'place' ? filled : withMethodThere(shop, context.country, filled)
  const { cart: withCoupons, refused } = await couponsOf(shop, stored, context, posted, visitor)
  const { cart, refused: refusedGiftCard } = await changeGiftCards(shop, withCoupons, posted, visitor)
  const points = await pointsNear(shop, context.country, typed.postal_code)
  const { action } = posted
  const { seen, change: account } = accountSince(posted.seen ?? '', visitor.customerId)
  const isAsSeen = cart === stored
  const isOrder = action === 'place' && refusedGiftCard === null && refused.length === 0 && !account
  const placing = { context, typed, points, seen, isAsSeen, visitor }
  if (isOrder) return orderAnswer(shop, cart, placing)
  const page = await pageAgain(shop, cart, placing, action)
  if (account) page.changes.unshift(account)
  if (isOpen) page.changes.push({ kind: 'address' })
  return shownCheckout({ ...page, refusedGiftCard, refusedCoupons: [...refused, ...page.refusedCoupons] })
}

/** Who chose home delivery, and then another country, wants home delivery there, of which the page shows the price. */
function withMethodThere({ settings }: Shop, country: string, form: CheckoutForm): CheckoutForm {
  return { ...form, delivery_method: methodLike(settings.all.delivery, country, form.delivery_method) }
}

/** Shows the page with the new total and the form's errors. Empty fields are errors only after `place`. */
async function pageAgain(
  shop: Shop,
  cart: CartRow,
  { context, typed, points, seen, isAsSeen }: Placing,
  action: string,
): Promise<CheckoutPage> {
  const content = cartContent(cart, preferenceOf(typed, points))
  const priced = await priceCheckout(shop, context, content, shop.now())
  const { form, errors: found } = checkedForm(shop, { context, typed, points }, priced)
  await rememberForm(shop, cart, form)
  const errors = action === 'place' ? found : vatErrors(found)
  const page = await checkoutView(shop, { cart, context, form, errors, seen: isAsSeen ? seen : null, points })
  return { ...page, vat: { ...page.vat, isAsked: action === 'vat' }, changes: withoutRequested(page.changes, action) }
}

/**
 * Leaves out the change that the shopper just requested (delivery or VAT check), because the page shows its result in
 * place.
 */
function withoutRequested(changes: readonly CheckoutChange[], action: string): CheckoutChange[] {
  return changes.filter(({ kind }) => kind !== action)
}

async function couponsOf(
  shop: Shop,
  cart: CartRow,
  context: ShoppingContext,
  posted: CheckoutPageForm,
  guesser: Guesser,
): Promise<CouponAnswer> {
  const { coupon: typed, remove_coupon: removed } = posted
  if (!typed && !removed) return { cart, refused: [] }
  if (cart.quote_id !== null) return { cart, refused: [{ code: typed.slice(0, 64), reason: 'unknown' }] }
  return changeCoupons(shop, context, cart, { typed, removed }, guesser)
}

/** Keeps only the VAT number's error, which is shown before the form is complete. */
function vatErrors({ vat_number: code }: FieldErrors): FieldErrors {
  return code ? { vat_number: code } : {}
}
