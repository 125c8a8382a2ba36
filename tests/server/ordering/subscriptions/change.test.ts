import { expect, test } from 'vitest'
import { addDaysToMoment } from '../../../../src/domain/orders/subscriptions.ts'
import {
  postSubscription,
  subscriptionAnswer,
  subscriptionOf,
} from '../../../../src/server/ordering/renewals/subscription-answer.ts'
import { customerSubscriptions } from '../../../../src/server/ordering/renewals/subscription-views.ts'
import { callOffReturn } from '../../../../src/server/ordering/returns/call-off-return.ts'
import { withdraw } from '../../../../src/server/ordering/returns/withdraw.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { mailTexts } from '../../../support/mailbox.ts'
import { answerOf } from '../../../support/page-answer.ts'
import { addCustomer } from '../../identity/shopper.ts'
import { fixtureShop, movableClock } from '../checkout/buyer.ts'
import { parcel } from '../edits/charges.ts'
import { day, laterOrders, newsTo, renewals, subscribed, subscription, work } from './subscriber.ts'

/** The token of the newest mailed link that manages a subscription. */
async function mailedToken(shop: Shop): Promise<string> {
  await work(shop)
  const tokens = mailTexts(shop.env.SHOP_DATA, 'anna@example.se').flatMap(
    (mail) => /\/prenumeration\/([\w-]+)/.exec(mail)?.[1] ?? [],
  )
  return tokens.at(-1) ?? ''
}

async function ask(shop: Shop, token: string, form?: Record<string, string>) {
  const url = new URL(`http://shop.test/sv/prenumeration/${token}`)
  const request = new Request(url, form ? { method: 'POST', body: new URLSearchParams(form) } : {})
  return answerOf(await subscriptionAnswer(shop, { request, url, token, language: 'sv' }))
}

async function change(shop: Shop, token: string, action: string, days = '', seen?: string): Promise<string> {
  const { id, next_at: due } = await subscription(shop)
  const answer = await ask(shop, token, { id, action, days, due: seen ?? due })
  return answer.kind === 'go' ? new URL(answer.path, 'http://shop.test').search : answer.kind
}

async function withLink() {
  const clock = movableClock()
  const shop = await fixtureShop(clock)
  const { orderId } = await subscribed(shop)
  return Object.assign(shop, { clock, orderId, token: await mailedToken(shop) })
}

test('a guest manages a subscription by the mailed link only', async () => {
  await using shop = await withLink()
  const { token } = shop
  const answer = await ask(shop, token)
  expect(answer).toMatchObject({
    kind: 'page',
    page: {
      subscriptions: [
        {
          sku: 'PASTE',
          quantity: 2,
          intervalDays: 30,
          intervals: [30, 90],
          status: 'active',
          actions: ['pause', 'skip', 'interval', 'cancel', 'move', 'revise'],
          address: ['Anna Andersson', 'Storgatan 1', '111 22 Stockholm'],
          cost: 20_700,
        },
      ],
      done: null,
      signIn: null,
    },
  })
  for (const wrong of ['', 'x', `${token}x`, (await subscription(shop)).id])
    expect(await ask(shop, wrong)).toEqual({ kind: 'page', status: 404, page: null })
  expect(await ask(shop, token, { id: 'another', action: 'cancel' })).toMatchObject({
    kind: 'go',
    path: expect.stringContaining('refused') as string,
  })
  expect((await subscription(shop)).status).toBe('active')
})

test('pausing stops orders, resuming continues with the next future date', async () => {
  await using shop = await withLink()
  const { clock, token } = shop
  const due = (await subscription(shop)).next_at
  expect(await change(shop, token, 'pause')).toBe('?done=pause')
  expect(await change(shop, token, 'pause')).toBe('?refused=1')
  clock.advance(70 * day)
  await work(shop)
  expect(await laterOrders(shop)).toEqual([])
  expect(await change(shop, token, 'resume')).toBe('?done=resume')
  expect((await subscription(shop)).next_at).toBe(addDaysToMoment(due, 60))
})

test('skipping leaves out one order', async () => {
  await using shop = await withLink()
  const { clock, token } = shop
  const due = (await subscription(shop)).next_at
  expect(await change(shop, token, 'skip')).toBe('?done=skip')
  expect((await subscription(shop)).next_at).toBe(addDaysToMoment(due, 30))
  clock.advance(31 * day)
  await work(shop)
  expect([await laterOrders(shop), (await renewals(shop)).map(({ status }) => status)]).toEqual([[], ['skipped']])
  clock.advance(30 * day)
  await work(shop)
  expect(await laterOrders(shop)).toHaveLength(1)
})

test('a form that is sent many times at once skips one order, and an order in a year is not skipped', async () => {
  await using shop = await withLink()
  const { token } = shop
  const due = (await subscription(shop)).next_at
  const answers = await Promise.all(Array.from({ length: 20 }, () => change(shop, token, 'skip', '', due)))
  expect(new Set(answers)).toEqual(new Set(['?done=skip']))
  expect((await subscription(shop)).next_at).toBe(addDaysToMoment(due, 30))
  expect(await renewals(shop)).toHaveLength(1)
  expect(await change(shop, token, 'skip', '', '')).toBe('?refused=1')
  let skipped = 1
  while ((await change(shop, token, 'skip')) === '?done=skip') skipped += 1
  expect(skipped).toBe(12)
  expect(await ask(shop, token)).toMatchObject({
    page: { subscriptions: [{ actions: ['pause', 'interval', 'cancel', 'move', 'revise'] }] },
  })
})

test('the interval can be changed to another of the part, counted from the last order', async () => {
  await using shop = await withLink()
  const { clock, token } = shop
  const began = clock.now().toISOString()
  expect(await change(shop, token, 'interval', '45')).toBe('?refused=1')
  expect(await change(shop, token, 'interval', '90')).toBe('?done=interval')
  expect(await subscription(shop)).toMatchObject({ interval_days: 90, next_at: addDaysToMoment(began, 90) })
  clock.advance(50 * day)
  expect(await change(shop, token, 'interval', '30')).toBe('?done=interval')
  expect(await subscription(shop)).toMatchObject({
    interval_days: 30,
    next_at: addDaysToMoment(clock.now().toISOString(), 1),
  })
})

test('a cancelled subscription stays cancelled and is never ordered again', async () => {
  await using shop = await withLink()
  const { clock, token } = shop
  expect(await change(shop, token, 'cancel')).toBe('?done=cancel')
  for (const action of ['resume', 'pause', 'skip', 'interval', 'cancel', 'x'])
    expect(await change(shop, token, action, '90'), action).toBe('?refused=1')
  clock.advance(100 * day)
  await work(shop)
  expect(await laterOrders(shop)).toEqual([])
  expect(newsTo(shop)).toEqual(['cancelled', 'started'])
  const mail = mailTexts(shop.env.SHOP_DATA, 'anna@example.se').find((text) => text.includes('subscription-cancelled'))
  expect(mail).toContain('avslutad')
  expect(mail).not.toContain('/prenumeration/')
})

test('a customer sees and changes only their own', async () => {
  await using shop = await fixtureShop()
  await addCustomer(shop, { id: 'karin' })
  await subscribed(shop, undefined, 'karin')
  const [own] = await customerSubscriptions(shop, 'karin', 'en')
  expect([own?.path, await customerSubscriptions(shop, 'other', 'en')]).toEqual(['/en/product/paste-part', []])
  const form = { id: own?.id ?? '', action: 'cancel', days: 0, due: '', date: '' } as const
  const post = (customerId: string) =>
    postSubscription(shop, form, { own: (id) => subscriptionOf(shop, customerId, id), access: 'account' })
  expect([await post('other'), await post('karin')]).toEqual([undefined, 'cancel'])
})

test('a subscription goes on with what its buyer keeps when a withdrawal is called off', async () => {
  await using shop = await withLink()
  const { clock, orderId, token } = shop
  await parcel(shop, orderId)
  const withdrawOne = async () => {
    const { sendBack } = await withdraw(shop, {
      orderId,
      actor: 'shopper',
      name: 'Anna',
      units: [{ position: 1, quantity: 1 }],
    })
    return sendBack?.id ?? ''
  }
  const callOff = (returnId: string) => callOffReturn(shop, { returnId, actor: 'staff' })
  const [first, second] = [await withdrawOne(), await withdrawOne()]
  const { status, next_at: due } = await subscription(shop)
  expect(status).toBe('cancelled')
  clock.advance(40 * day)
  for (const [at, returnId] of [first, second].entries()) {
    await callOff(returnId)
    await callOff(returnId)
    expect(await subscription(shop)).toMatchObject({
      status: 'active',
      quantity: at + 1,
      next_at: addDaysToMoment(due, 30),
    })
    await work(shop)
  }
  expect(newsTo(shop)).toEqual(['continued', 'continued', 'ended', 'fewer', 'started'])
  expect(await laterOrders(shop)).toEqual([])
  const third = await withdrawOne()
  expect(await change(shop, token, 'cancel')).toBe('?done=cancel')
  await callOff(third)
  expect(await subscription(shop)).toMatchObject({ status: 'cancelled', quantity: 1 })
})

test('the next order is moved to another day within a year, also to one that was skipped', async () => {
  await using shop = await withLink()
  const { token } = shop
  const { id, next_at: before } = await subscription(shop)
  const move = async (days: number) => {
    const date = addDaysToMoment(before, days).slice(0, 10)
    const answer = await ask(shop, token, { id, action: 'move', date })
    return answer.kind === 'go' ? new URL(answer.path, 'http://shop.test').search : answer.kind
  }
  expect(await move(9)).toBe('?done=move')
  expect((await subscription(shop)).next_at).toBe(addDaysToMoment(before, 9))
  for (const days of [-30, 400]) expect(await move(days)).toBe('?refused=1')
  expect(await change(shop, token, 'skip')).toBe('?done=skip')
  expect(await move(9)).toBe('?done=move')
  const { next_at: moved } = await subscription(shop)
  expect(Date.parse(moved) - Date.parse(addDaysToMoment(before, 9))).toBe(1000)
  shop.clock.advance((Date.parse(moved) - shop.clock.now().getTime()) / 1000 + 60)
  await work(shop)
  expect(await laterOrders(shop)).toHaveLength(1)
  expect(await change(shop, token, 'pause')).toBe('?done=pause')
  expect(await move(60)).toBe('?refused=1')
})
