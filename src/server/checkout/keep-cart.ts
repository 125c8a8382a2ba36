import type { SentLine } from '../../contracts/sync-cart.ts'
import type { ShoppingContext } from '../../domain/shopping-context.ts'
import { newSecret } from '../ids.ts'
import { liveOrderOf } from '../orders/queries.ts'
import type { Shop } from '../shop.ts'
import { cartRow, insertCart, updateCart } from './queries.ts'

export type CartToKeep = {
  checkoutId: string | null | undefined
  items: readonly SentLine[]
  coupons: readonly string[]
  campaignData?: Record<string, unknown> | undefined
}

/**
 * Keeps a cart for checkout and gives its id. An id that is unknown, or that already became an order, leads to a new
 * checkout with the same cart, so that nobody reads or changes what belongs to somebody else (design, "Checkout").
 */
export async function keepCart(shop: Shop, context: ShoppingContext, cart: CartToKeep): Promise<string> {
  const { db } = shop
  const now = shop.now().toISOString()
  const known = cart.checkoutId ? await cartRow(db, cart.checkoutId) : undefined
  const content = {
    language: context.language, currency: context.currency.code, country: context.country,
    lines: JSON.stringify(cart.items.map(keptLine)), coupons: JSON.stringify(cart.coupons), updated_at: now,
  }
  if (known && !await liveOrderOf(db, known.checkout_id)) {
    await updateCart(db, known.checkout_id, content)
    return known.checkout_id
  }
  const checkoutId = newSecret()
  await insertCart(db, {
    ...content, checkout_id: checkoutId, form: '{}', campaign_data: JSON.stringify(cart.campaignData ?? {}), internal: 0,
    customer_id: null, created_at: now,
  })
  return checkoutId
}

function keptLine({ uuid, sku, quantity, subscription_interval: interval }: SentLine): SentLine {
  return { uuid, sku, quantity, subscription_interval: interval ?? null }
}
