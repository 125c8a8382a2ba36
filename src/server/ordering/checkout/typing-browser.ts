import type { APIContext } from 'astro'
import { daySeconds } from '../../../domain/durations.ts'
import { readSecretCookie, writeSecretCookie } from '../../identity/sessions/session-cookies.ts'
import { hashSecret, newSecret } from '../../platform/ids.ts'
import { cartForVisitor } from '../cart/cart-content.ts'
import { lockCart, updateCart, type CartRow } from '../cart/cart-row-queries.ts'
import { chosenRegion } from '../cart/chosen-region.ts'
import { hasTyped, isTypedForBuyer } from '../cart/order-buyer.ts'
import type { Shop } from '../shop.ts'

/** In seconds; as long as an untouched cart is kept. */
const maxAgeSeconds = 30 * daySeconds

type Cookies = APIContext['cookies']

/** As `byMail`, for a cart that the shop made for an account: its mailed link shows nothing that was typed. */
const byAccount = 'account'

/** Whether the shop made the cart itself, in the region that was agreed: a renewal, or an order by telephone. */
export function isMadeByShop(cart: CartRow): boolean {
  return isTypedForBuyer(cart) || cart.typed_by === byAccount
}

/** Sets the browser's cookie before its first POST; concurrent first requests would each get a different one. */
export function nameBrowser(env: Shop['env'], cookies: Cookies): string {
  const secret = readSecretCookie(env, cookies, 'checkout_browser') ?? newSecret()
  writeSecretCookie(env, cookies, 'checkout_browser', secret, maxAgeSeconds)
  return secret
}

/**
 * Assigns the form to this browser: clears what another browser typed, gift cards included, and sets `typed_by`. A
 * customer's own cart is returned unchanged, and so is one that this browser has typed in. Returns undefined when an
 * order was placed meanwhile, or the cart is gone.
 */
export async function claimTyping(
  shop: Pick<Shop, 'db' | 'env' | 'now' | 'settings'>,
  cookies: Cookies,
  cart: CartRow,
): Promise<CartRow | undefined> {
  if (cart.customer_id !== null || (!isTypedForBuyer(cart) && hasTyped(shop.env, cookies, cart))) return cart
  const typedBy = hashSecret(nameBrowser(shop.env, cookies))
  return shop.db.transaction().execute(async (trx) => {
    const { cart: locked, order } = await lockCart(trx, cart.checkout_id, shop.now())
    if (!locked || order) return undefined
    const region = locked.typed_by === '' && locked.customer_id === null ? chosenRegion(shop, cookies, locked) : {}
    const claim = { ...region, typed_by: typedBy, form: '{}' }
    // Staff or the shop itself mailed the link, and have added the cards for its reader.
    const keepsCards = isTypedForBuyer(locked) || locked.typed_by === typedBy || locked.customer_id !== null
    const claimed = { ...claim, gift_cards: keepsCards ? locked.gift_cards : '[]' }
    await updateCart(trx, cart.checkout_id, claimed)
    return cartForVisitor({ ...locked, ...claimed }, cart.customer_id)
  })
}

/** What somebody else sees of a cart: its gift cards are money. */
export function withoutGiftCards(cart: CartRow): CartRow {
  return { ...cart, gift_cards: '[]' }
}
