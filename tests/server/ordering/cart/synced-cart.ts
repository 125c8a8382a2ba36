import { SyncCart } from '../../../../src/contracts/calls/sync-cart.ts'
import type { CartLine } from '../../../../src/domain/cart/cart-lines.ts'
import { syncCart } from '../../../../src/server/ordering/cart/sync-cart.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { call } from '../../call.ts'
import { swedish } from '../checkout/buyer.ts'

/** Sends a cart to be synced and returns its lines. */
export const sync = async (shop: Shop, body: unknown, context = swedish()): Promise<CartLine[]> => {
  const { answer } = await call(shop, SyncCart, syncCart, { body, shopping: context })
  return answer
}

export const mine = '8b0f3c1e-6f0a-4c39-9a43-0d1f2a3b4c5d'

export const brief = (lines: CartLine[]) => lines.map(({ sku, quantity, price }) => [sku, quantity, price])
