import { expect, test } from 'vitest'
import { maxLabels, readLabels } from '../../../src/domain/orders/order-labels.ts'
import { orderScreen } from '../../../src/server/console/orders/order-page.ts'
import { ordersScreen } from '../../../src/server/console/orders/orders-page.ts'
import { anonymizeOrder } from '../../../src/server/ordering/account/anonymize-queries.ts'
import { exportedOrder } from '../../../src/server/ordering/account/export-customer.ts'
import { labelsOf } from '../../../src/server/ordering/orders/labels/label-queries.ts'
import { orderById } from '../../../src/server/ordering/orders/queries.ts'
import { askApi, newApiKey } from '../api/api-caller.ts'
import { fixtureShop, movableClock } from '../ordering/checkout/buyer.ts'
import { confirmed } from '../ordering/orders/parcels.ts'
import { contentOf, outcome, signedIn, type Browser } from './at-console.ts'

async function shopWithTwoOrders() {
  const shop = await fixtureShop(movableClock())
  const seller = await signedIn(shop, 'seller')
  const ids = [await confirmed(shop, [['FAN', 1]]), await confirmed(shop, [['FAN', 1]])] as const
  const numbers = await Promise.all(ids.map(async (id) => (await orderById(shop.db, id))?.number ?? ''))
  const params = { number: numbers[0] ?? '' }
  const act = (action: string, label: string, by: Browser = seller) =>
    outcome(shop, by, orderScreen, { params, form: { action, label } })
  const page = () => contentOf(shop, seller, orderScreen, { params })
  const listed = async (query: Record<string, string>) =>
    (await contentOf(shop, seller, ordersScreen, { search: `?${new URLSearchParams(query)}` })).rows.map(
      ({ label, cells }) => [label, cells['labels']?.text],
    )
  return {
    shop,
    seller,
    ids,
    numbers,
    act,
    page,
    listed,
    [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose](),
  }
}

test('an order is labelled, found by a label in any case, and the label is taken off again', async () => {
  await using at = await shopWithTwoOrders()
  expect((await at.act('label', ' VIP ,  ring   first, vip')).status).toBe(303)
  expect((await at.act('label', 'Vip')).status).toBe(303)
  expect(await at.page()).toMatchObject({ labels: ['ring first', 'VIP'], knownLabels: ['ring first', 'VIP'] })
  expect(await at.listed({ label: 'vIp' })).toEqual([[at.numbers[0], 'ring first, VIP']])
  expect(await at.listed({ label: 'vi' })).toEqual([])
  expect((await at.listed({})).map(([number]) => number)).toEqual([at.numbers[1], at.numbers[0]])
  const api = await askApi(at.shop, 'GET', '/api/v1/orders', { authorization: `Bearer ${await newApiKey(at.shop)}` })
  expect(api.body.orders.map(({ labels }: { labels: string[] }) => labels)).toEqual([['ring first', 'VIP'], []])
  const order = await orderById(at.shop.db, at.ids[0])
  expect(order && (await exportedOrder(at.shop.db, order)).labels).toEqual(['ring first', 'VIP'])
  expect((await at.act('unlabel', 'vip')).status).toBe(303)
  expect((await at.act('unlabel', 'vip')).status).toBe(303)
  expect((await at.page()).labels).toEqual(['ring first'])
  const log = await at.shop.db.selectFrom('audit_log').select(['operation', 'after']).orderBy('seq').execute()
  const own = log.filter(({ operation }) => operation.endsWith('label'))
  // What changes nothing is not in the log.
  expect(own.map(({ operation }) => operation)).toEqual(['orders.label', 'orders.unlabel'])
  // It outlives the erasure of a buyer, whom labels may be about.
  expect(own[0]?.after).toBe('{"labels":["…","…"]}')
})

test('a label that cannot be is refused and kept in its field, and ten at most stand on an order', async () => {
  await using at = await shopWithTwoOrders()
  for (const label of ['', ' , ', 'x'.repeat(31), '\u0007']) {
    const refused = await at.act('label', label)
    expect(refused.status, JSON.stringify(label)).toBe(422)
    expect(refused.fault).toBe('Write a label of 1 to 30 characters, or several with commas between.')
  }
  // Forms leave out control characters.
  expect((await at.act('label', 'a\u0007b')).status).toBe(303)
  const many = Array.from({ length: maxLabels - 1 }, (_, each) => `label ${each}`)
  expect((await at.act('label', many.join(','))).status).toBe(303)
  expect((await at.act('label', 'one more')).fault).toBe('An order has at most 10 labels. Take one off first.')
  expect((await at.page()).labels).toEqual(['ab', ...many])
  const warehouse = await signedIn(at.shop, 'warehouse')
  expect((await at.act('label', 'x', warehouse)).status).toBe(403)
})

test('many orders are labelled and the label taken off, and what has too many is refused alone', async () => {
  await using at = await shopWithTwoOrders()
  const [first, second] = at.ids
  const bulk = (action: string, more: Record<string, string>) =>
    outcome(at.shop, at.seller, ordersScreen, { form: { action, key: '', ...more } })
  expect((await bulk('label', { row: first, label: '' })).fault).toContain('Write a label')
  await at.act('label', Array.from({ length: maxLabels }, (_, each) => `label ${each}`).join(','))
  const asked = await bulk('label', { all: '2', label: 'trade fair' })
  expect(asked.status).toBe(200)
  expect((await bulk('label', { all: '2', sure: 'yes', reason: 'trade fair' })).status).toBe(303)
  const labels = await labelsOf(at.shop.db, at.ids)
  expect(labels.get(first)).toHaveLength(maxLabels)
  expect(labels.get(second)).toEqual(['trade fair'])
  const rows = await at.shop.db.selectFrom('bulk_rows').select(['subject_id', 'state']).execute()
  expect(new Map(rows.map(({ subject_id: id, state }) => [id, state]))).toEqual(
    new Map([
      [first, 'refused'],
      [second, 'done'],
    ]),
  )
  expect((await bulk('unlabel', { row: second, label: 'Trade Fair' })).status).toBe(303)
  expect((await labelsOf(at.shop.db, at.ids)).get(second)).toBeUndefined()
})

test('two people who label an order at once both do, and an erasure takes the labels off', async () => {
  await using at = await shopWithTwoOrders()
  const other = await signedIn(at.shop, 'manager')
  const both = await Promise.all([at.act('label', 'one'), at.act('label', 'two', other)])
  expect(both.map(({ status }) => status)).toEqual([303, 303])
  expect((await at.page()).labels).toEqual(['one', 'two'])
  const order = await orderById(at.shop.db, at.ids[0])
  if (!order) throw new Error('The order is gone.')
  await at.shop.db.transaction().execute((trx) => anonymizeOrder(trx, order))
  expect(await labelsOf(at.shop.db, at.ids)).toEqual(new Map())
})

test('labels are read with one space between words, and each once', () => {
  expect(readLabels('a,b , A,c  d')).toEqual(['a', 'b', 'c d'])
  expect(readLabels('e\u0301')).toEqual(['é'])
})
