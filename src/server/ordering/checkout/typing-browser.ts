import type { APIContext } from 'astro'
import { readSecretCookie, writeSecretCookie } from '../../identity/sessions/session-cookies.ts'
import { hashSecret, newSecret } from '../../platform/ids.ts'
import type { Shop } from '../shop.ts'
import type { CartRow } from '../cart/cart-row-queries.ts'

/** As long as a cart is kept at most without being touched. */
const SECONDS = 30 * 24 * 3600

type Cookies = APIContext['cookies']

/** Stands for the browser of a cart whose link was mailed to the person it is filled in for. */
export const byMail = 'mail'

/** Whether this browser may see what a checkout remembers: an address that leaked shows the cart, but nobody's home. */
export function hasTyped(env: Shop['env'], cookies: Cookies | undefined, { typed_by: typedBy }: CartRow): boolean {
  const secret = cookies && readSecretCookie(env, cookies, 'checkout_browser')
  return typedBy === byMail || (secret !== undefined && typedBy === hashSecret(secret))
}

/**
 * Names the browser before it types: requests that it makes at once would otherwise each be given a name of its own.
 */
export function nameBrowser(env: Shop['env'], cookies: Cookies): string {
  const secret = readSecretCookie(env, cookies, 'checkout_browser') ?? newSecret()
  writeSecretCookie(env, cookies, 'checkout_browser', secret, SECONDS)
  return secret
}

/**
 * The cart as this browser types in it: without what another typed, which is replaced as soon as this one's is stored
 * with `typed_by`. A customer's own is the customer's.
 */
export function takeTyping(env: Shop['env'], cookies: Cookies, cart: CartRow): CartRow {
  if (cart.customer_id !== null || (cart.typed_by !== byMail && hasTyped(env, cookies, cart))) return cart
  return { ...cart, typed_by: hashSecret(nameBrowser(env, cookies)), form: '{}' }
}
