import { describe, expect, test } from 'vitest'
import { deliverOutbox } from '../../../src/server/jobs/deliver-outbox.ts'
import { cancelPayment } from '../../../src/server/ordering/payment/cancel-payment.ts'
import { capturePayment } from '../../../src/server/ordering/payment/capture-payment.ts'
import { orderPayments } from '../../../src/server/ordering/payment/order-payments.ts'
import { refundPayment, type RefundRequest } from '../../../src/server/ordering/payment/refund-payment.ts'
import { paymentsForReview } from '../../../src/server/ordering/refunds/refused-refunds.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { bought, fixtureShop } from '../ordering/checkout/buyer.ts'
import { attempt, calls, hear, notes, paid, refundRows, started, state, stripeShop, undone } from './payer.ts'

const refund = (shop: Shop, orderId: string, amount: number, more: Partial<RefundRequest> = {}) =>
  refundPayment(shop, { orderId, amount, reason: 'returned', actor: 'anna', ...more })
const inTransaction = (shop: Shop, work: (trx: Parameters<typeof capturePayment>[0]) => Promise<void>) =>
  shop.db.transaction().execute(work)

describe('a refund', () => {
  test('goes to the provider once, in parts, and its result is recorded', async () => {
    await using at = await stripeShop()
    const { orderId } = await paid(at)
    for (const amount of [10_000, 4_700])
      expect(await refund(at.shop, orderId, amount)).toMatchObject({ kind: 'written' })
    expect(at.fake.refunds).toEqual([])
    await Promise.all([deliverOutbox(at.shop), deliverOutbox(at.shop, 'payments')])
    await deliverOutbox(at.shop)
    expect(at.fake.refunds.map(({ amount }) => amount).toSorted()).toEqual([10_000, 4_700])
    const { refunds, refundable } = await orderPayments(at.shop.db, orderId)
    expect(refunds.map((row) => [row.status, row.provider_reference?.slice(0, 3)])).toEqual([
      ['succeeded', 're_'],
      ['succeeded', 're_'],
    ])
    expect(refundable).toBe(10_000)
    expect((await notes(at.shop, orderId)).filter((note) => note.startsWith('refunded: '))).toHaveLength(2)
    const { payment_reference: intent } = await attempt(
      at.shop,
      (await orderPayments(at.shop.db, orderId)).attempts[0]?.id ?? '',
    )
    expect(await hear(at, at.fake.event('charge.refunded', at.fake.charge(intent ?? ''), at.shop.now()))).toBe(
      'no_effect',
    )
  })

  test('never exceeds the captured amount, however many requests at once', async () => {
    await using at = await stripeShop()
    const { orderId } = await paid(at)
    const results = await Promise.all(Array.from({ length: 20 }, () => refund(at.shop, orderId, 4_000)))
    expect(results.filter((result) => result.kind === 'written')).toHaveLength(6)
    expect(await refund(at.shop, orderId, 701)).toEqual({ kind: 'too_much', refundable: 700 })
    await deliverOutbox(at.shop)
    expect(at.fake.refunds.reduce((sum, { amount }) => sum + amount, 0)).toBe(24_000)
    const unpaid = await started(at)
    expect(await refund(at.shop, unpaid.orderId, 1)).toEqual({ kind: 'too_much', refundable: 0 })
    for (const amount of [0, -1, 1.5, Number.NaN])
      await expect(refund(at.shop, orderId, amount)).rejects.toThrow(RangeError)
  })

  test('of the same key is one, also concurrently', async () => {
    await using at = await stripeShop()
    const { orderId } = await paid(at)
    const results = await Promise.all(
      Array.from({ length: 5 }, () => refund(at.shop, orderId, 5_000, { key: 'return:1' })),
    )
    expect(new Set(results.map((result) => (result.kind === 'written' ? result.refundId : '')))).toHaveLength(1)
    expect((await state(at.shop, orderId)).attempts).toEqual([['succeeded', 24_700, 5_000]])
  })

  test('whose answer was lost is not made again, when the provider knows the request no more', async () => {
    await using at = await stripeShop()
    const { orderId } = await paid(at)
    await refund(at.shop, orderId, 9_900)
    const [row] = (await orderPayments(at.shop.db, orderId)).refunds
    const metadata = { attempt_id: row?.attempt_id, refund_id: row?.id }
    at.fake.refund({ payment_intent: [...at.fake.intents.keys()][0], amount: 9_900, metadata })
    at.clock.advance(25 * 3600)
    await deliverOutbox(at.shop)
    expect(await refundRows(at.shop, orderId)).toEqual([[9_900, 'succeeded', 0]])
    expect(at.fake.refunds.map(({ amount }) => amount)).toEqual([9_900])
  })

  test('refused by the provider is shown, retried, and finally can be made again', async () => {
    await using at = await stripeShop()
    const { orderId } = await paid(at)
    await refund(at.shop, orderId, 24_700)
    at.fake.mood = 400
    await deliverOutbox(at.shop)
    expect(await refundRows(at.shop, orderId)).toEqual([[24_700, 'pending', 1]])
    expect(await undone(at.shop, 'payment.refund')).toMatchObject([
      { attempts: 1, last_error: expect.stringContaining('fake_trouble') },
    ])
    expect((await paymentsForReview(at.shop.db)).refunds).toMatchObject([
      { error: expect.stringContaining('fake_trouble') },
    ])
    for (let tries = 0; tries < 11; tries++) {
      at.clock.advance(3_600)
      await deliverOutbox(at.shop)
    }
    expect([await refundRows(at.shop, orderId), await undone(at.shop, 'payment.refund')]).toEqual([
      [[24_700, 'failed', 12]],
      [],
    ])
    expect(new Set(calls(at.fake, 'POST /v1/refunds').map(({ key }) => key)).size).toBe(12)
    at.fake.mood = 'well'
    expect(await refund(at.shop, orderId, 24_700)).toMatchObject({ kind: 'written' })
    await deliverOutbox(at.shop)
    expect(at.fake.refunds.map(({ amount }) => amount)).toEqual([24_700])
  })

  test("that does not reach the shopper's bank can be made again", async () => {
    await using at = await stripeShop()
    const { orderId } = await paid(at)
    await refund(at.shop, orderId, 24_700)
    await deliverOutbox(at.shop)
    const [made] = at.fake.refunds
    if (!made) throw new Error('Nothing was refunded.')
    const event = at.fake.event('refund.failed', at.fake.failRefund(made), at.shop.now())
    expect(await hear(at, event)).toBe('applied')
    expect(await refundRows(at.shop, orderId)).toEqual([[24_700, 'failed', 0]])
    expect((await orderPayments(at.shop.db, orderId)).refundable).toBe(24_700)
  })
})

describe('an authorized payment', () => {
  test('by card is captured once, with the first parcel', async () => {
    await using at = await stripeShop({ STRIPE_CAPTURE: 'at-shipment' })
    const payment = await started(at)
    expect(calls(at.fake, 'POST /v1/checkout')[0]?.fields).toMatchObject({
      payment_intent_data: { capture_method: 'manual' },
    })
    expect(
      await hear(at, at.fake.event('checkout.session.completed', at.fake.pay(payment.session), at.shop.now())),
    ).toBe('applied')
    expect(await state(at.shop, payment.orderId)).toEqual({ order: 'confirmed', attempts: [['succeeded', 0, 0]] })
    for (let parcel = 0; parcel < 2; parcel++)
      await inTransaction(at.shop, (trx) =>
        capturePayment(trx, { orderId: payment.orderId, actor: 'warehouse' }, at.shop.now()),
      )
    await deliverOutbox(at.shop)
    await deliverOutbox(at.shop)
    expect((await state(at.shop, payment.orderId)).attempts).toEqual([['succeeded', 24_700, 0]])
    expect(calls(at.fake, 'POST /v1/payment_intents')).toHaveLength(1)
  })

  test('is captured less earlier refunds', async () => {
    await using at = await stripeShop({ STRIPE_CAPTURE: 'at-shipment' })
    const payment = await started(at)
    await hear(at, at.fake.event('checkout.session.completed', at.fake.pay(payment.session), at.shop.now()))
    expect(await refund(at.shop, payment.orderId, 9_900)).toMatchObject({ kind: 'written' })
    await inTransaction(at.shop, (trx) =>
      capturePayment(trx, { orderId: payment.orderId, actor: 'warehouse' }, at.shop.now()),
    )
    await deliverOutbox(at.shop)
    expect(calls(at.fake, 'POST /v1/payment_intents')[0]?.fields).toEqual({ amount_to_capture: '14800' })
    expect((await state(at.shop, payment.orderId)).attempts).toEqual([['succeeded', 14_800, 0]])
    expect(at.fake.refunds).toEqual([])
  })

  test('is captured up to the needed amount, and the rest released', async () => {
    await using at = await stripeShop({ STRIPE_CAPTURE: 'at-shipment' })
    const payment = await started(at)
    await hear(at, at.fake.event('checkout.session.completed', at.fake.pay(payment.session), at.shop.now()))
    for (let parcel = 0; parcel < 2; parcel++) {
      await inTransaction(at.shop, (trx) =>
        capturePayment(trx, { orderId: payment.orderId, actor: 'warehouse', amount: 9_900 }, at.shop.now()),
      )
      await deliverOutbox(at.shop)
    }
    expect((await state(at.shop, payment.orderId)).attempts).toEqual([['succeeded', 9_900, 0]])
    expect(await refund(at.shop, payment.orderId, 10_000)).toEqual({ kind: 'too_much', refundable: 9_900 })
  })

  test('that staff have captured at the provider is known, and what was not needed refunded', async () => {
    await using at = await stripeShop({ STRIPE_CAPTURE: 'at-shipment' })
    const payment = await started(at)
    await hear(at, at.fake.event('checkout.session.completed', at.fake.pay(payment.session), at.shop.now()))
    const [intent] = at.fake.intents.keys()
    at.fake.capture(intent ?? '', undefined)
    await inTransaction(at.shop, (trx) =>
      capturePayment(trx, { orderId: payment.orderId, actor: 'warehouse', amount: 14_800 }, at.shop.now()),
    )
    await deliverOutbox(at.shop)
    await deliverOutbox(at.shop)
    expect((await state(at.shop, payment.orderId)).attempts).toEqual([['succeeded', 24_700, 9_900]])
    expect(at.fake.refunds.map(({ amount }) => amount)).toEqual([9_900])
    expect(await undone(at.shop, 'payment.capture')).toEqual([])
  })

  test('is released when its order is cancelled, and captured money is refunded', async () => {
    await using promised = await stripeShop({ STRIPE_CAPTURE: 'at-shipment' })
    const payment = await started(promised)
    await hear(
      promised,
      promised.fake.event('checkout.session.completed', promised.fake.pay(payment.session), promised.shop.now()),
    )
    await using taken = await stripeShop()
    const other = await paid(taken)
    for (const [{ shop }, { orderId }] of [
      [promised, payment],
      [taken, other],
    ] as const) {
      for (let twice = 0; twice < 2; twice++)
        await inTransaction(shop, (trx) =>
          cancelPayment(trx, { orderId, reason: 'cancelled', actor: 'anna' }, shop.now()),
        )
      await deliverOutbox(shop)
    }
    expect([...promised.fake.intents.values()].map(({ status }) => status)).toEqual(['canceled'])
    expect((await state(promised.shop, payment.orderId)).attempts).toEqual([['cancelled', 0, 0]])
    expect(taken.fake.refunds.map(({ amount }) => amount)).toEqual([24_700])
  })

  test('by invoice is invoiced with the goods, in parts, and credited without the provider', async () => {
    await using shop = await fixtureShop()
    const { orderId } = await bought(shop, [['FAN', 2]])
    expect(await state(shop, orderId)).toEqual({ order: 'confirmed', attempts: [['succeeded', 0, 0]] })
    const bill = (amount?: number) =>
      inTransaction(shop, (trx) =>
        capturePayment(trx, { orderId, actor: 'warehouse', ...(amount ? { amount } : {}) }, shop.now()),
      )
    await bill(10_000)
    expect((await state(shop, orderId)).attempts).toEqual([['succeeded', 10_000, 0]])
    await bill(10_000)
    expect((await state(shop, orderId)).attempts).toEqual([['succeeded', 10_000, 0]])
    await bill()
    await bill()
    expect((await state(shop, orderId)).attempts).toEqual([['succeeded', 24_700, 0]])
    expect(await refund(shop, orderId, 9_900)).toMatchObject({ kind: 'written' })
    expect(await refundRows(shop, orderId)).toEqual([[9_900, 'succeeded', 0]])
    expect(await undone(shop, 'payment.refund')).toEqual([])
  })
})
