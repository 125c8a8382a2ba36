import { maxLines } from '../../../contracts/sync-cart.ts'
import type { ShoppingContext } from '../../../domain/shopping-context.ts'
import type { Guesser } from '../cart/guarded-codes.ts'
import type { Shop } from '../shop.ts'
import { postCart, showCart, type CartAnswer } from './cart-form.ts'
import { postCheckout, showCheckout } from './checkout-page.ts'
import type { CheckoutAnswer } from './order-answer.ts'

/** Who asks: the limit of coupon tries, and the customer who is signed in. */
export type Visitor = Guesser & { customerId: string | null }

/**
 * A request to the checkout screen, read or posted. Without an id it is about the cart of a browser without script;
 * `unknown` and, for a cart that is no cart, `unreadable` show the empty checkout.
 */
export async function checkoutAnswer(
  shop: Shop,
  context: ShoppingContext,
  checkoutId: string | undefined,
  request: Request,
  visitor: Visitor,
): Promise<CheckoutAnswer | CartAnswer> {
  if (request.method !== 'POST')
    return checkoutId
      ? showCheckout(shop, context.language, checkoutId, visitor.customerId, visitor.clientAddress, visitor.cookies)
      : showCart(shop, context, visitor, noticesOf(request))
  const form = await request.formData().catch(() => new FormData())
  const posted = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : undefined
  }
  return checkoutId
    ? postCheckout(shop, context.language, checkoutId, posted, visitor)
    : postCart(shop, context, posted, visitor)
}

/** What the post that led here could not do: how many lines it had to leave out, and whether the checkout must wait. */
function noticesOf({ url }: Request): { leftOut: number; isLater: boolean } {
  const { searchParams } = new URL(url)
  const count = Number(searchParams.get('left_out'))
  const leftOut = Number.isInteger(count) && count > 0 && count <= maxLines ? count : 0
  return { leftOut, isLater: searchParams.get('later') === '1' }
}
