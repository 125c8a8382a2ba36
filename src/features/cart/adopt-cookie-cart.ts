import { callApi } from '../../browser/call-api.ts'
import { readCookie, writeCookie } from '../../browser/cookies.ts'
import { SyncCart } from '../../contracts/calls/sync-cart.ts'
import { cartCookie, parseCookieCart } from '../../domain/cart/cookie-cart.ts'
import { startCart } from './start-cart.ts'
import { $cart, addToCart, rememberCheckout } from './store/cart-store.ts'

const lockName = 'zp02:cart-cookie'

/**
 * Takes what was put into the cart without script over into the stored cart, once, however many tabs do it at the same
 * time. The cookie goes when its lines are in the cart; without a network it waits for the next page. Of lines
 * that a login without script merged into an account, only what did not come from there already is added.
 */
export async function adoptCookieCart(): Promise<void> {
  // Only pages from a secure origin have locks; tabs of others are rarely opened in the same moment.
  await ('locks' in navigator ? navigator.locks.request(lockName, adopt) : adopt())
}

async function adopt(): Promise<void> {
  const { items, checkoutId, isSaved } = parseCookieCart(readCookie(cartCookie))
  if (items.length === 0) return
  const { body } = await callApi(SyncCart, { body: { items } })
  startCart()
  const isAlone = $cart.latest().items.length === 0
  writeCookie(cartCookie, '', 0)
  for (const { quantity, ...line } of body) {
    const missing = isSaved ? quantity - unitsHere(line.sku) : quantity
    if (missing > 0) addToCart(line, missing)
  }
  // The order of that checkout then empties the stored cart as well.
  if (isAlone && checkoutId !== null) rememberCheckout(checkoutId)
}

/** Units of a part that are bought by themselves, as lines of the cookie are. */
function unitsHere(sku: string): number {
  const lines = $cart.latest().items.filter((line) => line.sku === sku && !line.subscription_interval)
  return lines.reduce((sum, { quantity }) => sum + quantity, 0)
}
