import { expect, test } from 'vitest'
import { nextDue, addDaysToMoment } from '../../../../src/domain/orders/subscriptions.ts'
import { cancelOrder } from '../../../../src/server/ordering/fulfilment/cancel-order.ts'
import { expireOrders } from '../../../../src/server/ordering/fulfilment/expire-orders.ts'
import { startPayment } from '../../../../src/server/ordering/payment/start-payment.ts'
import { refundOrder } from '../../../../src/server/ordering/refunds/refund-order.ts'
import { renewSubscriptions } from '../../../../src/server/ordering/renewals/renew.ts'
import { customerSubscriptions } from '../../../../src/server/ordering/renewals/subscription-views.ts'
import { withdraw } from '../../../../src/server/ordering/returns/withdraw.ts'
import { openAttempt } from '../../../../src/server/payments/queries.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { mailTexts } from '../../../support/mailbox.ts'
import { addCustomer } from '../../identity/shopper.ts'
import { aForm, fixtureShop, movableClock } from '../checkout/buyer.ts'
import { parcel } from '../edits/charges.ts'
import { edit, units } from '../edits/editor.ts'
import { sandboxSays } from '../gift-cards/holder.ts'
import { day, laterOrders, newsTo, renewals, subscribed, subscription, work } from '../subscriptions/subscriber.ts'

async function subscribedShop() {
  const clock = movableClock()
  return Object.assign(await fixtureShop(clock), { clock })
}

/** Pays a renewal by card; returns the attempt of its order. */
async function payOpen(shop: Shop): Promise<string> {
  const order = await shop.db
    .selectFrom('orders')
    .select('id')
    .where('status', '=', 'pending_payment')
    .executeTakeFirstOrThrow()
  const attempt = await openAttempt(shop.db, order.id)
  if (!attempt) throw new Error('Nothing to pay.')
  await sandboxSays(shop, attempt.id, 'succeeded')
  return order.id
}

test('a line with an interval becomes a subscription when its order is confirmed, with a mail', async () => {
  await using shop = await subscribedShop()
  const { clock } = shop
  const { attemptId } = await subscribed(shop, aForm({ payment_method: 'sandbox' }))
  expect(await shop.db.selectFrom('subscriptions').selectAll().execute()).toEqual([])
  await startPayment(shop, attemptId)
  await sandboxSays(shop, attemptId, 'succeeded')
  expect(await subscription(shop)).toMatchObject({
    sku: 'PASTE',
    quantity: 2,
    interval_days: 30,
    status: 'active',
    email: 'anna@example.se',
    next_at: addDaysToMoment(clock.now().toISOString(), 30),
  })
  await work(shop)
  expect(newsTo(shop)).toEqual(['started'])
})

test("three days before there is a mail, on the day an order at that day's price, and a mail after it", async () => {
  await using shop = await subscribedShop()
  const { clock } = shop
  await subscribed(shop)
  clock.advance(27 * day - 1)
  await work(shop)
  expect(newsTo(shop)).toEqual(['started'])
  clock.advance(1)
  await work(shop)
  await work(shop)
  expect(newsTo(shop)).toEqual(['started', 'upcoming'])
  await shop.db.updateTable('prices').set({ amount: 9_900 }).where('product_id', '=', 'paste').execute()
  clock.advance(3 * day)
  await work(shop)
  expect(await laterOrders(shop)).toMatchObject([{ status: 'confirmed', sku: 'PASTE', quantity: 2, unit_price: 9_900 }])
  expect(newsTo(shop)).toEqual(['renewed', 'started', 'upcoming'])
  expect(await shop.db.selectFrom('subscriptions').select('id').execute()).toHaveLength(1)
})

test('a due date becomes one order, however many processes look for it', async () => {
  await using shop = await subscribedShop()
  const { clock } = shop
  await subscribed(shop)
  clock.advance(30 * day)
  await Promise.all(Array.from({ length: 8 }, () => renewSubscriptions(shop)))
  clock.advance(600)
  await renewSubscriptions(shop)
  expect(await laterOrders(shop)).toHaveLength(1)
  expect((await renewals(shop)).map(({ status }) => status)).toEqual(['ordered'])
})

test('a subscription that cannot be renewed keeps none of the others', async () => {
  await using shop = await subscribedShop()
  const { clock } = shop
  await subscribed(shop)
  await subscribed(shop, aForm({ email: 'bo@example.se' }))
  clock.advance(30 * day)
  // The job asks for the time once, and then once for each subscription that is due.
  let asked = 0
  const now = () => {
    asked += 1
    if (asked === 2) throw new Error('Broken')
    return clock.now()
  }
  await renewSubscriptions({ ...shop, now })
  expect(await renewals(shop)).toMatchObject([{ status: 'ordered' }])
  await renewSubscriptions(shop)
  expect(await renewals(shop)).toMatchObject([{ status: 'ordered' }, { status: 'ordered' }])
})

test('a due order is placed at once, while the clock runs', async () => {
  await using shop = await subscribedShop()
  const { clock } = shop
  await subscribed(shop)
  clock.advance(30 * day)
  const ticking = { ...shop, now: () => (clock.advance(0.001), clock.now()) }
  expect(await renewSubscriptions(ticking)).toBe(1)
  expect(await renewals(shop)).toMatchObject([{ status: 'ordered' }])
})

test('after downtime one order replaces all missed ones', async () => {
  await using shop = await subscribedShop()
  const { clock } = shop
  await subscribed(shop)
  const first = (await subscription(shop)).next_at
  clock.advance(200 * day)
  for (const _ of [1, 2, 3]) await work(shop)
  expect(await laterOrders(shop)).toHaveLength(1)
  expect((await subscription(shop)).next_at).toBe(nextDue(first, 30, clock.now()))
})

test('payment is requested by mail after 0, 1, 3 and 5 days, and then the subscription is paused', async () => {
  await using shop = await subscribedShop()
  const { clock } = shop
  const { attemptId } = await subscribed(shop, aForm({ payment_method: 'sandbox' }))
  await sandboxSays(shop, attemptId, 'succeeded')
  clock.advance(30 * day)
  const asked: number[] = []
  for (let hour = 0; hour < 8 * 24; hour += 1) {
    await work(shop)
    asked[Math.floor(hour / 24)] = newsTo(shop).filter((news) => news === 'payment_due').length
    await expireOrders(shop)
    clock.advance(3600)
  }
  expect(asked).toEqual([1, 2, 2, 3, 3, 4, 4, 4])
  expect([(await subscription(shop)).status, newsTo(shop).filter((news) => news === 'unpaid')]).toEqual([
    'unpaid',
    ['unpaid'],
  ])
  expect((await laterOrders(shop)).every(({ status }) => status === 'expired')).toBe(true)
  const ended = mailTexts(shop.env.SHOP_DATA, 'anna@example.se').find((mail) => mail.includes('subscription-unpaid'))
  expect(ended).toMatch(/Starta igen eller s\u00e4g upp:\n/)
})

test('a payment on a later attempt ends the requests', async () => {
  await using shop = await subscribedShop()
  const { clock } = shop
  const { attemptId } = await subscribed(shop, aForm({ payment_method: 'sandbox' }))
  await sandboxSays(shop, attemptId, 'succeeded')
  clock.advance(30 * day)
  await work(shop)
  clock.advance(3600)
  await expireOrders(shop)
  clock.advance(day)
  await work(shop)
  await payOpen(shop)
  for (let step = 0; step < 7; step += 1) {
    await work(shop)
    clock.advance(day)
  }
  expect(newsTo(shop)).toEqual(['payment_due', 'payment_due', 'renewed', 'started'])
  expect((await laterOrders(shop)).map(({ status }) => status)).toEqual(['expired', 'confirmed'])
  expect((await subscription(shop)).status).toBe('active')
})

test('a paid renewal that is cancelled before the next run is not ordered and paid again', async () => {
  await using shop = await subscribedShop()
  const { clock } = shop
  const { attemptId } = await subscribed(shop, aForm({ payment_method: 'sandbox' }))
  await sandboxSays(shop, attemptId, 'succeeded')
  clock.advance(30 * day)
  await work(shop)
  const orderId = await payOpen(shop)
  await cancelOrder(shop, { orderId, actor: 'staff', reason: 'asked by phone' })
  for (let step = 0; step < 8; step += 1) {
    await work(shop)
    clock.advance(day)
  }
  expect((await laterOrders(shop)).map(({ status }) => status)).toEqual(['cancelled'])
  expect(await renewals(shop)).toMatchObject([{ status: 'ordered', order_id: orderId }])
  expect(newsTo(shop)).toEqual(['payment_due', 'started'])
})

test('a subscription ends with the order that started it, if its part was never sent', async () => {
  await using shop = await subscribedShop()
  const ends = []
  for (const position of [1, 2, undefined]) {
    const { orderId } = await subscribed(shop)
    const units = position === undefined ? undefined : [{ position, quantity: position === 1 ? 2 : 1 }]
    await refundOrder(shop, { orderId, actor: 'staff', reason: '', withDelivery: false, ...(units && { units }) })
    const row = await shop.db.selectFrom('subscriptions').select('status').where('order_id', '=', orderId).execute()
    ends.push(row)
  }
  expect(ends).toEqual([[{ status: 'cancelled' }], [{ status: 'active' }], [{ status: 'cancelled' }]])
  await work(shop)
  expect(newsTo(shop).filter((news) => news === 'ended')).toHaveLength(2)
  shop.clock.advance(30 * day)
  expect(await renewSubscriptions(shop)).toBe(1)
})

test('a subscription follows, with a mail, what is taken off the order that started it', async () => {
  await using shop = await subscribedShop()
  await addCustomer(shop, { id: 'anna', email: 'anna@example.se' })
  const { orderId } = await subscribed(shop, aForm(), 'anna')
  await edit(shop, orderId, units([1, 1]))
  expect(await subscription(shop)).toMatchObject({ status: 'active', quantity: 1 })
  await edit(shop, orderId, units([1, 0]))
  await work(shop)
  expect(await customerSubscriptions(shop, 'anna', 'sv')).toMatchObject([{ status: 'cancelled', actions: [] }])
  expect(newsTo(shop)).toEqual(['ended', 'fewer', 'started'])
  shop.clock.advance(30 * day)
  expect(await renewSubscriptions(shop)).toBe(0)
})

test('a subscription follows what its buyer withdraws from, sent or not', async () => {
  await using shop = await subscribedShop()
  const { orderId } = await subscribed(shop)
  const withdrawOne = () =>
    withdraw(shop, { orderId, actor: 'shopper', name: 'Anna', units: [{ position: 1, quantity: 1 }] })
  await withdrawOne()
  expect(await subscription(shop)).toMatchObject({ status: 'active', quantity: 1 })
  await parcel(shop, orderId)
  await withdrawOne()
  expect(await subscription(shop)).toMatchObject({ status: 'cancelled' })
  await work(shop)
  expect(newsTo(shop)).toEqual(['ended', 'fewer', 'started'])
  shop.clock.advance(30 * day)
  expect(await renewSubscriptions(shop)).toBe(0)
})

test('a subscription keeps its units when others are taken off a partly sent order', async () => {
  await using shop = await subscribedShop()
  const { orderId } = await subscribed(shop)
  await parcel(shop, orderId, [2, 1])
  await refundOrder(shop, {
    orderId,
    actor: 'staff',
    reason: 'short',
    withDelivery: false,
    units: [{ position: 1, quantity: 1 }],
  })
  await edit(shop, orderId, { phone: '+46701112233' })
  expect(await subscription(shop)).toMatchObject({ status: 'active', quantity: 2 })
  await edit(shop, orderId, { added: [{ sku: 'RAM', quantity: 1 }] })
  await edit(shop, orderId, { quantities: new Map([[1, 0]]) })
  await work(shop)
  expect([(await subscription(shop)).status, newsTo(shop)]).toEqual(['cancelled', ['ended', 'started']])
})

test('an unavailable part is tried for some days and then skipped once', async () => {
  await using shop = await subscribedShop()
  const { clock } = shop
  await subscribed(shop)
  await shop.db.updateTable('stock').set({ on_hand: 2 }).where('product_id', '=', 'paste').execute()
  clock.advance(30 * day)
  for (let step = 0; step < 8; step += 1) {
    await work(shop)
    clock.advance(day)
  }
  expect(await laterOrders(shop)).toEqual([])
  expect([(await subscription(shop)).status, newsTo(shop).includes('unavailable')]).toEqual(['active', true])
})

test('a renewal whose payment nobody was asked for is not given up as unpaid', async () => {
  await using shop = await subscribedShop()
  const { clock } = shop
  await subscribed(shop)
  const stock = (onHand: number) =>
    shop.db.updateTable('stock').set({ on_hand: onHand }).where('product_id', '=', 'paste').execute()
  await stock(2)
  clock.advance(30 * day)
  for (let step = 0; step < 6; step += 1) {
    await work(shop)
    clock.advance(day)
  }
  await stock(100)
  await work(shop)
  expect([(await subscription(shop)).status, newsTo(shop)]).toEqual(['active', ['started', 'unavailable']])
  expect(await renewals(shop)).toMatchObject([{ status: 'unavailable' }])
})

test('the next due time is the first of the series after now', () => {
  const due = '2026-06-01T00:00:00.000Z'
  expect(nextDue(due, 30, new Date(due))).toBe('2026-07-01T00:00:00.000Z')
  expect(nextDue(due, 30, new Date('2026-06-30T23:59:59.999Z'))).toBe('2026-07-01T00:00:00.000Z')
  expect(nextDue(due, 30, new Date('2026-07-01T00:00:00.000Z'))).toBe('2026-07-31T00:00:00.000Z')
  expect(nextDue(due, 30, new Date('2027-06-01T00:00:00.000Z'))).toBe('2027-06-26T00:00:00.000Z')
})
