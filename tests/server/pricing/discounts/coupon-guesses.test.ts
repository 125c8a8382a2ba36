import { describe, expect, test } from 'vitest'
import { StartCheckout } from '../../../../src/contracts/calls/start-checkout.ts'
import { SyncCart } from '../../../../src/contracts/calls/sync-cart.ts'
import { SyncCoupons } from '../../../../src/contracts/calls/sync-coupons.ts'
import { createShop } from '../../../../src/server/create-shop.ts'
import { cartRow } from '../../../../src/server/ordering/cart/cart-row-queries.ts'
import { storeCart } from '../../../../src/server/ordering/cart/store-cart.ts'
import { syncCart } from '../../../../src/server/ordering/cart/sync-cart.ts'
import { syncCoupons } from '../../../../src/server/ordering/cart/sync-coupons.ts'
import { startCheckout } from '../../../../src/server/ordering/checkout/start-checkout.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { call } from '../../call.ts'
import { fixtureShop, movableClock, somebody, swedish } from '../../ordering/checkout/buyer.ts'
import { sendCheckout } from '../../ordering/checkout/visit-checkout.ts'

describe('guessing', () => {
  const guess = (at: number) => `GUESS-${String(at)}`
  const ask = (shop: Shop, coupons: string[], asked: { cookies?: Map<string, string>; clientAddress?: string }) =>
    call(shop, SyncCoupons, syncCoupons, { body: { coupons, cart_contents: [] }, shopping: swedish(), ...asked })

  test('a session waits after a dozen wrong codes, and other sessions do not', async () => {
    await using shop = await fixtureShop()
    const cookies = new Map<string, string>()
    for (let at = 0; at < 12; at++) expect((await ask(shop, [guess(at)], { cookies })).answer).toEqual([])
    const refused = await ask(shop, ['TEN'], { cookies })
    expect([refused.status, refused.answer, refused.headers.get('retry-after')]).toMatchObject([
      429,
      { code: 'too_many_codes' },
      '600',
    ])
    expect((await ask(shop, ['TEN'], {})).answer).toMatchObject([{ code: 'TEN', applied: true }])
  })

  test('an address that drops its cookies is limited as well, in every call', async () => {
    await using shop = await fixtureShop()
    for (let at = 0; at < 60; at += 20)
      await ask(
        shop,
        Array.from({ length: 20 }, (_, next) => guess(at + next)),
        {},
      )
    expect((await ask(shop, ['TEN'], {})).status).toBe(429)
    const body = { items: [{ sku: 'RAM', quantity: 2 }], coupons: ['GIFT'] }
    const lines = (clientAddress: string) =>
      call(shop, SyncCart, syncCart, { body, shopping: swedish(), clientAddress })
    expect([(await lines('127.0.0.1')).answer.length, (await lines('192.0.2.7')).answer.length]).toEqual([1, 2])
    const { answer } = await call(shop, StartCheckout, startCheckout, { body, shopping: swedish() })
    expect(JSON.parse((await cartRow(shop.db, answer.checkout_id))?.coupons ?? '')).toEqual([])
  })

  test('accepted codes are not counted', async () => {
    await using shop = await fixtureShop()
    const cookies = new Map<string, string>()
    for (let at = 0; at < 30; at++) expect((await ask(shop, ['TEN', 'MIN1000'], { cookies })).status).toBe(200)
    expect(cookies.size).toBe(0)
  })

  test('codes that another worker has accepted are known while guesses are refused', async () => {
    const clock = movableClock()
    await using shop = await fixtureShop(clock)
    const other = await createShop(shop.env, { now: clock.now, log: shop.log })
    await ask(shop, ['TEN'], {})
    for (let at = 0; at < 60; at += 20)
      await ask(
        shop,
        Array.from({ length: 20 }, (_, next) => guess(at + next)),
        {},
      )
    expect((await ask(other, ['TEN'], {})).answer).toMatchObject([{ code: 'TEN', applied: true }])
    expect((await ask(other, ['GIFT'], {})).status).toBe(429)
    expect((await ask(other, ['TEN'], { clientAddress: '192.0.2.7' })).status).toBe(200)
    const body = { items: [{ sku: 'FAN', quantity: 2 }], coupons: ['TEN', 'GIFT'] }
    const { answer } = await call(other, StartCheckout, startCheckout, { body, shopping: swedish() })
    expect(JSON.parse((await cartRow(shop.db, answer.checkout_id))?.coupons ?? '')).toEqual(['TEN'])
    clock.advance(11 * 60)
    for (let at = 100; at < 160; at += 20)
      await ask(
        shop,
        Array.from({ length: 20 }, (_, next) => guess(at + next)),
        {},
      )
    expect((await ask(other, ['TEN'], {})).status).toBe(429)
    await other.close()
  })

  test("a checkout's code is kept and applies, even when no more guesses are allowed", async () => {
    const clock = movableClock()
    await using shop = await fixtureShop(clock)
    const items = [{ sku: 'FAN', quantity: 2 }]
    const start = async (body: object) =>
      (await call(shop, StartCheckout, startCheckout, { body: { items, ...body }, shopping: swedish() })).answer
    const kept = async (id: string) => JSON.parse((await cartRow(shop.db, id))?.coupons ?? '') as unknown
    const { checkout_id: id } = await start({ coupons: ['TEN'] })
    clock.advance(11 * 60)
    for (let at = 0; at < 60; at += 20)
      await ask(
        shop,
        Array.from({ length: 20 }, (_, next) => guess(at + next)),
        {},
      )
    expect((await ask(shop, ['GIFT'], {})).status).toBe(429)
    expect(await start({ coupons: ['TEN'], checkout_order_id: id })).toEqual({
      checkout_id: id,
      path: expect.any(String),
    })
    expect(await kept(id)).toEqual(['TEN'])
    await call(shop, SyncCart, syncCart, {
      body: { items, coupons: ['TEN', guess(1)], checkout_order_id: id },
      shopping: swedish(),
    })
    expect(await kept(id)).toEqual(['TEN'])
    expect(await start({ coupons: ['TEN', 'GIFT'], checkout_order_id: id })).toMatchObject({
      unchecked_codes: ['GIFT'],
    })
    expect(await kept(id)).toEqual(['TEN'])
  })

  test('a code in use stays accepted, so that a later limit takes nothing from its cart', async () => {
    const clock = movableClock()
    await using shop = await fixtureShop(clock)
    for (let minute = 0; minute < 20; minute += 5) {
      await ask(shop, ['TEN'], {})
      clock.advance(300)
    }
    for (let at = 0; at < 60; at += 20)
      await ask(
        shop,
        Array.from({ length: 20 }, (_, next) => guess(at + next)),
        {},
      )
    const { answer } = await call(shop, StartCheckout, startCheckout, {
      body: { items: [{ sku: 'FAN', quantity: 2 }], coupons: ['TEN'] },
      shopping: swedish(),
    })
    expect(JSON.parse((await cartRow(shop.db, answer.checkout_id))?.coupons ?? '')).toEqual(['TEN'])
  })

  test('a tab without codes lets the checkout keep its own, and receives them', async () => {
    await using shop = await fixtureShop()
    const items = [{ sku: 'FAN', quantity: 2 }]
    const id = await storeCart(shop, swedish(), { checkoutId: null, items, coupons: ['TEN'] })
    const body = { items, coupons: [], keep_codes: true, checkout_order_id: id }
    const { headers } = await call(shop, SyncCart, syncCart, { body, shopping: swedish() })
    expect(headers.get('x-cart-codes')).toBe('TEN')
    await call(shop, StartCheckout, startCheckout, { body, shopping: swedish() })
    expect(JSON.parse((await cartRow(shop.db, id))?.coupons ?? '')).toEqual(['TEN'])
    await call(shop, SyncCart, syncCart, { body: { ...body, keep_codes: false }, shopping: swedish() })
    expect(JSON.parse((await cartRow(shop.db, id))?.coupons ?? '')).toEqual([])
  })

  test('the checkout reports an unchecked code, and keeps its other codes', async () => {
    await using shop = await fixtureShop()
    const id = await storeCart(shop, swedish(), {
      checkoutId: null,
      items: [{ sku: 'FAN', quantity: 2 }],
      coupons: ['TEN'],
    })
    for (let at = 0; at < 60; at += 20)
      await ask(
        shop,
        Array.from({ length: 20 }, (_, next) => guess(at + next)),
        {},
      )
    const answer = await sendCheckout(shop, 'sv', id, { action: 'coupon', coupon: 'GIFT' }, somebody())
    expect(answer).toMatchObject({ page: { coupons: ['TEN'], refusedCoupons: [{ code: 'GIFT', reason: 'too_many' }] } })
  })
})
