import { expect, test } from 'vitest'
import type { ReturnReason } from '../../../../src/domain/orders/returns.ts'
import type { Session } from '../../../../src/server/identity/sessions/session.ts'
import { shipOrder } from '../../../../src/server/ordering/fulfilment/ship-order.ts'
import { documentAnswer } from '../../../../src/server/ordering/order-pages/document-answer.ts'
import { orderDetails } from '../../../../src/server/ordering/order-pages/order-details.ts'
import { returnAnswer } from '../../../../src/server/ordering/order-pages/return-answer.ts'
import { orderById } from '../../../../src/server/ordering/orders/queries.ts'
import { refundOrder } from '../../../../src/server/ordering/refunds/refund-order.ts'
import { callOffReturn } from '../../../../src/server/ordering/returns/call-off-return.ts'
import { receiveReturn } from '../../../../src/server/ordering/returns/receive-return.ts'
import { requestReturn } from '../../../../src/server/ordering/returns/request-return.ts'
import { mayReturn } from '../../../../src/server/ordering/returns/returnable.ts'
import { ProblemError } from '../../../../src/server/platform/http/answers/problem.ts'
import { pageOf } from '../../../support/page-answer.ts'
import { wordsOf } from '../../../support/pdf-words.ts'
import { mailsOf } from '../../identity/shopper.ts'
import { fixtureShop, movableClock, stockOf } from '../checkout/buyer.ts'
import { confirmed, delivered, historyOf, outcomeOf, paidBack, statusOf } from '../orders/parcels.ts'

const units = (position: number, quantity: number, reason: ReturnReason = 'does_not_fit') => [
  { position, quantity, reason },
]
const back = { actor: 'operator', isRestocked: true, isRefunded: true }
const guest = (orderId: string, number = '100001') =>
  ({ order: { id: orderId, number }, customer: null }) as unknown as Session
const posted = (fields: Record<string, string>) =>
  new Request('http://shop.test/', { method: 'POST', body: new URLSearchParams(fields) })
const asked = new Request('http://shop.test/')

test('a return is registered, received, restocked and refunded', async () => {
  await using shop = await fixtureShop()
  const orderId = await delivered(shop, [['FAN', 3]])
  const row = await requestReturn(shop, { orderId, actor: 'shopper', message: '', units: units(1, 2) })
  expect([row.number, await statusOf(shop, orderId)]).toEqual(['R100001', 'return_requested'])
  const received = await receiveReturn(shop, { returnId: row.id, ...back })
  expect([received.kind, received.order.status, received.refund?.amount]).toEqual(['received', 'delivered', 2 * 9_900])
  expect(await stockOf(shop, 'fan')).toEqual({ on_hand: 19, reserved: 0 })
  expect(await outcomeOf(receiveReturn(shop, { returnId: row.id, ...back }))).toBe('already')
  expect(await stockOf(shop, 'fan')).toEqual({ on_hand: 19, reserved: 0 })
  expect((await historyOf(shop, orderId)).slice(-3)).toEqual([
    'delivered by operator',
    'return_requested by shopper',
    'delivered by operator',
  ])
  const mails = (await mailsOf(shop)).join('\n').replaceAll('\u00a0', ' ')
  for (const text of ['retur R100001', 'Reservgatan 1', 'Du betalar frakten', '198 kr']) expect(mails).toContain(text)
})

test("a return has a slip on the order's pages and in the mail until it ends, for its owner only", async () => {
  await using shop = await fixtureShop()
  const orderId = await delivered(
    shop,
    [
      ['FAN', 3],
      ['BAT', 1],
    ],
    { form: { name: 'Łukasz Żółć' } },
  )
  const other = await delivered(shop, [['FAN', 1]])
  const row = await requestReturn(shop, {
    orderId,
    actor: 'shopper',
    message: '',
    units: [...units(1, 2), ...units(2, 1, 'faulty')],
  })
  const open = (who: Session | null, number = '100001', language: 'en' | 'sv' = 'sv') =>
    documentAnswer(shop, who, { number, file: `${row.number}.pdf`, language }).then(
      async (answer) => Buffer.from(await answer.arrayBuffer()),
      (error: unknown) => {
        if (!(error instanceof ProblemError)) throw error
        return undefined
      },
    )
  const slip = await open(guest(orderId))
  const words = wordsOf(slip ?? Buffer.alloc(0))
  for (const text of [
    'Returföljesedel',
    'R100001',
    'Ordernummer: 100001',
    'Delverk AB',
    'Reservgatan 1',
    'Łukasz Żółć',
    'FAN',
    'fan del',
    'BAT',
    'Den passar inte min apparat',
    'Du betalar frakten',
  ])
    expect(words).toContain(text)
  expect(slip?.equals((await open(guest(orderId))) ?? Buffer.alloc(0))).toBe(true)
  expect(wordsOf((await open(guest(orderId), '100001', 'en')) ?? Buffer.alloc(0))).toMatch(
    /Return slip[^]*It doesn’t work/,
  )
  for (const [who, number] of [
    [null, '100001'],
    [guest(other, '100002'), '100001'],
    [guest(other, '100002'), '100002'],
  ] as const)
    expect(await open(who, number)).toBeUndefined()
  expect((await mailsOf(shop)).filter((mail) => /retur R100001[^]*R100001\.pdf/.test(mail))).toHaveLength(1)
  await callOffReturn(shop, { returnId: row.id, actor: 'operator' })
  expect(await open(guest(orderId))).toBeUndefined()
})

test('the rest may be returned later, and no unit twice', async () => {
  await using shop = await fixtureShop()
  const orderId = await delivered(shop, [['FAN', 3]])
  const first = await requestReturn(shop, { orderId, actor: 'shopper', message: '', units: units(1, 2) })
  expect(await outcomeOf(requestReturn(shop, { orderId, actor: 'shopper', message: '', units: units(1, 2) }))).toBe(
    'units_unknown',
  )
  await receiveReturn(shop, { returnId: first.id, ...back, units: [{ position: 1, quantity: 1 }] })
  expect(await paidBack(shop, orderId)).toBe(9_900)
  expect(await outcomeOf(requestReturn(shop, { orderId, actor: 'shopper', message: '', units: units(1, 2) }))).toBe(
    'units_unknown',
  )
  const second = await requestReturn(shop, { orderId, actor: 'shopper', message: '', units: units(1, 1) })
  expect((await receiveReturn(shop, { returnId: second.id, ...back })).order.status).toBe('return_requested')
  expect((await receiveReturn(shop, { returnId: first.id, ...back })).order.status).toBe('refunded')
  expect(await paidBack(shop, orderId)).toBe(3 * 9_900)
})

test('used parts are received without restocking, and may be refunded later or in part', async () => {
  await using shop = await fixtureShop()
  const orderId = await delivered(shop, [['FAN', 2]])
  const row = await requestReturn(shop, {
    orderId,
    actor: 'shopper',
    message: 'sparks',
    units: units(1, 2, 'faulty'),
  })
  expect(
    (await receiveReturn(shop, { returnId: row.id, actor: 'operator', isRestocked: false, isRefunded: false })).order
      .status,
  ).toBe('returned')
  expect([await stockOf(shop, 'fan'), await paidBack(shop, orderId)]).toEqual([{ on_hand: 18, reserved: 0 }, 0])
  const refunded = await refundOrder(shop, {
    orderId,
    actor: 'operator',
    reason: 'half',
    withDelivery: false,
    units: [{ position: 1, quantity: 1 }],
  })
  expect(refunded.order.status).toBe('returned')
  expect(await shop.db.selectFrom('returns').select(['status', 'refund_id']).executeTakeFirst()).toEqual({
    status: 'received',
    refund_id: null,
  })
  const rest = await refundOrder(shop, { orderId, actor: 'operator', reason: 'rest', withDelivery: false })
  expect([rest.order.status, await paidBack(shop, orderId)]).toEqual(['refunded', 2 * 9_900])
  expect(await shop.db.selectFrom('returns').select(['status', 'refund_id']).executeTakeFirst()).toEqual({
    status: 'refunded',
    refund_id: rest.refund.id,
  })
})

test('a return is allowed for 30 days, a complaint for three years, and neither before delivery', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const early = await confirmed(shop, [['FAN', 1]])
  await shipOrder(shop, { orderId: early, actor: 'operator', carrier: '', trackingNumber: '' })
  expect(
    await outcomeOf(requestReturn(shop, { orderId: early, actor: 'shopper', message: '', units: units(1, 1) })),
  ).toBe('not_possible')
  const orderId = await delivered(shop, [['FAN', 2]])
  clock.advance(31 * 24 * 3600)
  expect(await outcomeOf(requestReturn(shop, { orderId, actor: 'shopper', message: '', units: units(1, 1) }))).toBe(
    'not_possible',
  )
  expect(
    await outcomeOf(requestReturn(shop, { orderId, actor: 'shopper', message: '', units: units(1, 1, 'faulty') })),
  ).toBe('return')
})

test('a set is returned as the parts it was sold with', async () => {
  await using shop = await fixtureShop()
  const orderId = await delivered(shop, [['KIT', 2]])
  const row = await requestReturn(shop, { orderId, actor: 'shopper', message: '', units: units(1, 1) })
  await receiveReturn(shop, { returnId: row.id, ...back })
  expect([await stockOf(shop, 'ram'), await stockOf(shop, 'fan')]).toEqual([
    { on_hand: 7, reserved: 0 },
    { on_hand: 19, reserved: 0 },
  ])
})

test('the return screen shows what can be returned and keeps the choices when something is missing', async () => {
  await using shop = await fixtureShop()
  const orderId = await delivered(shop, [
    ['FAN', 3],
    ['BAT', 1],
  ])
  expect(pageOf(await returnAnswer(shop, guest(orderId), '100001', asked))).toMatchObject({
    kind: 'choose',
    lines: [
      { position: 1, most: 3, paid: 29_700 },
      { position: 2, most: 1, paid: 49_900 },
    ],
    fault: null,
    isAtOwnCost: true,
  })
  expect(
    pageOf(await returnAnswer(shop, guest(orderId), '100001', posted({ 'quantity:1': '2', message: 'hello' }))),
  ).toMatchObject({
    kind: 'choose',
    fault: 'nothing_chosen',
    message: 'hello',
    lines: [{ quantity: 2, reason: '' }, { quantity: 0 }],
  })
  expect(
    pageOf(
      await returnAnswer(
        shop,
        guest(orderId),
        '100001',
        posted({ 'quantity:1': '99', 'reason:1': 'damaged', 'quantity:2': '-4', 'reason:2': 'nonsense' }),
      ),
    ),
  ).toMatchObject({
    kind: 'registered',
    returnNumber: 'R100001',
    isPaidByShop: true,
    units: [{ sku: 'FAN', quantity: 3 }],
    pays: { total: 29_700 },
    currency: 'SEK',
  })
  for (const session of [null, guest('other', '100002')])
    expect(pageOf(await returnAnswer(shop, session, '100001', asked))).toBeUndefined()
  const waiting = await confirmed(shop, [['FAN', 1]])
  expect(pageOf(await returnAnswer(shop, guest(waiting, '100002'), undefined, asked))).toMatchObject({
    kind: 'nothing',
    because: 'not_delivered',
  })
})

test('an order is offered for a return only while something of it can be returned', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const [sent, kept] = [
    await delivered(shop, [
      ['FAN', 3],
      ['BAT', 1],
    ]),
    await confirmed(shop, [['FAN', 1]]),
  ]
  const offered = async (orderId: string) => [
    await mayReturn(shop.db, orderId, shop.now()),
    (await orderDetails(shop, (await orderById(shop.db, orderId)) ?? never())).mayReturn,
  ]
  expect(await offered(kept)).toEqual([false, false])
  expect(await offered(sent)).toEqual([true, true])
  await requestReturn(shop, { orderId: sent, actor: 'shopper', message: '', units: units(1, 3) })
  expect(await offered(sent)).toEqual([true, true])
  await requestReturn(shop, { orderId: sent, actor: 'shopper', message: '', units: units(2, 1) })
  expect(await offered(sent)).toEqual([false, false])
  const late = await delivered(shop, [['FAN', 1]])
  clock.advance(4 * 365 * 86_400)
  expect(await offered(late)).toEqual([false, false])
})

function never(): never {
  throw new Error('The order is not there.')
}

test('the history that a shopper sees says that a return is closed, and "delivered" once', async () => {
  await using shop = await fixtureShop()
  const orderId = await delivered(shop, [['FAN', 3]])
  const made = await requestReturn(shop, { orderId, actor: 'shopper', message: '', units: units(1, 1) })
  await receiveReturn(shop, { returnId: made.id, ...back })
  const { events } = await orderDetails(shop, (await orderById(shop.db, orderId)) ?? never())
  expect(events.map(({ status }) => status).slice(-3)).toEqual(['delivered', 'return_requested', 'return_ended'])
})
