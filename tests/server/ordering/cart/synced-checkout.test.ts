import { expect, test } from 'vitest'
import { SyncCart } from '../../../../src/contracts/calls/sync-cart.ts'
import { formatAtc } from '../../../../src/domain/cart/atc.ts'
import { cartCookie } from '../../../../src/domain/cart/cookie-cart.ts'
import { cartRow } from '../../../../src/server/ordering/cart/cart-row-queries.ts'
import { readCookieCart } from '../../../../src/server/ordering/cart/cookie-cart.ts'
import { storeCart } from '../../../../src/server/ordering/cart/store-cart.ts'
import { syncCart } from '../../../../src/server/ordering/cart/sync-cart.ts'
import { latestOrderOf } from '../../../../src/server/ordering/orders/queries.ts'
import { openAttempt } from '../../../../src/server/payments/queries.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { call, jar } from '../../call.ts'
import { aForm, buy, checkoutWith, countOf, fixtureShop, somebody, swedish } from '../checkout/buyer.ts'
import { openCheckout, sendCart, sendCheckout } from '../checkout/visit-checkout.ts'
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

test('a cart whose lines were ordered says so to its buyer, waiting or ordered; a changed one does not', async () => {
  await using shop = await fixtureShop()
  const items = [{ uuid: mine, sku: 'BAT-FEW', quantity: 3 }]
  const checkoutId = await storeCart(shop, swedish(), { checkoutId: null, items, coupons: [] })
  const [buyer, maker] = [new Map<string, string>(), new Map<string, string>()]
  const order = async (quantity: number, cookies = buyer) => {
    const { headers } = await call(shop, SyncCart, syncCart, {
      body: { items: [{ uuid: mine, sku: 'BAT-FEW', quantity }], coupons: [], checkout_order_id: checkoutId },
      shopping: swedish(),
      cookies,
    })
    return headers.get('x-cart-order')
  }
  expect(await order(3)).toBeNull()
  await placeIn(shop, checkoutId, buyer)
  expect([await order(3), await order(2), await order(3, maker)]).toEqual(['waiting', null, null])
  await sandboxSays(shop, (await latestAttempt(shop, checkoutId)).id, 'succeeded')
  expect([await order(3), await order(2)]).toEqual(['ordered', null])
  expect(await order(3, maker), 'who gave the link to the buyer keeps the cart').toBeNull()
})

test('without script, too, a cart stays with its maker when somebody else has ordered it', async () => {
  await using shop = await fixtureShop()
  const [buyer, maker] = [new Map<string, string>(), new Map<string, string>()]
  const cartIn = async (cookies: Map<string, string>) => {
    const { items, checkoutId: id } = await readCookieCart(shop, jar(cookies))
    return [id, ...items.map(({ sku, quantity }) => `${quantity} ${sku}`)]
  }
  const visitor = { ...somebody(), cookies: jar(maker) }
  const fields = { atc: formatAtc([{ sku: 'FAN', quantity: 2 }]), action: 'checkout' }
  const begun = await sendCart(shop, swedish(), fields, visitor)
  const checkoutId = begun.kind === 'go' ? (begun.path.split('/').at(-1) ?? '') : ''
  expect(await cartIn(maker)).toEqual([checkoutId, '2 FAN'])
  buyer.set(cartCookie, maker.get(cartCookie) ?? '')
  await placeIn(shop, checkoutId, buyer)
  expect(await cartIn(buyer)).toEqual([null])
  expect(await cartIn(maker)).toEqual([null, '2 FAN'])
  const again = await sendCart(shop, swedish(), { action: 'checkout' }, visitor)
  expect(again).toMatchObject({ kind: 'go', path: expect.not.stringContaining(checkoutId) })
})

/** Orders a checkout in a browser, on the sandbox. */
async function placeIn(shop: Shop, checkoutId: string, cookies: Map<string, string>): Promise<void> {
  const visitor = { ...somebody(), cookies: jar(cookies) }
  const shown = await openCheckout(shop, 'sv', checkoutId, visitor)
  const { seen } = shown.kind === 'page' ? shown.page : { seen: '' }
  const form = { ...aForm({ payment_method: 'sandbox' }), action: 'place', seen }
  const placed = await sendCheckout(shop, 'sv', checkoutId, form, visitor)
  expect(placed).toMatchObject({ path: expect.stringContaining('/sandbox-payment/') })
}

async function latestAttempt(shop: Shop, checkoutId: string) {
  const order = await latestOrderOf(shop.db, checkoutId)
  const attempt = order && (await openAttempt(shop.db, order.id))
  if (!attempt) throw new Error('Nothing waits for its payment.')
  return attempt
}
