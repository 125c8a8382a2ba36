import { maxLines } from '../../../contracts/calls/sync-cart.ts'
import { cartForm } from '../../../contracts/customer-pages/cart-page.ts'
import { checkoutPageForm, type CheckoutScreen } from '../../../contracts/customer-pages/checkout-page.ts'
import type { Language } from '../../../domain/places/locales.ts'
import type { ShoppingContext } from '../../../domain/places/shopping-context.ts'
import { href } from '../../../routes.ts'
import { goTo, type PageResult } from '../../platform/http/pages/page-result.ts'
import { readForm } from '../../platform/http/read-form.ts'
import type { Visitor } from '../cart/guarded-codes.ts'
import { acceptPaymentLink } from '../cart/payment-link.ts'
import { isOver } from '../orders/queries.ts'
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
  if (paid && isOver(paid)) {
    const screen = paid.status === 'cancelled' ? 'checkout-confirmation' : 'checkout-failed'
    return goTo(href(language, screen, { id: checkoutId }))
  }
  const opened = await showCheckout(shop, language, checkoutId, visitor)
  return token === null || opened instanceof Response ? opened : goTo(href(language, 'checkout-id', { id: checkoutId }))
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
