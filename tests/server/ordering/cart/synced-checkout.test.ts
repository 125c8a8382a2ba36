import { expect, test } from 'vitest'
import { SyncCart } from '../../../../src/contracts/calls/sync-cart.ts'
import { cartRow } from '../../../../src/server/ordering/cart/cart-row-queries.ts'
import { storeCart } from '../../../../src/server/ordering/cart/store-cart.ts'
import { syncCart } from '../../../../src/server/ordering/cart/sync-cart.ts'
import { call } from '../../call.ts'
import { aForm, buy, checkoutWith, countOf, fixtureShop, swedish } from '../checkout/buyer.ts'
import { sandboxSays } from '../gift-cards/holder.ts'
import { sync, mine } from './synced-cart.ts'

test('a known checkout stores synced lines; unknown ids and ordered checkouts change nothing', async () => {
  await using shop = await fixtureShop()
  const checkoutId = await checkoutWith(shop, [['FAN', 1]])
  const lines = async () =>
    (JSON.parse((await cartRow(shop.db, checkoutId))?.lines ?? '[]') as { sku: string; quantity: number }[]).map(
      ({ sku, quantity }) => [sku, quantity],
    )
  await sync(shop, {
    items: [{ sku: 'RAM', quantity: 2 }],
    coupons: [{ code: 'ten' }, 'TEN', '!'],
    checkout_order_id: checkoutId,
  })
  expect(await lines()).toEqual([['RAM', 2]])
  expect(JSON.parse((await cartRow(shop.db, checkoutId))?.coupons ?? '')).toEqual(['TEN'])
  await sync(shop, { items: [{ sku: 'FAN', quantity: 1 }], checkout_order_id: 'made-up' })
  expect((await buy(shop, checkoutId)).kind).toBe('placed')
  await sync(shop, { items: [{ sku: 'FAN', quantity: 9 }], checkout_order_id: checkoutId })
  expect(await lines()).toEqual([['RAM', 2]])
  expect(await countOf(shop, 'carts')).toBe(1)
})

test('a cart whose lines were ordered says so, waiting or ordered; a changed one does not', async () => {
  await using shop = await fixtureShop()
  const items = [{ uuid: mine, sku: 'BAT-FEW', quantity: 3 }]
  const checkoutId = await storeCart(shop, swedish(), { checkoutId: null, items, coupons: [] })
  const order = async (quantity: number) => {
    const { headers } = await call(shop, SyncCart, syncCart, {
      body: { items: [{ uuid: mine, sku: 'BAT-FEW', quantity }], coupons: [], checkout_order_id: checkoutId },
      shopping: swedish(),
    })
    return headers.get('x-cart-order')
  }
  expect(await order(3)).toBeNull()
  const placed = await buy(shop, checkoutId, aForm({ payment_method: 'sandbox' }))
  if (placed.kind !== 'placed') throw new Error(placed.kind)
  expect([await order(3), await order(2)]).toEqual(['waiting', null])
  await sandboxSays(shop, placed.attemptId, 'succeeded')
  expect([await order(3), await order(2)]).toEqual(['ordered', null])
})
