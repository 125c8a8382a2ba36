import { expect, test } from 'vitest'
import { orderEditScreen } from '../../../src/server/console/orders/edit-page.ts'
import { orderScreen } from '../../../src/server/console/orders/order-page.ts'
import { packingScreen } from '../../../src/server/console/packing/packing-page.ts'
import { releaseHold } from '../../../src/server/ordering/fulfilment/release-hold.ts'
import { shipOrder } from '../../../src/server/ordering/fulfilment/ship-order.ts'
import { orderById } from '../../../src/server/ordering/orders/queries.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { confirmed } from '../ordering/orders/parcels.ts'
import { contentOf, outcome, signedIn } from './at-console.ts'

async function desk() {
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
  await using at = await desk()
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
  await using at = await desk()
  await at.act('hold', { reason: 'Ask first' })
  const { address, method, point, version } = await contentOf(at.shop, at.seller, orderEditScreen, at)
  const form = { ...address, method, point, version, 'units:1': '3', action: 'save', expected: '34600' }
  expect((await outcome(at.shop, at.seller, orderEditScreen, { params: at.params, form })).status).toBe(303)
  expect(await orderById(at.shop.db, at.id)).toMatchObject({ hold: 'by_hand', unpaid_difference: 9_900 })
  expect((await at.act('release')).status).toBe(303)
  expect(await at.page()).toMatchObject({ hold: 'unpaid_difference', may: { ship: false, release: true } })
})

test('a release is told to other systems, and delivers nothing a second time', async () => {
  await using at = await desk()
  const told = () => at.shop.db.selectFrom('outbox').select('kind').execute()
  const before = (await told()).length
  await at.act('hold', { reason: 'Ask first' })
  await releaseHold(at.shop, { orderId: at.id, actor: 'test' })
  expect(await told()).toHaveLength(before)
})
