import { expect, test } from 'vitest'
import { orderEditScreen } from '../../../src/server/console/orders/edit-page.ts'
import { orderScreen } from '../../../src/server/console/orders/order-page.ts'
import { ordersScreen } from '../../../src/server/console/orders/orders-page.ts'
import { packingScreen } from '../../../src/server/console/packing/packing-page.ts'
import { releaseHold } from '../../../src/server/ordering/fulfilment/release-hold.ts'
import { shipOrder } from '../../../src/server/ordering/fulfilment/ship-order.ts'
import { orderById } from '../../../src/server/ordering/orders/queries.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { confirmed } from '../ordering/orders/parcels.ts'
import { contentOf, outcome, signedIn } from './at-console.ts'

async function shopWithOrder() {
  const shop = await fixtureShop()
  const [seller, id] = [await signedIn(shop, 'manager'), await confirmed(shop, [['FAN', 2]])]
  const params = { number: (await orderById(shop.db, id))?.number ?? '' }
  const page = () => contentOf(shop, seller, orderScreen, { params })
  const act = async (action: string, more = {}) =>
    outcome(shop, seller, orderScreen, { params, form: { action, version: (await page()).version, ...more } })
  const packable = async () => (await contentOf(shop, seller, packingScreen)).rows.length
  return { shop, seller, id, params, page, act, packable, [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose]() }
}

test('an order is put on hold with a reason, is not packed or shipped, and goes on when it is released', async () => {
  await using at = await shopWithOrder()
  const { shop, id } = at
  expect((await at.act('hold', { reason: ' ' })).fault).toBe('Write why the order waits.')
  expect(await at.packable()).toBe(1)
  expect((await at.act('hold', { reason: 'Wrong door code' })).status).toBe(303)
  expect(await at.page()).toMatchObject({
    hold: 'by_hand',
    holdReason: 'Wrong door code',
    may: { hold: false, ship: false, process: false, release: true, edit: true },
  })
  expect(await at.packable()).toBe(0)
  await expect(shipOrder(shop, { orderId: id, actor: 'test', carrier: '', trackingNumber: '' })).rejects.toThrow('hold')
  expect((await at.act('hold', { reason: 'Again' })).fault).toContain('on hold')
  expect((await at.act('release')).status).toBe(303)
  expect(await at.page()).toMatchObject({ hold: null, holdReason: '', may: { hold: true, ship: true } })
  expect((await at.act('ship', { key: 'k', 'units:1': '2' })).status).toBe(303)
  expect((await at.act('hold', { reason: 'Too late' })).status).toBe(422)
  const log = await shop.db.selectFrom('audit_log').select('operation').where('subject_kind', '=', 'order').execute()
  expect(log.map(({ operation }) => operation)).toEqual(['orders.hold', 'orders.release', 'orders.ship'])
})

test('a hold by hand outlives a change of the order and the payment of what it costs more', async () => {
  await using at = await shopWithOrder()
  await at.act('hold', { reason: 'Ask first' })
  const { address, method, point, version } = await contentOf(at.shop, at.seller, orderEditScreen, at)
  const form = { ...address, method, point, version, 'units:1': '3', action: 'save', expected: '34600' }
  expect((await outcome(at.shop, at.seller, orderEditScreen, { params: at.params, form })).status).toBe(303)
  expect(await orderById(at.shop.db, at.id)).toMatchObject({ hold: 'by_hand', unpaid_difference: 9_900 })
  expect((await at.act('release')).status).toBe(303)
  expect(await at.page()).toMatchObject({ hold: 'unpaid_difference', may: { ship: false, release: true } })
})

test('a release is told to other systems, and delivers nothing a second time', async () => {
  await using at = await shopWithOrder()
  const told = () => at.shop.db.selectFrom('outbox').select('kind').execute()
  const before = (await told()).length
  await at.act('hold', { reason: 'Ask first' })
  await releaseHold(at.shop, { orderId: at.id, actor: 'test' })
  expect(await told()).toHaveLength(before)
})

test('many orders are put on hold with one reason, and those held by hand are released together', async () => {
  await using shop = await fixtureShop()
  const browser = await signedIn(shop, 'seller')
  const [one, two] = [await confirmed(shop, [['FAN', 1]]), await confirmed(shop, [['BAT', 1]])]
  const risky = await confirmed(shop, [['RAM', 1]])
  await shop.db.updateTable('orders').set({ hold: 'known_organization' }).where('id', '=', risky).execute()
  const row = [one, two, risky]
  const send = (action: string, reason: string, key: string) =>
    outcome(shop, browser, ordersScreen, { form: { action, key, reason, row } })
  const holdsOf = async () => {
    const rows = await shop.db.selectFrom('orders').select(['id', 'hold']).where('id', 'in', row).execute()
    return row.map((id) => rows.find((each) => each.id === id)?.hold)
  }
  expect(await send('hold', '', '0190a0c0-0000-7000-8000-000000000001')).toMatchObject({ status: 422 })
  expect(await holdsOf()).toEqual([null, null, 'known_organization'])
  await send('hold', 'the batch is recalled', '0190a0c0-0000-7000-8000-000000000002')
  expect(await holdsOf()).toEqual(['by_hand', 'by_hand', 'known_organization'])
  const notes = await shop.db.selectFrom('order_events').select('note').where('order_id', 'in', [one, two]).execute()
  expect(notes.filter(({ note }) => note === 'on hold: the batch is recalled')).toHaveLength(2)
  await send('release', '', '0190a0c0-0000-7000-8000-000000000003')
  expect(await holdsOf()).toEqual([null, null, 'known_organization'])
})
