import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { webhookBody, isWebhookEvent } from '../../../src/contracts/calls/webhook-events.ts'
import { applyRetention } from '../../../src/server/jobs/retention.ts'
import { orderById } from '../../../src/server/ordering/orders/queries.ts'
import { receiveReturn } from '../../../src/server/ordering/returns/receive-return.ts'
import { requestReturn } from '../../../src/server/ordering/returns/request-return.ts'
import { deliveriesTo } from '../../../src/server/platform/webhooks/delivery-queries.ts'
import {
  pauseEndpoint,
  resumeEndpoint,
  rotateSecret,
  testEndpoint,
} from '../../../src/server/platform/webhooks/webhook-endpoints.ts'
import { endpointById } from '../../../src/server/platform/webhooks/webhook-queries.ts'
import { notifyEndpoints } from '../../../src/server/platform/webhooks/write-deliveries.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { fixtureShop, movableClock } from '../ordering/checkout/buyer.ts'
import { confirmed, delivered } from '../ordering/orders/parcels.ts'
import { actor, answerWith, listening, receiver, sendDue, typesOf, type Got } from './receiver.ts'

const day = 86_400

/** What a receiver does: the signature over the raw text, by one of its secrets, and not older than five minutes. */
function isGenuine({ headers, text }: Got, secret: string, now: Date): boolean {
  const [id, at] = [String(headers['webhook-id']), String(headers['webhook-timestamp'])]
  if (Math.abs(now.getTime() / 1000 - Number(at)) > 300) return false
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const expected = `v1,${createHmac('sha256', key).update(`${id}.${at}.${text}`).digest('base64')}`
  return String(headers['webhook-signature']).split(' ').includes(expected)
}

const statesOf = async (shop: Shop, id: string) =>
  (await deliveriesTo(shop.db, id, { limit: 100 })).map(({ state }) => state)

test('tells an endpoint what it has chosen of an order, in order, signed, by the schema', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  await using other = await receiver()
  const events = ['order.placed', 'order.confirmed', 'order.parcel_sent', 'order.delivered'] as const
  const { id, secret } = await listening(shop, other.url, events)
  const orderId = await delivered(shop, [['FAN', 2]])
  await sendDue(shop)
  expect(typesOf(other)).toEqual([...events])
  for (const got of other.got) {
    expect(isGenuine(got, secret, clock.now())).toBe(true)
    const { type } = got.body as { type: string }
    if (!isWebhookEvent(type)) throw new Error(type)
    expect(webhookBody(type).parse(got.body)).toEqual(got.body)
    expect(got.text).not.toMatch(/Anna|@|Storgatan|\b070[- ]|123 45/i)
  }
  const order = await orderById(shop.db, orderId)
  expect(other.got[1]?.body.data.order).toMatchObject({
    number: order?.number,
    total: order?.total,
    lines: [{ sku: 'FAN', quantity: 2 }],
  })
  expect(new Set(other.got.map(({ headers }) => headers['webhook-id'])).size).toBe(4)
  expect(await statesOf(shop, id)).toEqual(['delivered', 'delivered', 'delivered', 'delivered'])
  await sendDue(shop)
  expect(other.got).toHaveLength(4)
})

test('tells of returns: asked, received, refunded', async () => {
  await using shop = await fixtureShop()
  await using other = await receiver()
  await listening(shop, other.url, ['return.requested', 'return.received', 'return.refunded'])
  const orderId = await delivered(shop, [['FAN', 2]])
  const units = [{ position: 1, quantity: 2, reason: 'faulty' as const }]
  const { id: returnId } = await requestReturn(shop, { orderId, actor: 'shopper', message: 'secret words', units })
  await receiveReturn(shop, { returnId, actor: 'operator', isRestocked: true, isRefunded: true })
  await sendDue(shop)
  expect(typesOf(other)).toEqual(['return.requested', 'return.received', 'return.refunded'])
  expect(other.got.map(({ body }) => [body.data.return.status, body.data.return.lines[0].refunded])).toEqual([
    ['requested', 0],
    ['received', 0],
    ['refunded', 2],
  ])
  expect(JSON.stringify(other.got)).not.toContain('secret words')
})

test('an event that is rolled back is told to nobody', async () => {
  await using shop = await fixtureShop()
  await using other = await receiver()
  await listening(shop, other.url, ['stock.changed'])
  const event = { event: 'stock.changed', subject: 'x', at: shop.now() } as const
  const told = (isUndone: boolean) =>
    shop.db.transaction().execute(async (trx) => {
      await notifyEndpoints(trx, event, () => Promise.resolve({ items: [] }))
      if (isUndone) throw new Error('undone')
    })
  await expect(told(true)).rejects.toThrow('undone')
  await sendDue(shop)
  expect(other.got).toEqual([])
  await told(false)
  await sendDue(shop)
  expect(other.got).toHaveLength(1)
})

test('a new secret signs beside the old one for a day, and then alone; a repeated request is seen as old', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  await using other = await receiver()
  const { id, secret } = await listening(shop, other.url, ['order.confirmed'])
  const renewed = await rotateSecret(shop, actor, id)
  expect(renewed).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  const last = async () => {
    await testEndpoint(shop, actor, id)
    await sendDue(shop)
    const got = other.got.at(-1)
    if (!got) throw new Error('Nothing came.')
    return got
  }
  const got = await last()
  expect([isGenuine(got, secret, clock.now()), isGenuine(got, renewed, clock.now())]).toEqual([true, true])
  expect(isGenuine({ ...got, text: got.text.replace('reaches', 'pays') }, renewed, clock.now())).toBe(false)
  const newId = { ...got, headers: { ...got.headers, 'webhook-id': 'evt_other' } }
  expect(isGenuine(newId, renewed, clock.now())).toBe(false)
  clock.advance(301)
  expect(isGenuine(got, renewed, clock.now())).toBe(false)
  clock.advance(day)
  const later = await last()
  expect([isGenuine(later, secret, clock.now()), isGenuine(later, renewed, clock.now())]).toEqual([false, true])
  const said = JSON.stringify([
    await shop.db.selectFrom('audit_log').selectAll().execute(),
    await shop.db.selectFrom('webhook_deliveries').selectAll().execute(),
    await shop.db.selectFrom('outbox').selectAll().execute(),
  ])
  for (const each of [secret, renewed]) expect(said).not.toContain(each.slice(6))
})

test('an endpoint that says that it is gone is switched off at once; a paused one is told nothing', async () => {
  await using shop = await fixtureShop()
  await using other = await receiver()
  const { id } = await listening(shop, other.url, ['order.confirmed'])
  await pauseEndpoint(shop, actor, id)
  await confirmed(shop, [['FAN', 1]])
  await resumeEndpoint(shop, actor, id)
  await sendDue(shop)
  expect(other.got).toEqual([])
  other.answer = answerWith(410)
  await testEndpoint(shop, actor, id)
  await sendDue(shop)
  expect((await endpointById(shop.db, id))?.state).toBe('off')
  await expect(testEndpoint(shop, actor, id)).rejects.toThrow('paused or switched off')
})

test('the log is kept for thirty days', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  await using other = await receiver()
  const { id } = await listening(shop, other.url, ['order.confirmed'])
  await testEndpoint(shop, actor, id)
  await sendDue(shop)
  clock.advance(29 * day)
  await applyRetention(shop)
  expect(await statesOf(shop, id)).toEqual(['delivered'])
  clock.advance(2 * day)
  await applyRetention(shop)
  expect(await statesOf(shop, id)).toEqual([])
  expect(await shop.db.selectFrom('webhook_attempts').selectAll().execute()).toEqual([])
})
