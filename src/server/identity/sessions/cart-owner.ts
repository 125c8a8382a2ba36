import { cartCookie, cartCookieDays } from '../../../domain/cart/cookie-cart.ts'
import { daySeconds } from '../../../domain/durations.ts'
import type { Env } from '../../platform/env.ts'
import type { CallContext } from '../../platform/http/calls/endpoint.ts'

type Cookies = CallContext['cookies']
const ownerCookie = 'cart_owner'

/**
 * Returns the customer whose saved cart is in this browser's cart cookie (saved-cart.ts); undefined for a guest's cart
 * and where a script keeps the cart.
 */
export function cookieCartOwner(cookies: Cookies): string | undefined {
  return cookies.get(ownerCookie)?.value
}

export function writeCookieCartOwner({ ORIGIN }: Pick<Env, 'ORIGIN'>, cookies: Cookies, owner: string): void {
  cookies.set(ownerCookie, owner, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: ORIGIN.startsWith('https:'),
    maxAge: cartCookieDays * daySeconds,
  })
}

/** Deletes a customer's cart from the browser, so that the next user does not see it; keeps a guest's. */
export function leaveCookieCart(cookies: Cookies): void {
  if (cookieCartOwner(cookies) === undefined) return
  for (const name of [ownerCookie, cartCookie]) cookies.delete(name, { path: '/' })
}
