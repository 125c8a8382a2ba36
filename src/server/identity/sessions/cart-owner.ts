import type { CallContext } from '../../platform/http/calls/endpoint.ts'
import { cartCookie, cartCookieDays } from '../../../domain/cookie-cart.ts'
import type { Env } from '../../platform/env.ts'

type Cookies = CallContext['cookies']
const DAY_S = 86_400
const ownerCookie = 'cart_owner'

/**
 * Whose saved cart this browser's cookie cart is (saved-cart.ts); undefined for a guest's and where script keeps the
 * cart.
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
    maxAge: cartCookieDays * DAY_S,
  })
}

/** Takes a customer's cart out of the browser, so that the next person at it does not see it; a guest's stays. */
export function leaveCookieCart(cookies: Cookies): void {
  if (cookieCartOwner(cookies) === undefined) return
  for (const name of [ownerCookie, cartCookie]) cookies.delete(name, { path: '/' })
}
