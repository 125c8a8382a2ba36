import type { APIContext } from 'astro'
import { leaveCookieCart } from './cart-owner.ts'
import type { Env } from '../../platform/env.ts'
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

/** With https the prefix binds a cookie to this very host: no subdomain can set one. */
function nameOf({ ORIGIN }: CookieEnv, name: CookieName): string {
  return ORIGIN.startsWith('https:') ? `__Host-${name}` : name
}

export function readSecretCookie(env: CookieEnv, cookies: Cookies, name: CookieName): string | undefined {
  const value = cookies.get(nameOf(env, name))?.value
  return value !== undefined && value !== '' && value.length <= 200 ? value : undefined
}

/** A cookie that no script can read and no other site can send along with a form or a call. */
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
 * The access token's cookie lives as long as the token (spec section 9: 3600 s), the refresh token's as the session.
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

/** Takes a session out of the browser, and the customer's cart with it where the browser keeps that in a cookie. */
export function clearTokens(env: CookieEnv, cookies: Cookies): void {
  leaveCookieCart(cookies)
  clearSecretCookie(env, cookies, 'access_token')
  clearSecretCookie(env, cookies, 'refresh_token')
}
