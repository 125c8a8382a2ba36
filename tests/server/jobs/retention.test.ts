import { expect, test } from 'vitest'
import { deliverOutbox } from '../../../src/server/jobs/deliver-outbox.ts'
import { applyRetention, retentionDue } from '../../../src/server/jobs/retention.ts'
import { issueDocument } from '../../../src/server/ordering/documents/issue-document.ts'
import { orderById } from '../../../src/server/ordering/orders/queries.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { addCustomer, tokensOf } from '../identity/shopper.ts'
import { checkoutWith, fixtureShop, movableClock } from '../ordering/checkout/buyer.ts'
import { confirmed, delivered } from '../ordering/orders/parcels.ts'

const day = 86_400
const typed = JSON.stringify({ email: 'anna@example.se', name: 'Anna', line1: 'Storgatan 1' })

async function abandoned(shop: Shop): Promise<string> {
  const id = await checkoutWith(shop, [['FAN', 1]])
  await shop.db
    .updateTable('carts')
    .set({ form: typed, campaign_data: '{"gclid":"x"}' })
    .where('checkout_id', '=', id)
    .execute()
  return id
}

const cartsOf = async ({ db }: Shop, ids: readonly string[]) => {
  const found = await db
    .selectFrom('carts')
    .select(['checkout_id', 'form', 'campaign_data'])
    .where('checkout_id', 'in', ids)
    .execute()
  return ids
    .map((id) => found.find((cart) => cart.checkout_id === id))
    .map((cart) => cart && `${cart.form}${cart.campaign_data}`)
}

const rowsOf = (all: readonly { name: string; rows: number }[]) =>
  Object.fromEntries(all.filter(({ rows }) => rows > 0).map(({ name, rows }) => [name, rows]))

test('abandoned checkouts lose their form after a week and expire after a month; unpaid orders stay', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const [left, waiting] = [await abandoned(shop), await abandoned(shop)]
  const orderId = await confirmed(shop, [['FAN', 1]])
  await shop.db
    .updateTable('orders')
    .set({ status: 'pending_payment', checkout_id: waiting })
    .where('id', '=', orderId)
    .execute()
  await shop.db.deleteFrom('carts').where('checkout_id', 'not in', [left, waiting]).execute()
  const untouched = `${typed}{"gclid":"x"}`
  clock.advance(7 * day - 1)
  await applyRetention(shop)
  expect(await cartsOf(shop, [left, waiting])).toEqual([untouched, untouched])
  clock.advance(2)
  expect(rowsOf(await retentionDue(shop))).toEqual({ 'checkout forms': 1 })
  expect(await cartsOf(shop, [left])).toEqual([untouched])
  expect(rowsOf(await applyRetention(shop))).toEqual({ 'checkout forms': 1 })
  expect(await cartsOf(shop, [left, waiting])).toEqual(['{}{}', untouched])
  clock.advance(24 * day)
  expect(rowsOf(await applyRetention(shop))).toMatchObject({ carts: 1 })
  expect(await cartsOf(shop, [left, waiting])).toEqual([undefined, untouched])
})

test('finished mails lose their content after a month and are not sent again; waiting ones stay', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  await confirmed(shop, [['FAN', 1]])
  await deliverOutbox(shop)
  const effects = () => shop.db.selectFrom('outbox').select(['payload', 'done_at']).execute()
  const finished = (await effects()).filter(({ done_at: at }) => at !== null).length
  expect(finished).toBeGreaterThan(0)
  await shop.db
    .insertInto('outbox')
    .values({
      id: 'waits',
      kind: 'mail.order_link',
      dedupe_key: 'waits',
      payload: '{"email":"a@example.se"}',
      run_at: '2030-01-01T00:00:00.000Z',
      attempts: 3,
      last_error: null,
      done_at: null,
      created_at: '2026-01-01T00:00:00.000Z',
    })
    .execute()
  clock.advance(31 * day)
  expect(rowsOf(await applyRetention(shop))).toMatchObject({ 'outbox contents': finished })
  expect((await effects()).filter(({ done_at: at, payload }) => (at === null) === (payload === '{}'))).toEqual([])
  clock.advance(366 * day)
  await applyRetention(shop)
  expect((await effects()).filter(({ done_at: at }) => at !== null)).toEqual([])
  expect(await shop.db.selectFrom('outbox').select('id').where('id', '=', 'waits').execute()).toHaveLength(1)
})

test('payment events lose their content but stay known; used refresh tokens are deleted after a week', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  await confirmed(shop, [['FAN', 1]])
  await tokensOf(shop, await addCustomer(shop, { id: 'anna' }))
  await shop.db
    .updateTable('session_tokens')
    .set({ used_at: shop.now().toISOString() })
    .where('kind', '=', 'refresh')
    .execute()
  const events = await shop.db.selectFrom('payment_events').select('event_id').execute()
  expect(events.length).toBeGreaterThan(0)
  clock.advance(8 * day)
  expect(rowsOf(await applyRetention(shop))).toMatchObject({ 'refresh tokens': 1 })
  clock.advance(90 * day)
  await applyRetention(shop)
  expect(await shop.db.selectFrom('payment_events').select(['event_id', 'payload']).execute()).toEqual(
    events.map((event) => ({ ...event, payload: '{}' })),
  )
})

test('orders keep their buyer and documents for seven calendar years, telephone numbers for three', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const id = await delivered(shop, [['FAN', 2]])
  const order = await orderById(shop.db, id)
  if (!order) throw new Error('There is no order.')
  await shop.db.transaction().execute((trx) => issueDocument(trx, { order, kind: 'receipt', now: shop.now() }))
  const documents = () => shop.db.selectFrom('documents').select('order_id').execute()
  const at = async (year: number) => {
    clock.advance((Date.UTC(year, 0, 2) - shop.now().getTime()) / 1000)
    await applyRetention(shop)
    return orderById(shop.db, id)
  }
  expect(await at(2030)).toMatchObject({ phone: '', email: 'anna@example.se' })
  expect([(await at(2033))?.email, (await documents()).length]).toEqual(['anna@example.se', 1])
  const old = await at(2034)
  expect(old).toMatchObject({ email: '', number: order.number, total: order.total, status: 'delivered' })
  expect([old?.address.includes('Storgatan'), await documents()]).toEqual([false, []])
})

test('the network of an order is forgotten after 30 days, and nothing else of it', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const id = await confirmed(shop, [['FAN', 1]])
  await shop.db.updateTable('orders').set({ network: '192.0.2.1' }).where('id', '=', id).execute()
  const order = await orderById(shop.db, id)
  clock.advance(29 * day)
  await applyRetention(shop)
  expect(await orderById(shop.db, id)).toEqual(order)
  clock.advance(2 * day)
  expect(rowsOf(await applyRetention(shop))).toMatchObject({ 'order networks': 1 })
  expect(await orderById(shop.db, id)).toEqual({ ...order, network: '' })
})

test('thousands of abandoned carts are deleted in batches, and shoppers are served meanwhile', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const row = await shop.db
    .selectFrom('carts')
    .selectAll()
    .where('checkout_id', '=', await abandoned(shop))
    .executeTakeFirstOrThrow()
  for (let from = 0; from < 3_000; from += 500) {
    await shop.db
      .insertInto('carts')
      .values(Array.from({ length: 500 }, (_, at) => ({ ...row, checkout_id: `left-${from + at}` })))
      .execute()
  }
  clock.advance(40 * day)
  const cleanup = { isDone: false }
  const cleaning = applyRetention(shop).finally(() => {
    cleanup.isDone = true
  })
  let answered = 0
  while (!cleanup.isDone) {
    await abandoned(shop)
    answered += 1
  }
  expect(rowsOf(await cleaning)).toEqual({ 'checkout forms': 3_001, carts: 3_001 })
  expect(answered).toBeGreaterThan(5)
  expect(await shop.db.selectFrom('carts').select('checkout_id').execute()).toHaveLength(answered)
})
