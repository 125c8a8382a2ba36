import { expect, test } from 'vitest'
import { subscriptionScreen } from '../../../src/server/console/subscriptions/subscription-page.ts'
import { subscriptionsScreen } from '../../../src/server/console/subscriptions/subscriptions-page.ts'
import { expireOrders } from '../../../src/server/ordering/fulfilment/expire-orders.ts'
import { changeSubscription } from '../../../src/server/ordering/subscriptions/change-subscription.ts'
import { reviseSubscription } from '../../../src/server/ordering/subscriptions/revise-subscription.ts'
import { formJson } from '../../../src/server/platform/db/json-columns.ts'
import { fixtureShop, movableClock } from '../ordering/checkout/buyer.ts'
import { sandboxSays } from '../ordering/gift-cards/holder.ts'
import { day, laterOrders, newsTo, subscribed, subscription, work } from '../ordering/subscriptions/subscriber.ts'
import { bySandbox } from '../payments/payer.ts'
import { contentOf, outcome, signedIn, visit, type Form } from './at-console.ts'

async function shopWithSubscription(form?: typeof bySandbox) {
  const clock = movableClock()
  const shop = await fixtureShop(clock)
  const { attemptId } = await subscribed(shop, form)
  if (form) await sandboxSays(shop, attemptId, 'succeeded')
  const { id } = await subscription(shop)
  const [browser, params] = [() => signedIn(shop, 'owner'), { id }]
  return {
    shop,
    clock,
    id,
    list: async (query: Record<string, string> = {}) =>
      (await contentOf(shop, await browser(), subscriptionsScreen, { query })).rows.map((row) => row.id),
    page: async () => contentOf(shop, await browser(), subscriptionScreen, { params }),
    send: async (sent: Form) => outcome(shop, await browser(), subscriptionScreen, { params, form: sent }),
    as: async (role: string, sent: Form) =>
      visit(shop, await signedIn(shop, role), subscriptionScreen, { params, form: sent }),
    audit: () =>
      shop.db
        .selectFrom('audit_log')
        .selectAll()
        .where('operation', 'like', 'subscriptions.%')
        .orderBy('seq')
        .execute(),
    [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose](),
  }
}

test('staff pause, resume, skip, change the interval and end, each once and logged', async () => {
  await using at = await shopWithSubscription()
  const send = async (action: string, more: Form = {}) =>
    (await at.send({ action, version: (await at.page()).version, ...more })).status
  expect((await at.page()).actions).toEqual(['pause', 'skip', 'interval', 'cancel'])
  const before = (await at.page()).nextAt
  expect(await send('resume')).toBe(422)
  expect(await send('interval', { days: '31' })).toBe(422)
  expect(await send('interval', { days: '1e9' })).toBe(422)
  expect(await send('pause')).toBe(303)
  expect(await send('resume')).toBe(303)
  expect(await send('skip')).toBe(303)
  expect((await at.page()).nextAt > before).toBe(true)
  expect(await send('interval', { days: '90' })).toBe(303)
  expect(await at.page()).toMatchObject({ intervalDays: 90, status: 'active', renewals: [{ status: 'skipped' }] })
  expect(await send('cancel')).toBe(303)
  expect(await at.page()).toMatchObject({ status: 'cancelled', actions: [] })
  expect(await send('resume')).toBe(422)
  const log = await at.audit()
  expect(log.map(({ operation }) => operation.replace('subscriptions.', ''))).toEqual([
    'pause',
    'resume',
    'skip',
    'interval',
    'cancel',
  ])
  expect(JSON.stringify(log)).not.toContain('anna@')
})

test('of two people with the same page in front of them, the second is told, also at once', async () => {
  await using at = await shopWithSubscription()
  const { version } = await at.page()
  const both = await Promise.all(['skip', 'skip'].map((action) => at.send({ action, version })))
  expect(both.map(({ status }) => status).sort()).toEqual([303, 422])
  expect((await at.page()).renewals).toHaveLength(1)
  expect(await at.send({ action: 'cancel', version })).toMatchObject({ status: 422 })
  expect(await at.audit()).toHaveLength(1)
})

test('an unpaid renewal is tried again at once, and one that was given up with all its attempts', async () => {
  await using at = await shopWithSubscription(bySandbox)
  at.clock.advance(30 * day)
  await work(at.shop)
  const asked = await at.page()
  const [first] = asked.renewals
  expect(first).toMatchObject({ status: 'open', tries: 1, mayRetry: true })
  expect(asked.renewals[0]?.orders).toHaveLength(1)
  expect(await at.list({ failed: 'yes' })).toEqual([at.id])
  const retry = async () =>
    (await at.send({ action: 'retry', version: (await at.page()).version, due: first?.due ?? '' })).status
  expect(await retry()).toBe(303)
  await work(at.shop)
  expect((await at.page()).renewals[0]).toMatchObject({ status: 'open', tries: 2 })
  for (let left = 0; left < 10; left += 1) {
    at.clock.advance(2 * day)
    await expireOrders(at.shop)
    await work(at.shop)
  }
  expect(await at.page()).toMatchObject({ status: 'unpaid', renewals: [{ status: 'unpaid', mayRetry: true }] })
  const [mails, orders] = [newsTo(at.shop).length, (await laterOrders(at.shop)).length]
  expect(await retry()).toBe(303)
  expect(await at.page()).toMatchObject({ status: 'active', renewals: [{ status: 'open', tries: 0, mayRetry: false }] })
  await work(at.shop)
  expect((await at.page()).renewals[0]).toMatchObject({ status: 'open', tries: 1 })
  expect([newsTo(at.shop).length > mails, (await laterOrders(at.shop)).length > orders]).toEqual([true, true])
  expect(await at.send({ action: 'retry', version: (await at.page()).version, due: 'x' })).toMatchObject({
    status: 422,
  })
})

test('the list finds a subscription by address and order, and its states', async () => {
  await using at = await shopWithSubscription()
  const { order } = await at.page()
  const found: Record<string, string>[] = [
    {},
    { q: 'ANNA@example.se' },
    { q: order },
    { state: 'active' },
    { sort: '-next' },
  ]
  const others: Record<string, string>[] = [{ q: 'nobody' }, { state: 'paused' }, { failed: 'yes' }]
  for (const query of found) expect(await at.list(query)).toEqual([at.id])
  for (const query of others) expect(await at.list(query)).toEqual([])
})

test('who may not change subscriptions changes none', async () => {
  await using at = await shopWithSubscription()
  const { version } = await at.page()
  for (const role of ['warehouse', 'editor', 'accountant'])
    for (const action of ['pause', 'cancel', 'retry'])
      expect((await at.as(role, { action, version, due: 'x' })).status).toBe(403)
  expect((await at.page()).status).toBe('active')
})

test('staff see what the subscriber changed, and no form that they opened before is carried out', async () => {
  await using at = await shopWithSubscription()
  const { shop } = at
  const { version } = await at.page()
  const before = await subscription(shop)
  const form = formJson.write({ ...formJson.read(before.form), line1: 'Nygatan 5' })
  const after = { ...before, quantity: 1, form }
  expect(await reviseSubscription(shop, { before, after, access: 'account' })).toBe(true)
  at.clock.advance(60)
  await changeSubscription(shop, { id: at.id, action: 'pause', access: 'link' })
  expect((await at.page()).changes).toMatchObject([
    { action: 'pause', access: 'link', changes: [{ value: 'status', before: 'active', after: 'paused' }] },
    {
      action: 'revise',
      access: 'account',
      changes: [
        { value: 'quantity', before: '2', after: '1' },
        { value: 'address', after: 'Anna Andersson, Nygatan 5, 111 22 Stockholm, SE' },
      ],
    },
  ])
  expect((await at.send({ action: 'cancel', version })).status).not.toBe(303)
})

test('a subscriber who changes something very often leaves the newest fifty changes', async () => {
  await using at = await shopWithSubscription()
  for (let step = 0; step < 30; step += 1)
    for (const action of ['pause', 'resume'] as const)
      await changeSubscription(at.shop, { id: at.id, action, access: 'link' })
  expect(await at.shop.db.selectFrom('subscription_changes').select('id').execute()).toHaveLength(50)
})
