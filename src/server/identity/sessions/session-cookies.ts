import type { APIContext } from 'astro'
import type { Env } from '../../platform/env.ts'
import { leaveCookieCart } from './cart-owner.ts'
import type { IssuedTokens } from './open-session.ts'

type Cookies = APIContext['cookies']
type CookieEnv = Pick<Env, 'ORIGIN'>
type CookieName =
  | 'access_token'
  | 'refresh_token'
  | 'login_link'
  | 'known_device'
  | 'withdrawal_link'
  | 'link_browser'
  | 'checkout_browser'
  | 'known_orders'
  | 'known_alerts'
  | 'staff_session'
  | 'staff_challenge'
  | 'staff_device'
  | 'as_customer'
  | 'own_prices'

/** Returns the cookie's name. With https the `__Host-` prefix binds it to this host: no subdomain can set one. */
function nameOf({ ORIGIN }: CookieEnv, name: CookieName): string {
  return ORIGIN.startsWith('https:') ? `__Host-${name}` : name
}

export function readSecretCookie(env: CookieEnv, cookies: Cookies, name: CookieName): string | undefined {
  const value = cookies.get(nameOf(env, name))?.value
  return value !== undefined && value !== '' && value.length <= 200 ? value : undefined
}

/** Like `readSecretCookie`, for a Cookie header, before anything else of a request is read. */
export function secretInHeader(env: CookieEnv, header: string, name: CookieName): string | undefined {
  const begin = `${nameOf(env, name)}=`
  const found = header.split(';').find((each) => each.trim().startsWith(begin))
  const value = found?.trim().slice(begin.length)
  return value !== undefined && value !== '' && value.length <= 200 ? value : undefined
}

/** Sets a cookie that scripts cannot read and that other sites' forms and calls do not send. */
export function writeSecretCookie(
  env: CookieEnv,
  cookies: Cookies,
  name: CookieName,
  value: string,
  maxAge: number,
): void {
  cookies.set(nameOf(env, name), value, {
    httpOnly: true,
    sameSite: 'lax',
    secure: env.ORIGIN.startsWith('https:'),
    path: '/',
    maxAge,
  })
}

export function clearSecretCookie(env: CookieEnv, cookies: Cookies, name: CookieName): void {
  writeSecretCookie(env, cookies, name, '', 0)
}

/**
 * Sets the token cookies. The access token's lives as long as the token (spec section 9: 3600 s), the refresh token's
 * as long as the session.
 */
export function writeTokens(env: CookieEnv, cookies: Cookies, tokens: IssuedTokens, now: Date): void {
  writeSecretCookie(env, cookies, 'access_token', tokens.access, tokens.expiresIn)
  writeSecretCookie(
    env,
    cookies,
    'refresh_token',
    tokens.refresh,
    Math.floor((Date.parse(tokens.sessionEnd) - now.getTime()) / 1000),
  )
}

/** Deletes the session cookies, the mark of agreed prices, and the customer's cart where it is in a cookie. */
export function clearTokens(env: CookieEnv, cookies: Cookies): void {
  leaveCookieCart(cookies)
  clearSecretCookie(env, cookies, 'access_token')
  clearSecretCookie(env, cookies, 'refresh_token')
  if (readSecretCookie(env, cookies, 'own_prices') !== undefined) clearSecretCookie(env, cookies, 'own_prices')
}
