import type { APIContext } from 'astro'
import { readSecretCookie, writeSecretCookie } from '../accounts/session-cookies.ts'
import { hashSecret, newSecret } from '../ids.ts'
import type { Shop } from '../shop.ts'
import { updateCart, type CartRow } from './queries.ts'

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

/** Names the browser before it types: requests that it makes at once would otherwise each be given a name of its own. */
export function nameBrowser(env: Shop['env'], cookies: Cookies): string {
  const secret = readSecretCookie(env, cookies, 'checkout_browser') ?? newSecret()
  writeSecretCookie(env, cookies, 'checkout_browser', secret, SECONDS)
  return secret
}

/** From now on the checkout remembers what this browser types, and forgets what another did; a customer's own is the customer's. */
export async function takeTyping(shop: Shop, cookies: Cookies, cart: CartRow): Promise<CartRow> {
  if (cart.customer_id !== null || (cart.typed_by !== byMail && hasTyped(shop.env, cookies, cart))) return cart
  const change = { typed_by: hashSecret(nameBrowser(shop.env, cookies)), form: '{}' }
  await updateCart(shop.db, cart.checkout_id, change)
  return { ...cart, ...change }
}
