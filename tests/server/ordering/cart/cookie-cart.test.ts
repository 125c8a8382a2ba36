import { beforeEach, expect, test } from 'vitest'
import { formatAtc, parseAtc } from '../../../../src/domain/cart/atc.ts'
import { parseCookieCart } from '../../../../src/domain/cart/cookie-cart.ts'
import { rememberOrder } from '../../../../src/server/identity/sessions/known-orders.ts'
import { deleteOrderedCookie } from '../../../../src/server/ordering/cart/cookie-cart.ts'
import type { Visitor } from '../../../../src/server/ordering/cart/guarded-codes.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { buy, countOf, fixtureShop, somebody, swedish } from '../checkout/buyer.ts'
import { visitCheckout } from '../checkout/visit-checkout.ts'

let visitor: Visitor

beforeEach(() => {
  visitor = somebody()
})

const ask = (shop: Shop, id?: string, init?: RequestInit) =>
  visitCheckout(shop, swedish(), id, new Request('http://shop.test/sv/checkout', init), visitor)
const post = (shop: Shop, fields: Record<string, string>) =>
  ask(shop, undefined, { method: 'POST', body: new URLSearchParams(fields) })
const atc = (...parts: [string, number][]) => formatAtc(parts.map(([sku, quantity]) => ({ sku, quantity })))
const cookie = () => visitor.cookies.get('cart')?.value

/** The content of the cart page. */
async function shown(shop: Shop): Promise<[string, number][]> {
  const answer = await ask(shop)
  if (answer.kind === 'empty') return []
  if (answer.kind !== 'cart') throw new Error(`No cart but ${answer.kind}.`)
  return answer.page.lines.map(({ sku, quantity }) => [sku, quantity])
}

async function goToCheckout(shop: Shop): Promise<string> {
  const answer = await post(shop, { action: 'checkout' })
  return answer.kind === 'go' ? (answer.path.split('/').at(-1) ?? '') : ''
}

test('without scripts parts are added one after the other, and the cookie holds them in the atc format', async () => {
  await using shop = await fixtureShop()
  expect(await post(shop, { atc: atc(['FAN', 1]), quantity: '2' })).toEqual({ kind: 'go', path: '/sv/checkout' })
  await post(shop, { atc: atc(['RAM', 1]) })
  await post(shop, { atc: atc(['FAN', 1]) })
  expect(parseAtc(cookie() ?? '')).toEqual([
    { sku: 'FAN', quantity: 3 },
    { sku: 'RAM', quantity: 1 },
  ])
  expect(await shown(shop)).toEqual([
    ['FAN', 3],
    ['RAM', 1],
  ])
  expect(await countOf(shop, 'carts')).toBe(0)
})

test('quantities are changed, lines are removed, and the last one removes the cookie', async () => {
  await using shop = await fixtureShop()
  await post(shop, { atc: atc(['FAN', 1], ['RAM', 2]) })
  await post(shop, { action: 'update', 'quantity:FAN': '4', 'quantity:RAM': '-7' })
  expect(await shown(shop)).toEqual([['FAN', 4]])
  await post(shop, { 'quantity:FAN': 'many', action: 'update' })
  expect([await shown(shop), cookie()]).toEqual([[], undefined])
  await post(shop, { atc: atc(['FAN', 1], ['RAM', 2]) })
  await post(shop, { remove: 'RAM' })
  expect(await shown(shop)).toEqual([['FAN', 1]])
})

test('the checkout has the lines, keeps its id with new ones, and its order empties the cart', async () => {
  await using shop = await fixtureShop()
  await post(shop, { atc: atc(['FAN', 1]) })
  const checkoutId = await goToCheckout(shop)
  expect(parseCookieCart(cookie())).toEqual({ items: [{ sku: 'FAN', quantity: 1 }], checkoutId, isSaved: false })
  await post(shop, { atc: atc(['RAM', 1]) })
  expect(await goToCheckout(shop)).toBe(checkoutId)
  const answer = await ask(shop, checkoutId)
  expect(answer.kind === 'page' ? answer.page.lines.map(({ sku }) => sku) : answer.kind).toEqual(['FAN', 'RAM'])
  const placed = await buy(shop, checkoutId)
  rememberOrder(shop, visitor.cookies, { id: placed.kind === 'placed' ? placed.orderId : '' })
  expect(await shown(shop)).toEqual([])
  deleteOrderedCookie(visitor.cookies, 'another')
  expect(cookie()).toBeDefined()
  deleteOrderedCookie(visitor.cookies, checkoutId)
  expect(cookie()).toBeUndefined()
})

test('carts too large for a cookie are stored on the server: long carts and intervals', async () => {
  await using shop = await fixtureShop()
  const many = Array.from({ length: 190 }, (_, at): [string, number] => [`A-LONG-PART-NUMBER-${at}`, 1])
  await post(shop, { atc: atc(['FAN', 2], ...many) })
  expect(encodeURIComponent(cookie() ?? '').length).toBeLessThan(100)
  expect(await shown(shop)).toEqual([['FAN', 2]])
  await post(shop, { atc: atc(['RAM', 1]), interval: '30' })
  expect(await shown(shop)).toEqual([
    ['FAN', 2],
    ['RAM', 1],
  ])
  expect(await countOf(shop, 'carts')).toBe(1)
})

test('an invalid cart is reported, and a foreign cookie is read as far as possible', async () => {
  await using shop = await fixtureShop()
  for (const body of [new URLSearchParams({ atc: 'garbage' }), new URLSearchParams(), 'no form']) {
    expect(await ask(shop, undefined, { method: 'POST', body })).toEqual({ kind: 'empty', status: 422 })
  }
  for (const value of ['', '~', '%%%', '~unknown', '~'.repeat(4_000), `${'A'.repeat(4_000)}~x`]) {
    visitor.cookies.set('cart', value)
    expect(await shown(shop), value.slice(0, 20)).toEqual([])
  }
  visitor.cookies.set('cart', `${atc(['FAN', 1], ['no such part', 3])}~unknown`)
  expect(await shown(shop)).toEqual([['FAN', 1]])
})
