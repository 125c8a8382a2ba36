import { SyncCoupons } from '../../../../src/contracts/calls/sync-coupons.ts'
import { syncCoupons } from '../../../../src/server/ordering/cart/sync-coupons.ts'
import { priceCheckout } from '../../../../src/server/ordering/checkout/price-checkout.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { call } from '../../call.ts'
import { swedish } from '../../ordering/checkout/buyer.ts'

/** Syncs coupons with a cart, as the browser does. */
export async function synced(shop: Shop, coupons: unknown[], wanted: [string, number][], context = swedish()) {
  const body = { coupons, cart_contents: wanted.map(([sku, quantity]) => ({ sku, quantity })) }
  const { answer } = await call(shop, SyncCoupons, syncCoupons, { body, shopping: context })
  return answer.toSorted((a, b) => (a.code < b.code ? -1 : 1))
}

/** Prices a cart with coupons, like the checkout. */
export async function reduced(shop: Shop, coupons: string[], wanted: [string, number][], context = swedish()) {
  const items = wanted.map(([sku, quantity]) => ({ sku, quantity }))
  const { lines, totals } = await priceCheckout(shop, context, { items, coupons, customerId: null }, shop.now())
  return {
    percents: lines.map((line) => line.amounts.percent),
    units: lines.map((line) => line.amounts.unit.inc),
    totals,
  }
}
