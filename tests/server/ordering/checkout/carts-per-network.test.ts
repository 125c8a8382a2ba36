import { expect, test } from 'vitest'
import { StartCheckout } from '../../../../src/contracts/calls/start-checkout.ts'
import { formatAtc } from '../../../../src/domain/cart/atc.ts'
import { startCheckout } from '../../../../src/server/ordering/checkout/start-checkout.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { freshShop } from '../../../support/test-shop.ts'
import { call, jar } from '../../call.ts'
import { addCustomer } from '../../identity/shopper.ts'
import { countOf, movableClock, swedish } from './buyer.ts'
import { visitCheckout } from './visit-checkout.ts'

const fan = [{ sku: 'FAN', quantity: 2 }]
type Who = { clientAddress?: string; customerId?: string }
const ask = (shop: Shop, who: Who, body = {}) =>
  call(shop, StartCheckout, startCheckout, { body: { items: fan, ...body }, shopping: swedish(), ...who })
const address = (end: string) => ({ clientAddress: `2001:db8:1:2::${end}` })
const refused = { status: 429, answer: { code: 'too_many_carts' } }

test('a network stores as many new carts an hour as the setting allows, from any of its addresses', async () => {
  const clock = movableClock()
  await using shop = await freshShop({ seeded: true, now: clock.now, settings: { CARTS_PER_NETWORK: '3' } })
  const all = await Promise.all(Array.from({ length: 20 }, (_, at) => ask(shop, address(at.toString(16)))))
  expect([all.filter(({ status }) => status === 200).length, await countOf(shop, 'carts')]).toEqual([3, 3])
  const late = await ask(shop, address('ff'))
  expect(late).toMatchObject(refused)
  expect(Number(late.headers.get('Retry-After'))).toBeGreaterThan(3_000)
  expect(await ask(shop, { clientAddress: '2001:db8:1:3::1' })).toMatchObject({ status: 200 })

  const known = all.find(({ status }) => status === 200)?.answer.checkout_id
  expect(await ask(shop, address('1'), { checkout_order_id: known })).toMatchObject({
    status: 200,
    answer: { checkout_id: known },
  })
  clock.advance(3_601)
  expect(await ask(shop, address('ff'))).toMatchObject({ status: 200 })
})

test('in a day a network stores five times as many as in an hour', async () => {
  const clock = movableClock()
  await using shop = await freshShop({ seeded: true, now: clock.now, settings: { CARTS_PER_NETWORK: '2' } })
  for (let hour = 0; hour < 5; hour += 1) {
    for (const end of ['1', '2']) expect(await ask(shop, address(end))).toMatchObject({ status: 200 })
    clock.advance(3_601)
  }
  const late = await ask(shop, address('3'))
  expect(late).toMatchObject(refused)
  expect(Number(late.headers.get('Retry-After'))).toBeGreaterThan(60_000)
  clock.advance(86_400)
  expect(await ask(shop, address('3'))).toMatchObject({ status: 200 })
})

test('a signed-in customer is counted separately, and does not affect neighbours', async () => {
  await using shop = await freshShop({ seeded: true, settings: { CARTS_PER_NETWORK: '2' } })
  for (const id of ['anna', 'bo']) await addCustomer(shop, { id })
  for (const who of [{}, {}, { customerId: 'anna' }, { customerId: 'anna' }, { customerId: 'bo' }]) {
    expect(await ask(shop, who)).toMatchObject({ status: 200 })
  }
  expect(await ask(shop, {})).toMatchObject(refused)
  expect(await ask(shop, { customerId: 'anna', clientAddress: '192.0.2.7' })).toMatchObject(refused)
})

test('0 means no limit', async () => {
  await using shop = await freshShop({ seeded: true, settings: { CARTS_PER_NETWORK: '0' } })
  for (let at = 0; at < 12; at += 1) expect(await ask(shop, {})).toMatchObject({ status: 200 })
})

test('without scripts the cart stays in the browser, and its page says so', async () => {
  await using shop = await freshShop({ seeded: true, settings: { CARTS_PER_NETWORK: '1' } })
  expect(await ask(shop, {})).toMatchObject({ status: 200 })
  const cookies = new Map<string, string>()
  const visit = (query = '', posted?: Record<string, string>) =>
    visitCheckout(
      shop,
      swedish(),
      undefined,
      new Request(
        `http://shop.test/sv/checkout${query}`,
        posted ? { method: 'POST', body: new URLSearchParams(posted) } : {},
      ),
      { customerId: null, clientAddress: '127.0.0.1', cookies: jar(cookies) },
    )
  await visit('', { atc: formatAtc(fan) })
  const before = cookies.get('cart')
  expect(await visit('', { action: 'checkout' })).toEqual({ kind: 'go', path: '/sv/checkout?later=1' })
  expect(cookies.get('cart')).toBe(before)
  expect(await visit('?later=1')).toMatchObject({
    kind: 'cart',
    page: { isLater: true, lines: [{ sku: 'FAN', quantity: 2 }] },
  })
  expect(await visit()).toMatchObject({ kind: 'cart', page: { isLater: false } })
  expect(await countOf(shop, 'carts')).toBe(1)
})
