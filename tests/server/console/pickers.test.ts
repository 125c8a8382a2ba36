import { expect, test } from 'vitest'
import { packingScreen } from '../../../src/server/console/packing/packing-page.ts'
import { packOrderScreen } from '../../../src/server/console/packing/scan-page.ts'
import { shipOrder } from '../../../src/server/ordering/fulfilment/ship-order.ts'
import { orderById } from '../../../src/server/ordering/orders/queries.ts'
import { auditOf } from '../../../src/server/platform/audit/audit-queries.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { fixtureShop, movableClock } from '../ordering/checkout/buyer.ts'
import { confirmed } from '../ordering/orders/parcels.ts'
import { contentOf, outcome, signedIn, type Browser } from './at-console.ts'

const send = (shop: Shop, browser: Browser, action: string, row: readonly string[]) =>
  outcome(shop, browser, packingScreen, { form: { action, key: 'x', row } })
const listed = async (shop: Shop, browser: Browser, picker = '') => {
  const { rows } = await contentOf(shop, browser, packingScreen, { query: { picker } })
  return rows.map(({ id, cells }) => [id, cells['picker']?.text])
}
const some = async (shop: Shop, count: number) => {
  const ids: string[] = []
  for (let at = 0; at < count; at++) ids.push(await confirmed(shop, [['FAN', 1]]))
  return ids
}

test('a person takes orders, others see whose they are, and they are given back', async () => {
  await using shop = await fixtureShop()
  const [one = '', two = '', three = ''] = await some(shop, 3)
  const [anna, olof] = [await signedIn(shop, 'warehouse'), await signedIn(shop, 'owner')]
  expect((await send(shop, anna, 'take', [one, two])).status).toBe(303)
  expect(await listed(shop, olof)).toEqual([
    [one, 'The warehouse'],
    [two, 'The warehouse'],
    [three, ''],
  ])
  expect((await listed(shop, anna, 'mine')).map(([id]) => id)).toEqual([one, two])
  expect((await listed(shop, olof, 'mine')).map(([id]) => id)).toEqual([])
  expect((await listed(shop, olof, 'nobody')).map(([id]) => id)).toEqual([three])
  const number = (await orderById(shop.db, one))?.number ?? ''
  const packing = async (browser: Browser) =>
    (await contentOf(shop, browser, packOrderScreen, { params: { number } })).picker
  expect([await packing(anna), await packing(olof)]).toEqual([null, 'The warehouse'])
  expect((await send(shop, olof, 'give_back', [one])).status).toBe(422)
  expect((await send(shop, anna, 'give_back', [one])).status).toBe(303)
  expect((await listed(shop, anna, 'mine')).map(([id]) => id)).toEqual([two])
  expect((await auditOf(shop.db, { kind: 'order', id: one })).map(({ operation }) => operation).sort()).toEqual([
    'packing.give_back',
    'packing.take',
  ])
})

test('of two people who take the same orders at once, each order is one person’s alone', async () => {
  await using shop = await fixtureShop()
  const ids = await some(shop, 6)
  const people = await Promise.all(['warehouse', 'owner', 'manager'].map((role) => signedIn(shop, role)))
  await Promise.all(people.map((browser, at) => send(shop, browser, 'take', at === 1 ? ids.toReversed() : ids)))
  const own = await Promise.all(people.map(async (browser) => (await listed(shop, browser, 'mine')).map(([id]) => id)))
  expect(own.flat().sort()).toEqual([...ids].sort())
  for (const id of ids)
    expect((await auditOf(shop.db, { kind: 'order', id })).map(({ operation }) => operation)).toEqual(['packing.take'])
})

test('orders of others, shipped and unknown ones are refused, and the rest is taken', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const [theirs = '', shipped = '', free = ''] = await some(shop, 3)
  const [anna, olof] = [await signedIn(shop, 'warehouse'), await signedIn(shop, 'owner')]
  await send(shop, olof, 'take', [theirs])
  await shipOrder(shop, { orderId: shipped, actor: 'operator', carrier: '', trackingNumber: 'X' })
  expect(await send(shop, anna, 'take', [theirs, shipped, free, 'x', "' or 1=1 --"])).toMatchObject({
    status: 422,
    fault: 'Some of these could not be changed: they are another person’s, or no longer to be packed.',
  })
  expect((await listed(shop, anna, 'mine')).map(([id]) => id)).toEqual([free])
  expect((await send(shop, anna, 'take', [])).status).toBe(422)
  // The next shift takes over what was left.
  clock.advance(12 * 3600 + 1)
  const late = await signedIn(shop, 'warehouse')
  expect((await listed(shop, late, 'nobody')).map(([id]) => id)).toEqual([theirs, free])
  expect((await send(shop, late, 'take', [theirs])).status).toBe(303)
  expect(await listed(shop, late, 'mine')).toEqual([[theirs, 'The warehouse']])
})
