import { maxLines } from '../../../contracts/calls/sync-cart.ts'
import { cartForm } from '../../../contracts/customer-pages/cart-page.ts'
import { checkoutPageForm, type CheckoutScreen } from '../../../contracts/customer-pages/checkout-page.ts'
import type { Language } from '../../../domain/places/locales.ts'
import type { ShoppingContext } from '../../../domain/places/shopping-context.ts'
import { href, type Screen } from '../../../routes.ts'
import { goTo, type PageResult } from '../../platform/http/pages/page-result.ts'
import { readForm } from '../../platform/http/read-form.ts'
import { cartRow } from '../cart/cart-row-queries.ts'
import type { Visitor } from '../cart/guarded-codes.ts'
import { isTypedForBuyer } from '../cart/order-buyer.ts'
import { acceptPaymentLink } from '../cart/payment-link.ts'
import { isOver, type OrderRow } from '../orders/queries.ts'
import type { Shop } from '../shop.ts'
import { postCart, showCart } from './cart-form.ts'
import { postCheckout, showCheckout } from './checkout-page.ts'

/**
 * Answers GET and POST of the checkout page. Without an id it handles the cart of a browser without script. An
 * unknown checkout, and with 422 a form without a cart, show the empty one.
 */
export async function checkoutAnswer(
  shop: Shop,
  context: ShoppingContext,
  checkoutId: string | undefined,
  request: Request,
  visitor: Visitor,
): Promise<PageResult<CheckoutScreen>> {
  if (request.method !== 'POST')
    return checkoutId
      ? openedCheckout(shop, context.language, checkoutId, request, visitor)
      : showCart(shop, context, visitor, noticesOf(request))
  return checkoutId
    ? postCheckout(shop, context.language, checkoutId, await readForm(request, checkoutPageForm), visitor)
    : postCart(shop, context, await readForm(request, cartForm), visitor)
}

/**
 * Opens a checkout, also by the link of a mail: its token is not in the address of any page that is shown. The link of
 * an order that is over leads to the page that says so, not to a checkout where the same would be ordered again.
 */
async function openedCheckout(
  shop: Shop,
  language: Language,
  checkoutId: string,
  { url }: Request,
  visitor: Visitor,
): Promise<PageResult<CheckoutScreen>> {
  const token = new URL(url).searchParams.get('pay')
  const paid = token === null ? undefined : await acceptPaymentLink(shop, checkoutId, token, visitor.cookies)
  const over = paid && isOver(paid) ? await screenOfOver(shop, paid) : undefined
  if (over) return goTo(href(language, over, { id: checkoutId }))
  const opened = await showCheckout(shop, language, checkoutId, visitor)
  return token === null || opened instanceof Response ? opened : goTo(href(language, 'checkout-id', { id: checkoutId }))
}

/**
 * The screen that says what became of an order that is over. One by telephone that was not paid in time goes on at its
 * checkout, as the seller has said: its buyer has not begun to pay.
 */
async function screenOfOver(shop: Shop, { status, checkout_id: id }: OrderRow): Promise<Screen | undefined> {
  if (status === 'cancelled') return 'checkout-confirmation'
  const cart = await cartRow(shop.db, id)
  return status === 'expired' && cart && isTypedForBuyer(cart) ? undefined : 'checkout-failed'
}

/**
 * Reads what the preceding POST reports in the URL: how many lines it left out, and whether the checkout is rate
 * limited for now.
 */
function noticesOf({ url }: Request): { leftOut: number; isLater: boolean } {
  const { searchParams } = new URL(url)
  const count = Number(searchParams.get('left_out'))
  const leftOut = Number.isInteger(count) && count > 0 && count <= maxLines ? count : 0
  return { leftOut, isLater: searchParams.get('later') === '1' }
}
