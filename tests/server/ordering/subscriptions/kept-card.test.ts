import { expect, test } from 'vitest'
import { translator } from '../../../../src/i18n/translator.ts'
import { href } from '../../../../src/routes.ts'
import { reconcilePayments } from '../../../../src/server/jobs/reconcile-payments.ts'
import { expireOrders } from '../../../../src/server/ordering/fulfilment/expire-orders.ts'
import { repeatPayment } from '../../../../src/server/ordering/payment/repeat-payment.ts'
import { decideSandboxPayment, sandboxPayment } from '../../../../src/server/ordering/payment/sandbox-page.ts'
import { startPayment } from '../../../../src/server/ordering/payment/start-payment.ts'
import { subscriptionView } from '../../../../src/server/ordering/renewals/subscription-views.ts'
import { attemptsOf, openAttempt } from '../../../../src/server/payments/queries.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { mailTexts } from '../../../support/mailbox.ts'
import { attempt, bySandbox, byStripe, calls, hear, paid, stripeShop, type StripeShop } from '../../payments/payer.ts'
import { bought, buy, fixtureShop, movableClock } from '../checkout/buyer.ts'
import { openCheckout } from '../checkout/visit-checkout.ts'
import { day, laterOrders, newsTo, subscribed, subscription, work } from './subscriber.ts'

const words = translator('sv')

const intents = ({ fake }: StripeShop) =>
  calls(fake, 'POST /v1/payment_intents').filter(({ path }) => path === '/v1/payment_intents')

/** A subscriber who pays at Stripe; returns the session and the card saved by Stripe. */
async function subscribedByStripe(at: StripeShop) {
  const { attemptId } = await subscribed(at.shop, byStripe)
  return { attemptId, card: await payOnPage(at, attemptId) }
}

async function payOnPage(at: StripeShop, attemptId: string): Promise<string> {
  await startPayment(at.shop, attemptId)
  const session = at.fake.pay((await attempt(at.shop, attemptId)).provider_reference ?? '')
  await hear(at, at.fake.event('checkout.session.completed', session, at.shop.now()))
  return at.fake.intent(session.payment_intent ?? '').payment_method ?? ''
}

async function waitingOrder({ db }: Shop) {
  return db.selectFrom('orders').selectAll().where('status', '=', 'pending_payment').executeTakeFirstOrThrow()
}

test('only a subscriber’s card is saved', async () => {
  await using at = await stripeShop()
  await paid(at)
  await subscribedByStripe(at)
  const asked = calls(at.fake, 'POST /v1/checkout/sessions').map(({ fields }) => [
    fields['customer_creation'],
    (fields['payment_intent_data'] as { setup_future_usage?: string }).setup_future_usage,
  ])
  expect(asked).toEqual([
    [undefined, undefined],
    ['always', 'off_session'],
  ])
})

test('a renewal is charged to the saved card, once, and reported; no payment is requested', async () => {
  await using at = await stripeShop()
  const { card } = await subscribedByStripe(at)
  at.clock.advance(30 * day)
  await Promise.all([work(at.shop), work(at.shop)])
  await work(at.shop)
  const [order, ...more] = await laterOrders(at.shop)
  expect([order?.status, more]).toEqual(['confirmed', []])
  expect(intents(at).map(({ fields }) => fields)).toMatchObject([
    {
      amount: String(order?.total),
      currency: 'sek',
      payment_method: card,
      off_session: 'true',
      confirm: 'true',
      metadata: { repeated: 'yes' },
    },
  ])
  expect(at.fake.sessions.size).toBe(1)
  expect(newsTo(at.shop)).toEqual(['renewed', 'started'])
})

test('the announcement says how it will be paid, and a declined card is reported', async () => {
  await using at = await stripeShop()
  const { card } = await subscribedByStripe(at)
  const said = () =>
    mailTexts(at.shop.env.SHOP_DATA, 'anna@example.se')
      .join('\n')
      .replaceAll(/=\r?\n|\s+/g, ' ')
  at.clock.advance(27 * day)
  await work(at.shop)
  expect(said()).toContain(words('mail:subscription.by_card'))
  at.fake.cards.set(card, 'card_declined')
  at.clock.advance(3 * day)
  await work(at.shop)
  expect(said()).toContain(words('mail:subscription.declined'))
  expect(await subscriptionView(at.shop, await subscription(at.shop), 'sv')).toMatchObject({
    isByCard: true,
    status: 'active',
  })
})

test('a payment captured at shipment is only authorized at the renewal', async () => {
  await using at = await stripeShop({ STRIPE_CAPTURE: 'at-shipment' })
  await subscribedByStripe(at)
  at.clock.advance(30 * day)
  await work(at.shop)
  const [order] = await laterOrders(at.shop)
  const { id } = await at.shop.db
    .selectFrom('orders')
    .select('id')
    .where('checkout_id', '=', order?.checkout_id ?? '')
    .executeTakeFirstOrThrow()
  expect(await attemptsOf(at.shop.db, id)).toMatchObject([
    { status: 'succeeded', authorized: order?.total, captured: 0, payment_reference: expect.stringMatching(/^pi_/) },
  ])
})

for (const card of ['card_declined', 'authentication_required'] as const) {
  test(`${card}: the subscriber is mailed, the card is retried after 1, 3 and 5 days, then it is paused`, async () => {
    await using at = await stripeShop()
    const { card: kept } = await subscribedByStripe(at)
    at.fake.cards.set(kept, card)
    at.clock.advance(30 * day)
    for (let step = 0; step < 8; step += 1) {
      await work(at.shop)
      await expireOrders(at.shop)
      at.clock.advance(day)
    }
    expect(intents(at)).toHaveLength(4)
    expect(newsTo(at.shop).filter((news) => news !== 'started')).toEqual([
      ...Array<string>(4).fill('payment_due'),
      'unpaid',
    ])
    expect([(await subscription(at.shop)).status, (await laterOrders(at.shop)).map(({ status }) => status)]).toEqual([
      'unpaid',
      Array<string>(4).fill('failed'),
    ])
  })
}

test('a declined renewal paid through its mail is paid once, and the next one with that card', async () => {
  await using at = await stripeShop()
  const { card: old } = await subscribedByStripe(at)
  at.fake.cards.set(old, 'card_declined')
  at.clock.advance(30 * day)
  await work(at.shop)
  const [failed] = await laterOrders(at.shop)
  const shown = await openCheckout(at.shop, 'sv', failed?.checkout_id ?? '')
  expect(shown.kind).toBe('page')
  at.clock.advance(day)
  at.fake.cards.delete(old)
  await work(at.shop)
  const again = await at.shop.db
    .selectFrom('orders')
    .selectAll()
    .where('checkout_id', '=', failed?.checkout_id ?? '')
    .orderBy('seq', 'desc')
    .executeTakeFirstOrThrow()
  expect(again.status).toBe('failed')
  const placed = await buy(at.shop, again.checkout_id, byStripe)
  if (placed.kind !== 'placed') throw new Error(placed.kind)
  const fresh = await payOnPage(at, placed.attemptId)
  expect(fresh).not.toBe(old)
  await work(at.shop)
  at.clock.advance(30 * day)
  await work(at.shop)
  expect(intents(at).at(-1)?.fields).toMatchObject({ payment_method: fresh })
  expect((await laterOrders(at.shop)).filter(({ status }) => status === 'confirmed')).toHaveLength(2)
  expect((await subscription(at.shop)).status).toBe('active')
})

test('a lost answer is requested again: one charge, and no other payment beside it', async () => {
  await using at = await stripeShop()
  await subscribedByStripe(at)
  at.clock.advance(30 * day)
  at.fake.unanswered.add('POST /v1/payment_intents')
  await work(at.shop)
  const order = await waitingOrder(at.shop)
  const open = await openAttempt(at.shop.db, order.id)
  expect(await startPayment(at.shop, open?.id ?? '')).toBe(
    href('sv', 'checkout-confirmation', { id: order.checkout_id }),
  )
  expect([open?.repeats, at.fake.sessions.size, newsTo(at.shop).includes('payment_due')]).toEqual([
    expect.stringMatching(/^pi_/),
    1,
    false,
  ])
  at.fake.unanswered.clear()
  at.clock.advance(60)
  await reconcilePayments(at.shop)
  await work(at.shop)
  expect(await laterOrders(at.shop)).toMatchObject([{ status: 'confirmed' }])
  expect(at.fake.intents.size).toBe(2)
})

test('of a page being opened and a card being charged at the same time, only one succeeds', async () => {
  await using at = await stripeShop()
  await subscribedByStripe(at)
  const earlier = [...at.fake.intents.keys()][0] ?? ''
  const { orderId, attemptId, checkoutId } = await bought(at.shop, [['FAN', 1]], byStripe)
  const [page, charged] = await Promise.all([
    startPayment(at.shop, attemptId),
    repeatPayment(at.shop, attemptId, earlier),
  ])
  const [attempt] = await attemptsOf(at.shop.db, orderId)
  if (charged === 'paid') {
    expect(page).toBe(href('sv', 'checkout-confirmation', { id: checkoutId }))
    expect(attempt).toMatchObject({ status: 'succeeded', url: null, repeats: earlier })
  } else {
    expect([charged, attempt]).toMatchObject(['refused', { status: 'started', url: page, repeats: null }])
  }
  const open = await bought(at.shop, [['FAN', 1]], byStripe)
  await startPayment(at.shop, open.attemptId)
  expect(await repeatPayment(at.shop, open.attemptId, earlier)).toBe('refused')
  expect(intents(at)).toHaveLength(charged === 'paid' ? 1 : 0)
})

for (const [ends, type, status] of [
  ['confirmed', 'payment_intent.succeeded', 'succeeded'],
  ['failed', 'payment_intent.payment_failed', 'requires_payment_method'],
] as const) {
  test(`a slow charge is ${ends} by its webhook`, async () => {
    await using at = await stripeShop()
    const { card } = await subscribedByStripe(at)
    at.fake.cards.set(card, 'slow')
    at.clock.advance(30 * day)
    await work(at.shop)
    expect([await laterOrders(at.shop), newsTo(at.shop).includes('payment_due')]).toMatchObject([
      [{ status: 'pending_payment' }],
      false,
    ])
    const intent = [...at.fake.intents.values()].at(-1)
    expect(await hear(at, at.fake.event(type, { ...intent, status }, at.shop.now()))).toBe('applied')
    expect(await laterOrders(at.shop)).toMatchObject([{ status: ends }])
  })
}

test('notifications of a hosted page’s own payment are ignored', async () => {
  await using at = await stripeShop()
  await subscribedByStripe(at)
  const [intent] = at.fake.intents.values()
  expect(
    await hear(
      at,
      at.fake.event('payment_intent.payment_failed', { ...intent, status: 'requires_payment_method' }, at.shop.now()),
    ),
  ).toBe('ignored')
})

test('the sandbox saves a card, unless told not to', async () => {
  for (const [choice, news] of [
    ['approve', 'renewed'],
    ['approve_once', 'payment_due'],
  ] as const) {
    const clock = movableClock()
    await using shop = await fixtureShop(clock)
    const { attemptId } = await subscribed(shop, bySandbox)
    await startPayment(shop, attemptId)
    const payment = await sandboxPayment(shop, attemptId)
    if (!payment) throw new Error('No page.')
    await decideSandboxPayment(shop, payment, choice)
    clock.advance(30 * day)
    await work(shop)
    expect(newsTo(shop)).toEqual([news, 'started'].sort())
  }
})
