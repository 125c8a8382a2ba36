import { expect, test } from 'vitest'
import { deliverOutbox } from '../../../src/server/jobs/deliver-outbox.ts'
import { orderById } from '../../../src/server/ordering/orders/queries.ts'
import { WebhookSender } from '../../../src/server/platform/webhooks/deliver-webhooks.ts'
import { attemptsOf, deliveriesTo } from '../../../src/server/platform/webhooks/delivery-queries.ts'
import { webhookPost } from '../../../src/server/platform/webhooks/post-webhook.ts'
import {
  repeatDelivery,
  resumeEndpoint,
  testEndpoint,
} from '../../../src/server/platform/webhooks/webhook-endpoints.ts'
import { endpointById } from '../../../src/server/platform/webhooks/webhook-queries.ts'
import { writeDeliveries } from '../../../src/server/platform/webhooks/write-deliveries.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { setSettings } from '../../support/set-settings.ts'
import { readMails } from '../notifications/mail/mail-parts.ts'
import { fixtureShop, movableClock } from '../ordering/checkout/buyer.ts'
import { confirmed } from '../ordering/orders/parcels.ts'
import { accept, actor, answerWith, listening, receiver, sendDue, type Got } from './receiver.ts'

const day = 86_400

const statesOf = async (shop: Shop, id: string) =>
  (await deliveriesTo(shop.db, id, { limit: 100 })).map(({ state }) => state)

test('a receiver that is not there rests longer and longer, gets everything in order when it is back', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  await using other = await receiver(answerWith(503))
  const { id } = await listening(shop, other.url, ['order.placed', 'order.confirmed'])
  for (let count = 0; count < 12; count += 1) await confirmed(shop, [['FAN', 1]])
  const before = other.got.length
  await sendDue(shop)
  // The first round asks for eight orders at once; from then on one request asks whether it is back.
  expect(other.got.length - before).toBeLessThanOrEqual(8)
  const asked: number[] = []
  for (const wait of [10, 60, 300, 900, 3_600]) {
    clock.advance(wait - 1)
    await sendDue(shop)
    const early = other.got.length
    clock.advance(1)
    await sendDue(shop)
    asked.push(other.got.length - early)
  }
  expect(asked).toEqual([1, 1, 1, 1, 1])
  other.answer = accept
  other.got.length = 0
  clock.advance(10_800)
  await sendDue(shop)
  expect(other.got).toHaveLength(24)
  const placed = new Set<string>()
  for (const { body } of other.got) {
    const { number } = body.data.order
    if (body.type === 'order.placed') placed.add(number)
    else expect(placed.has(number), `${number} is placed before it is confirmed`).toBe(true)
  }
  expect((await endpointById(shop.db, id))?.failing_since).toBe(null)
})

test('a delivery that is refused waits alone; later ones of its order wait for it, other orders do not', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  await using other = await receiver()
  const { id } = await listening(shop, other.url, ['order.placed', 'order.confirmed'])
  const bad = (await orderById(shop.db, await confirmed(shop, [['FAN', 1]])))?.number
  await confirmed(shop, [['BAT', 1]])
  other.answer = (response, { body }) =>
    answerWith(body.data.order.number === bad ? 500 : 200)(response, { body } as Got)
  await sendDue(shop)
  expect(other.got.map(({ body }) => [body.type, body.data.order.number === bad])).toEqual(
    expect.arrayContaining([
      ['order.placed', true],
      ['order.placed', false],
      ['order.confirmed', false],
    ]),
  )
  expect(other.got).toHaveLength(3)
  const waiting = await deliveriesTo(shop.db, id, { state: 'waiting', limit: 9 })
  const last = waiting.find(({ attempts }) => attempts > 0)
  expect([last?.status, last?.answer]).toEqual([500, 'said <b>so</b>'])
  other.answer = accept
  clock.advance(10)
  await sendDue(shop)
  expect(other.got.slice(3).map(({ body }) => body.type)).toEqual(['order.placed', 'order.confirmed'])
  expect(await statesOf(shop, id)).toEqual(['delivered', 'delivered', 'delivered', 'delivered'])
})

test('a delivery for which the receiver alone is never ready holds up no other, and is given up', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  await using other = await receiver()
  const { id } = await listening(shop, other.url, ['order.confirmed'])
  const bad = (await orderById(shop.db, await confirmed(shop, [['FAN', 1]])))?.number
  const isBad = ({ body }: Got) => body.data.order?.number === bad
  other.answer = (response, got) => answerWith(isBad(got) ? 503 : 200)(response, got)
  await sendDue(shop)
  clock.advance(60)
  await sendDue(shop)
  await confirmed(shop, [['BAT', 1]])
  clock.advance(300)
  await sendDue(shop)
  expect(other.got.filter((got) => !isBad(got))).toHaveLength(1)
  for (let hours = 0; hours < 80; hours += 4) {
    await confirmed(shop, [['BAT', 1]])
    await sendDue(shop)
    clock.advance(4 * 3_600)
  }
  expect(other.got.filter((got) => !isBad(got))).toHaveLength(21)
  expect(other.got.filter(isBad).length).toBeLessThan(16)
  expect((await endpointById(shop.db, id))?.state).toBe('live')
  expect(await deliveriesTo(shop.db, id, { state: 'failed', limit: 9 })).toMatchObject([{ status: 503 }])
})

test('after three days without an answer an endpoint is off, the operator is mailed, and nothing is lost', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  await setSettings(shop, ['mail.operatorAddress', 'drift@delverk.example'])
  await using other = await receiver(answerWith(502))
  const { id } = await listening(shop, other.url, ['order.confirmed'])
  await confirmed(shop, [['FAN', 1]])
  for (let hours = 0; hours < 73; hours += 1) {
    await sendDue(shop)
    clock.advance(3_600)
  }
  expect((await endpointById(shop.db, id))?.state).toBe('off')
  expect(other.got.length).toBeGreaterThan(8)
  expect(other.got.length).toBeLessThan(16)
  const asked = other.got.length
  await confirmed(shop, [['BAT', 1]])
  clock.advance(day)
  await sendDue(shop)
  expect(other.got).toHaveLength(asked)
  await deliverOutbox(shop)
  const mails = await readMails(shop)
  expect(mails.filter(({ headers }) => /avst|switched off/i.test(JSON.stringify(headers)))).toHaveLength(1)
  other.answer = accept
  await resumeEndpoint(shop, actor, id)
  await sendDue(shop)
  expect(other.got).toHaveLength(asked + 1)
})

test('a delivery that alone is refused for three days is given up, and can be sent again from there', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  await using other = await receiver()
  const { id } = await listening(shop, other.url, ['order.confirmed'])
  const bad = (await orderById(shop.db, await confirmed(shop, [['FAN', 1]])))?.number
  other.answer = (response, got) => answerWith(got.body.data.order?.number === bad ? 400 : 200)(response, got)
  for (let hours = 0; hours < 74; hours += 1) {
    await sendDue(shop)
    if (hours % 24 === 0) await testEndpoint(shop, actor, id)
    clock.advance(3_600)
  }
  expect((await endpointById(shop.db, id))?.state).toBe('live')
  const [failed] = await deliveriesTo(shop.db, id, { state: 'failed', limit: 9 })
  if (!failed) throw new Error('Nothing was given up.')
  expect(failed).toMatchObject({ event: 'order.confirmed', status: 400 })
  other.answer = accept
  await repeatDelivery(shop, actor, id, failed.id)
  await expect(repeatDelivery(shop, actor, id, failed.id)).rejects.toThrow('waiting already')
  await sendDue(shop)
  expect(other.got.at(-1)?.headers['webhook-id']).toBe(failed.id)
  expect(await statesOf(shop, id)).not.toContain('failed')
  const [again] = await attemptsOf(shop.db, failed.seq)
  expect(again?.status).toBe(204)
  await expect(repeatDelivery(shop, actor, id, 'evt_of_nobody')).rejects.toThrow('no such delivery')
})

test('redirects, slow, endless and huge answers, and closed ports are failures or cut, never followed', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  await using secretPlace = await receiver()
  await using other = await receiver(answerWith(307, { Location: secretPlace.url }))
  const { id } = await listening(shop, other.url, ['order.confirmed'])
  const tried = async (timeoutMs = 10_000) => {
    clock.advance(100_000)
    await resumeEndpoint(shop, actor, id).catch(() => undefined)
    await testEndpoint(shop, actor, id)
    await sendDue(shop, timeoutMs)
    return (await deliveriesTo(shop.db, id, { limit: 1 }))[0]
  }
  expect((await tried())?.status).toBe(307)
  expect(secretPlace.got).toEqual([])
  other.answer = () => undefined
  expect(await tried(300)).toMatchObject({ status: null, answer: 'no whole answer within 0.3 s' })
  other.answer = ({ socket }) =>
    void socket?.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n')
  expect(await tried()).toMatchObject({ status: null, answer: 'no connection (101)' })
  let written = 0
  other.answer = (response) => {
    response.writeHead(200)
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(64 * 1024))) written += 64 * 1024
      if (!response.destroyed) response.once('drain', more)
    }
    more()
  }
  const huge = await tried()
  expect([huge?.status, huge?.state, huge?.answer?.length]).toEqual([200, 'delivered', 1024])
  expect(written).toBeLessThan(20_000_000)
  other.answer = (response) => void response.writeHead(200).end('\u0000\u001b[31m\ud800')
  expect((await tried())?.answer).not.toMatch(/[\u0000\u001b]/)
  const { url } = other
  await other[Symbol.asyncDispose]()
  expect(await tried()).toMatchObject({ status: null, answer: 'no connection (ECONNREFUSED)' })
  expect(url).toContain('127.0.0.1')
})

test('a receiver that never answers holds up nobody else', async () => {
  const each = 300
  await using shop = await fixtureShop()
  await using dead = await receiver(() => undefined)
  await using alive = await receiver()
  await listening(shop, dead.url, ['order.confirmed'], 'Dead')
  await listening(shop, alive.url, ['order.confirmed'], 'Alive')
  const rows = await shop.db.selectFrom('webhook_endpoints').select('id').execute()
  const ids = rows.map(({ id }) => id)
  await shop.db.transaction().execute(async (trx) => {
    for (let count = 0; count < each; count += 1)
      await writeDeliveries(trx, ids, {
        event: 'webhook.test',
        subject: `${count}`,
        at: shop.now(),
        data: { message: 'x' },
      })
  })
  const stop = new AbortController()
  const sender = new WebhookSender(shop, stop.signal, webhookPost({ isLocalAllowed: true, stop: stop.signal }))
  await sender.begin()
  await expect.poll(() => alive.got.length, { timeout: 60_000, interval: 50 }).toBe(each)
  // The last answer is noted a moment after it came.
  await expect.poll(() => countIn(shop, 'delivered')).toBe(each)
  expect(dead.got.length).toBeLessThanOrEqual(8)
  // Stopping the shop ends what it waits for, and counts it as not sent.
  stop.abort()
  await sender.settle()
  const waiting = await shop.db
    .selectFrom('webhook_deliveries')
    .select('run_at')
    .where('state', '=', 'waiting')
    .execute()
  expect(waiting).toHaveLength(each)
  expect(waiting.every(({ run_at: at }) => at === shop.now().toISOString())).toBe(true)
})

async function countIn({ db }: Shop, state: 'waiting' | 'delivered'): Promise<number> {
  return (await db.selectFrom('webhook_deliveries').select('id').where('state', '=', state).execute()).length
}

test('two processes send a delivery once, and one that was killed in between sends it again under its id', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  await using other = await receiver()
  await listening(shop, other.url, ['order.confirmed'])
  for (let count = 0; count < 5; count += 1) await confirmed(shop, [['FAN', 1]])
  await Promise.all([sendDue(shop), sendDue(shop), sendDue(shop)])
  expect(other.got).toHaveLength(5)
  await confirmed(shop, [['BAT', 1]])
  // What a killed process leaves: a claim.
  const claimed = new Date(clock.now().getTime() + 60_000).toISOString()
  await shop.db
    .updateTable('webhook_deliveries')
    .set({ run_at: claimed, attempts: 1, first_tried_at: clock.now().toISOString() })
    .where('state', '=', 'waiting')
    .execute()
  await sendDue(shop)
  expect(other.got).toHaveLength(5)
  clock.advance(60)
  await sendDue(shop)
  expect(other.got).toHaveLength(6)
})
