import { expect, test } from 'vitest'
import { findScreen, hitsScreen } from '../../../src/server/console/find/find-page.ts'
import { ordersScreen } from '../../../src/server/console/orders/orders-page.ts'
import { addressJson } from '../../../src/server/platform/db/json-columns.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { confirmed } from '../ordering/orders/parcels.ts'
import { aRequest, sent } from '../ordering/requests/asker.ts'
import { contentOf, outcome, signedIn } from './at-console.ts'

/** A shop with one order of Åsa Öberg-Lind at Måleri Syd AB, and one of somebody else. */
async function shopWithOrders() {
  const shop = await fixtureShop()
  const [id, other] = [await confirmed(shop, [['FAN', 1]]), await confirmed(shop, [['FAN', 1]])]
  const { address } = await shop.db
    .selectFrom('orders')
    .select('address')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const rename = (orderId: string, phone: string, name: string, organization: string) =>
    shop.db
      .updateTable('orders')
      .set({ phone, address: addressJson.write({ ...addressJson.read(address), name, organization }) })
      .where('id', '=', orderId)
      .returning('number')
      .executeTakeFirstOrThrow()
  await rename(other, '08-123 45 67', 'Per Ek', '')
  const { number } = await rename(id, '+46 70-174 06 22', 'Åsa Öberg Lind', 'Måleri Syd AB')
  const browser = await signedIn(shop, 'seller')
  return {
    shop,
    number,
    browser,
    orders: async (q: string) => {
      const { groups } = await contentOf(shop, browser, hitsScreen, { query: { q } })
      return groups.flatMap(({ name, hits }) => (name === 'orders' ? hits.map(({ title }) => title) : []))
    },
    [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose](),
  }
}

test('an order is found by words of the name, the company, and the phone number however it is written', async () => {
  await using at = await shopWithOrders()
  for (const q of ['Öberg', 'åsa', 'lind', 'Åsa lind', 'måleri', 'SYD'])
    expect([q, await at.orders(q)]).toEqual([q, [at.number]])
  for (const q of ['0701740622', '070-174 06 22', '+46701740622', '0046 70 174 06 22', '174 06 22', '070 174 06'])
    expect([q, await at.orders(q)]).toEqual([q, [at.number]])
  for (const q of ['name', 'organization', 'city', 'Åsa Ek', 'erg', '%', '__', '99999', '0709999999', "' or 1=1 --"])
    expect([q, await at.orders(q)]).toEqual([q, []])
})

test('finds an order by a name that sounds alike when no name matches exactly', async () => {
  await using at = await shopWithOrders()
  for (const q of ['Oberg', 'asa oeberg', 'Lindh', 'Maleri', 'malerie syd'])
    expect([q, await at.orders(q)]).toEqual([q, [at.number]])
  for (const q of ['Nyberg', 'asa ek', 'oberg@', "o'; drop"]) expect([q, await at.orders(q)]).toEqual([q, []])
  const { groups } = await contentOf(at.shop, at.browser, findScreen, { query: { q: 'Oberg' } })
  expect(groups).toMatchObject([{ name: 'orders', hits: [{ title: at.number }] }])
  const list = await contentOf(at.shop, at.browser, ordersScreen, { query: { q: 'Oberg' } })
  expect([list.count, list.rows.map(({ label }) => label)]).toEqual([1, [at.number]])
})

test('an order beyond the newest ones is found by its phone and name as well', async () => {
  await using at = await shopWithOrders()
  const { seq: _seq, ...order } = await at.shop.db
    .selectFrom('orders')
    .selectAll()
    .where('number', '=', at.number)
    .executeTakeFirstOrThrow()
  const address = addressJson.write({ ...addressJson.read(order.address), name: 'Kim Dal', organization: '' })
  for (let from = 0; from < 2_000; from += 250) {
    const copies = Array.from({ length: 250 }, (_, at) => {
      const id = `copy-${from + at}`
      return { ...order, id, number: id, checkout_id: id, phone: '', email: 'k@example.com', address }
    })
    await at.shop.db.insertInto('orders').values(copies).execute()
  }
  for (const q of ['0701740622', 'måleri', 'Åsa']) expect([q, await at.orders(q)]).toEqual([q, [at.number]])
})

test('the whole number of a request leads to it, for those who may see it', async () => {
  await using at = await shopWithOrders()
  const number = await sent(at.shop, aRequest({}))
  const asked = { query: { q: number.toLowerCase() } }
  expect(await outcome(at.shop, at.browser, findScreen, asked)).toMatchObject({
    location: `/console/requests/${number}`,
  })
  const { groups } = await contentOf(at.shop, at.browser, hitsScreen, asked)
  expect(groups).toMatchObject([{ name: 'quotes', hits: [{ address: `/console/requests/${number}` }] }])
  const packer = await signedIn(at.shop, 'warehouse', 'packer@shop.example')
  expect((await contentOf(at.shop, packer, hitsScreen, asked)).groups).toEqual([])
})

test('a product is found by words of its name in any order', async () => {
  await using at = await shopWithOrders()
  const { groups } = await contentOf(at.shop, at.browser, hitsScreen, { query: { q: 'del fan' } })
  expect(groups).toMatchObject([{ name: 'products', hits: [{ title: 'FAN', detail: 'fan part' }] }])
})
