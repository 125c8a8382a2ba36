import type { APIContext } from 'astro'
import { daySeconds } from '../../../domain/durations.ts'
import { readSecretCookie, writeSecretCookie } from '../../identity/sessions/session-cookies.ts'
import { hashSecret, newSecret } from '../../platform/ids.ts'
import { updateCart, type CartRow } from '../cart/cart-row-queries.ts'
import type { Shop } from '../shop.ts'

/** In seconds; as long as an untouched cart is kept. */
const maxAgeSeconds = 30 * daySeconds

type Cookies = APIContext['cookies']

/** Replaces the browser's hash for a cart whose link was mailed to the buyer. */
export const byMail = 'mail'

/** Tells whether this browser can see the stored form. A leaked checkout URL shows the cart but no personal data. */
export function hasTyped(env: Shop['env'], cookies: Cookies | undefined, { typed_by: typedBy }: CartRow): boolean {
  const secret = cookies && readSecretCookie(env, cookies, 'checkout_browser')
  return typedBy === byMail || (secret !== undefined && typedBy === hashSecret(secret))
}

/** Sets the browser's cookie before its first POST; concurrent first requests would each get a different one. */
export function nameBrowser(env: Shop['env'], cookies: Cookies): string {
  const secret = readSecretCookie(env, cookies, 'checkout_browser') ?? newSecret()
  writeSecretCookie(env, cookies, 'checkout_browser', secret, maxAgeSeconds)
  return secret
}

/**
 * Assigns the form to this browser: clears what another browser typed, gift cards included, and sets `typed_by`. A
 * customer's own cart is returned unchanged.
 */
export async function claimTyping({ db, env }: Pick<Shop, 'db' | 'env'>, cookies: Cookies, cart: CartRow) {
  if (cart.customer_id !== null || (cart.typed_by !== byMail && hasTyped(env, cookies, cart))) return cart
  const claimed: CartRow = { ...withoutGiftCards(cart), typed_by: hashSecret(nameBrowser(env, cookies)), form: '{}' }
  const { checkout_id: id, gift_cards } = claimed
  // The order is placed with what is stored, not with what is shown.
  if (gift_cards !== cart.gift_cards) await updateCart(db, id, { gift_cards })
  return claimed
}

/** What somebody else sees of a cart: its gift cards are money. */
export function withoutGiftCards(cart: CartRow): CartRow {
  return { ...cart, gift_cards: '[]' }
}
