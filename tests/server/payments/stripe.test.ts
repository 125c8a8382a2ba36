import { describe, expect, test } from 'vitest'
import { deliverOutbox } from '../../../src/server/jobs/deliver-outbox.ts'
import { expireOrders } from '../../../src/server/ordering/fulfilment/expire-orders.ts'
import { failedPayment } from '../../../src/server/ordering/payment/failed-payment.ts'
import { returnFromPayment } from '../../../src/server/ordering/payment/return-from-payment.ts'
import { startPayment } from '../../../src/server/ordering/payment/start-payment.ts'
import { offeredProviders } from '../../../src/server/payments/providers.ts'
import { pageOf } from '../../support/page-answer.ts'
import { countOf, fixtureShop, stockOf } from '../ordering/checkout/buyer.ts'
import { openCheckout } from '../ordering/checkout/visit-checkout.ts'
import { attempt, buyerOf, calls, hear, mailsOf, notes, paid, refusal, started, state, stripeShop } from './payer.ts'

const anOrder = { country: 'SE', kind: 'private', due: 10_000 } as const

describe('a payment at Stripe', () => {
  test('spec 1: is offered where it is configured and the locale accepts cards', async () => {
    await using without = await fixtureShop()
    expect(offeredProviders(without, 'sv', anOrder)).not.toContain('stripe')
    await using at = await stripeShop()
    expect([offeredProviders(at.shop, 'sv', anOrder), offeredProviders(at.shop, 'en', anOrder)]).toEqual([
      ['stripe', 'sandbox', 'invoice'],
      ['stripe', 'sandbox', 'invoice'],
    ])
  })

  test("opens one hosted page with the order's sum, language, return URLs and expiry", async () => {
    await using at = await stripeShop()
    const payment = await started(at)
    expect(payment.path).toBe(`https://checkout.stripe.com/c/pay/${payment.session}`)
    const [asked, ...more] = calls(at.fake, 'POST /v1/checkout/sessions')
    expect(more).toEqual([])
    expect(asked?.key).toBe(payment.attemptId)
    const back = `${at.shop.env.ORIGIN}/api/payments/stripe/return?attempt=${payment.attemptId}`
    expect(asked?.fields).toMatchObject({
      mode: 'payment',
      locale: 'sv',
      client_reference_id: payment.attemptId,
      customer_email: 'anna@example.se',
      success_url: back,
      cancel_url: `${back}&left=1`,
      metadata: { attempt_id: payment.attemptId, order_number: '100001' },
      payment_intent_data: { metadata: { attempt_id: payment.attemptId } },
      line_items: {
        0: {
          quantity: '1',
          price_data: { currency: 'sek', unit_amount: '24700', product_data: { name: 'Delverk, beställning 100001' } },
        },
      },
    })
    expect(Number(asked?.fields['expires_at']) - at.shop.now().getTime() / 1000).toBe(65 * 60)
  })

  test('is resumed on the same page, without calling Stripe again', async () => {
    await using at = await stripeShop()
    const payment = await started(at)
    expect(await openCheckout(at.shop, 'sv', payment.checkoutId, buyerOf(at.shop, payment))).toEqual({
      kind: 'go',
      path: payment.path,
    })
    expect(at.fake.requests).toHaveLength(1)
  })

  test('spec 4: a reference from another language is not used: its page is closed and another opened', async () => {
    await using at = await stripeShop()
    const payment = await started(at)
    const answer = await openCheckout(at.shop, 'en', payment.checkoutId, buyerOf(at.shop, payment))
    expect(answer).toMatchObject({ kind: 'go', path: expect.stringMatching(/^https:\/\/checkout\.stripe\.com\//) })
    expect(answer).not.toEqual({ kind: 'go', path: payment.path })
    expect((await state(at.shop, payment.orderId)).attempts.map(([status]) => status).toSorted()).toEqual([
      'cancelled',
      'started',
    ])
    expect(calls(at.fake, 'POST /v1/checkout/sessions').map(({ fields }) => fields['locale'])).toEqual(['sv', 'en'])
    await deliverOutbox(at.shop)
    expect(at.fake.session(payment.session).status).toBe('expired')
    expect(
      await hear(at, at.fake.event('checkout.session.expired', at.fake.session(payment.session), at.shop.now())),
    ).toBe('no_effect')
    expect((await state(at.shop, payment.orderId)).order).toBe('pending_payment')
  })

  test('changes its language four times: opening the address in turn begins no more payments', async () => {
    await using at = await stripeShop()
    const payment = await started(at)
    const open = async (language: 'en' | 'sv') =>
      JSON.stringify(await openCheckout(at.shop, language, payment.checkoutId, buyerOf(at.shop, payment)))
    const pages: string[] = []
    for (let count = 0; count < 5; count += 1) pages.push(await open('en'), await open('sv'))
    expect(new Set(pages).size).toBe(4)
    expect(pages.at(-1)).toBe(pages[3])
    expect(calls(at.fake, 'POST /v1/checkout/sessions')).toHaveLength(5)
    expect((await state(at.shop, payment.orderId)).attempts).toHaveLength(5)
  })

  test("is confirmed by its webhook, and by the shopper's return, once", async () => {
    await using at = await stripeShop()
    const payment = await started(at)
    const session = at.fake.pay(payment.session)
    const event = at.fake.event('checkout.session.completed', session, at.shop.now())
    const back = () => returnFromPayment(at.shop, 'stripe', payment.attemptId, 'done')
    const heard = await Promise.all([back(), ...Array.from({ length: 20 }, () => hear(at, event)), back(), back()])
    expect(heard.filter((each) => typeof each === 'string' && each.startsWith('/'))).toEqual(
      Array(3).fill(`/sv/checkout/confirmation/${payment.checkoutId}`),
    )
    expect(await state(at.shop, payment.orderId)).toEqual({ order: 'confirmed', attempts: [['succeeded', 24_700, 0]] })
    expect(await mailsOf(at.shop)).toBe(1)
    expect((await attempt(at.shop, payment.attemptId)).payment_reference).toBe(session.payment_intent)
  })

  test('is asked about once when the shopper returns many times, and again two seconds later', async () => {
    await using at = await stripeShop()
    const { attemptId, session } = await started(at)
    const asked = () => calls(at.fake, `GET /v1/checkout/sessions/${session}`).length
    const comeBack = () => returnFromPayment(at.shop, 'stripe', attemptId, 'done')
    await Promise.all(Array.from({ length: 20 }, comeBack))
    await comeBack()
    expect(asked()).toBe(1)
    at.clock.advance(2)
    await comeBack()
    expect(asked()).toBe(2)
  })

  test('whose money arrives later waits for it', async () => {
    await using at = await stripeShop()
    for (const [end, type, order] of [
      ['succeeded', 'checkout.session.async_payment_succeeded', 'confirmed'],
      ['requires_payment_method', 'checkout.session.async_payment_failed', 'failed'],
    ] as const) {
      const payment = await started(at)
      expect(
        await hear(
          at,
          at.fake.event('checkout.session.completed', at.fake.pay(payment.session, { late: true }), at.shop.now()),
        ),
      ).toBe('ignored')
      expect((await state(at.shop, payment.orderId)).order).toBe('pending_payment')
      expect(await hear(at, at.fake.event(type, at.fake.settle(payment.session, end), at.shop.now()))).toBe('applied')
      expect((await state(at.shop, payment.orderId)).order).toBe(order)
    }
  })

  test('in another amount or currency holds the order', async () => {
    await using at = await stripeShop()
    for (const how of [{ amount: 24_699 }, { currency: 'usd' }]) {
      const payment = await started(at)
      expect(
        await hear(at, at.fake.event('checkout.session.completed', at.fake.pay(payment.session, how), at.shop.now())),
      ).toBe('held')
      expect(await state(at.shop, payment.orderId)).toMatchObject({
        order: 'pending_payment',
        attempts: [['held', how.amount ?? 0, 0]],
      })
    }
    expect(await mailsOf(at.shop)).toBe(0)
  })

  test('that the shopper leaves is closed, and the cart can be paid in another way', async () => {
    await using at = await stripeShop()
    const payment = await started(at)
    expect(await returnFromPayment(at.shop, 'stripe', payment.attemptId, 'left')).toBe(
      `/sv/checkout/failed/${payment.checkoutId}`,
    )
    expect(at.fake.session(payment.session).status).toBe('expired')
    expect(pageOf(await failedPayment(at.shop, 'sv', payment.checkoutId))).toMatchObject({ reason: 'cancelled' })
    expect((await openCheckout(at.shop, 'sv', payment.checkoutId)).kind).toBe('page')
    expect(await stockOf(at.shop, 'fan')).toEqual({ on_hand: 20, reserved: 0 })
  })

  test('that was made a moment before it was left counts', async () => {
    await using at = await stripeShop()
    const payment = await started(at)
    at.fake.pay(payment.session)
    expect(await returnFromPayment(at.shop, 'stripe', payment.attemptId, 'left')).toBe(
      `/sv/checkout/confirmation/${payment.checkoutId}`,
    )
    expect((await state(at.shop, payment.orderId)).order).toBe('confirmed')
    expect(await returnFromPayment(at.shop, 'sandbox', payment.attemptId, 'left')).toBeUndefined()
    expect(await returnFromPayment(at.shop, 'stripe', 'unknown', 'done')).toBeUndefined()
  })

  test('ends with its order: the page closes when the order expires', async () => {
    await using at = await stripeShop()
    const payment = await started(at)
    at.clock.advance(31 * 60)
    await expireOrders(at.shop)
    await deliverOutbox(at.shop)
    expect(at.fake.session(payment.session).status).toBe('expired')
    expect(pageOf(await failedPayment(at.shop, 'sv', payment.checkoutId))).toMatchObject({ reason: 'expired' })
  })

  test('that Stripe refuses to start fails at once, so that another method can be chosen', async () => {
    await using at = await stripeShop()
    at.fake.mood = 400
    const payment = await started(at)
    expect(payment.path).toBe(`/sv/checkout/failed/${payment.checkoutId}`)
    expect(pageOf(await failedPayment(at.shop, 'sv', payment.checkoutId))).toMatchObject({ reason: 'unavailable' })
    expect(await startPayment(at.shop, payment.attemptId)).toBe(payment.path)
  })
})

describe('webhooks of Stripe', () => {
  test('unsigned, altered, stale and unreadable ones are rejected', async () => {
    await using at = await stripeShop()
    const payment = await started(at)
    const { body, headers } = at.fake.event('checkout.session.completed', at.fake.pay(payment.session), at.shop.now())
    const signature = headers.get('stripe-signature') ?? ''
    const forged: Record<string, string>[] = [
      {},
      { 'stripe-signature': '' },
      { 'stripe-signature': signature.slice(0, -1) },
      { 'stripe-signature': signature.replace('t=', 't=1') },
      { 'stripe-signature': 'nonsense' },
    ]
    for (const given of forged)
      expect(await refusal(hear(at, { body, headers: new Headers(given) }))).toBe('400 webhook_not_verified')
    expect(await refusal(hear(at, { body: body.replace('24700', '24701'), headers }))).toBe('400 webhook_not_verified')
    for (const text of ['no json', '{}', '{"id":"evt_1","type":"checkout.session.completed","data":{"object":{}}}']) {
      expect(await refusal(hear(at, { body: text, headers: at.fake.sign(text, at.shop.now()) }))).toBe(
        '400 webhook_unreadable',
      )
    }
    at.clock.advance(301)
    expect(await refusal(hear(at, { body, headers }))).toBe('400 webhook_not_verified')
    expect(await countOf(at.shop, 'payment_events')).toBe(0)
    await using without = await fixtureShop()
    expect(await refusal(hear({ shop: without }, { body, headers }))).toBe('404 provider_unknown')
  })

  test('a hundred repeats and shuffled neighbours have one effect', async () => {
    await using at = await stripeShop()
    const payment = await started(at)
    const session = at.fake.pay(payment.session)
    const say = (type: string) => at.fake.event(type, session, at.shop.now())
    const events = [
      say('checkout.session.completed'),
      say('checkout.session.async_payment_succeeded'),
      say('checkout.session.completed'),
    ]
    await hear(at, events[0] ?? say(''))
    const late = [...events, say('checkout.session.async_payment_failed'), say('checkout.session.expired')]
    const order = Array.from({ length: 100 }, (_, each) => late[(each * 7) % late.length] ?? say(''))
    const heard = await Promise.all(order.map((event) => hear(at, event)))
    expect(heard.includes('applied')).toBe(false)
    expect(await state(at.shop, payment.orderId)).toEqual({ order: 'confirmed', attempts: [['succeeded', 24_700, 0]] })
    expect([await mailsOf(at.shop), await stockOf(at.shop, 'fan')]).toEqual([1, { on_hand: 20, reserved: 2 }])
  })

  test('about other things, and about sessions of other programs, are ignored', async () => {
    await using at = await stripeShop()
    const { session } = await started(at)
    const foreign = { ...at.fake.pay(session), metadata: {}, client_reference_id: 'x' }
    for (const [type, object] of [
      ['customer.created', {}],
      ['checkout.session.completed', foreign],
      ['charge.refunded', { amount_refunded: 1, currency: 'sek', metadata: {} }],
    ] as const) {
      expect(await hear(at, at.fake.event(type, object, at.shop.now()))).toBe('ignored')
    }
    const unknown = { ...foreign, metadata: { attempt_id: 'nobody' } }
    expect(await hear(at, at.fake.event('checkout.session.completed', unknown, at.shop.now()))).toBe('unknown_attempt')
  })

  test("a refund made in Stripe's own console is recorded once", async () => {
    await using at = await stripeShop()
    const payment = await paid(at)
    const { payment_reference: intent } = await attempt(at.shop, payment.attemptId)
    at.fake.refund({ payment_intent: intent, amount: 5_000 })
    const event = at.fake.event('charge.refunded', at.fake.charge(intent ?? ''), at.shop.now())
    expect([await hear(at, event), await hear(at, event)]).toEqual(['applied', 'duplicate'])
    expect((await state(at.shop, payment.orderId)).attempts).toEqual([['succeeded', 24_700, 5_000]])
    expect((await notes(at.shop, payment.orderId)).at(-1)).toContain('50.00 SEK')
  })
})
