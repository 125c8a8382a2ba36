import { expect, test } from 'vitest'
import { deliverOutbox } from '../../../../src/server/jobs/deliver-outbox.ts'
import { cancelOrder } from '../../../../src/server/ordering/fulfilment/cancel-order.ts'
import { deliverOrder } from '../../../../src/server/ordering/fulfilment/deliver-order.ts'
import { shipOrder } from '../../../../src/server/ordering/fulfilment/ship-order.ts'
import { startProcessing } from '../../../../src/server/ordering/fulfilment/start-processing.ts'
import { readMails, shownText } from '../../notifications/mail/mail-parts.ts'
import { fixtureShop, movableClock, stockOf } from '../checkout/buyer.ts'
import {
  confirmed,
  countsOf,
  couponUses,
  effectsOf,
  historyOf,
  outcomeOf,
  paidBack,
  setAside,
  statusOf,
} from './parcels.ts'

const operator = { actor: 'operator' }
const parcel = (orderId: string, trackingNumber: string) => ({
  ...operator,
  orderId,
  carrier: 'postnord',
  trackingNumber,
})

test('an order is packed, shipped and delivered, each step with date and actor', async () => {
  await using shop = await fixtureShop()
  const orderId = await confirmed(shop, [
    ['FAN', 2],
    ['BAT', 1],
  ])
  await startProcessing(shop, { orderId, ...operator })
  await startProcessing(shop, { orderId, ...operator })
  expect(await stockOf(shop, 'fan')).toEqual({ on_hand: 20, reserved: 2 })
  expect((await shipOrder(shop, parcel(orderId, 'A1'))).kind).toBe('shipped')
  expect(await stockOf(shop, 'fan')).toEqual({ on_hand: 18, reserved: 0 })
  expect(await stockOf(shop, 'bat')).toEqual({ on_hand: 99, reserved: 0 })
  await deliverOrder(shop, { orderId, ...operator })
  await deliverOrder(shop, { orderId, ...operator })
  expect(await historyOf(shop, orderId)).toEqual([
    'pending_payment by shopper',
    'confirmed by payment:sandbox',
    'processing by operator',
    'shipped by operator',
    'delivered by operator',
  ])
  expect((await effectsOf(shop)).filter((kind) => kind.startsWith('mail.')).toSorted()).toEqual([
    'mail.operator_order',
    'mail.order_confirmed',
    'mail.order_shipped',
  ])
})

test('an order in parts is shipped with the last parcel, delivered when all have arrived', async () => {
  await using shop = await fixtureShop()
  const orderId = await confirmed(shop, [
    ['FAN', 3],
    ['BAT', 1],
  ])
  const first = await shipOrder(shop, { ...parcel(orderId, 'A1'), units: [{ position: 1, quantity: 2 }] })
  expect([first.kind, first.order.status]).toEqual(['shipped', 'processing'])
  expect(await stockOf(shop, 'fan')).toEqual({ on_hand: 18, reserved: 1 })
  await deliverOrder(shop, { orderId, ...operator, parcel: 'A1' })
  expect(await statusOf(shop, orderId)).toBe('processing')
  expect((await shipOrder(shop, parcel(orderId, 'A2'))).order.status).toBe('shipped')
  expect(await countsOf(shop, orderId)).toMatchObject([
    { sku: 'FAN', shipped: 3 },
    { sku: 'BAT', shipped: 1 },
  ])
  expect((await deliverOrder(shop, { orderId, ...operator, parcel: 'A2' })).status).toBe('delivered')
})

test('the mail about a first parcel says that more will come, even when sent after the last parcel', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const orderId = await confirmed(shop, [['FAN', 3]])
  await shipOrder(shop, { ...parcel(orderId, 'A1'), units: [{ position: 1, quantity: 2 }] })
  clock.advance(60)
  await shipOrder(shop, parcel(orderId, 'A2'))
  await deliverOutbox(shop)
  const told = (await readMails(shop))
    .filter(({ subject }) => subject?.endsWith('är på väg'))
    .map(({ page }) => shownText(page))
  expect(
    told.map((words) => [/Spårningsnummer: (\w+)/.exec(words)?.[1], /Resten kommer senare/.test(words)]).toSorted(),
  ).toEqual([
    ['A1', true],
    ['A2', false],
  ])
})

test('a repeated parcel is one, and no more is shipped than was bought', async () => {
  await using shop = await fixtureShop()
  const orderId = await confirmed(shop, [['FAN', 3]])
  const one = { ...parcel(orderId, 'A1'), units: [{ position: 1, quantity: 2 }] }
  const kinds = await Promise.all(Array.from({ length: 5 }, () => outcomeOf(shipOrder(shop, one))))
  expect(kinds.toSorted()).toEqual(['already', 'already', 'already', 'already', 'shipped'])
  expect(await outcomeOf(shipOrder(shop, { ...one, trackingNumber: 'A2' }))).toBe('units_unknown')
  for (const units of [
    [],
    [{ position: 2, quantity: 1 }],
    [{ position: 1, quantity: 0 }],
    [{ position: 1, quantity: 0.5 }],
    [
      { position: 1, quantity: 1 },
      { position: 1, quantity: 1 },
    ],
  ]) {
    expect(await outcomeOf(shipOrder(shop, { ...one, trackingNumber: 'A3', units }))).toMatch(
      /units_unknown|nothing_left/,
    )
  }
  expect(await countsOf(shop, orderId)).toEqual([{ sku: 'FAN', quantity: 3, shipped: 2, refunded: 0, cancelled: 0 }])
  expect(await stockOf(shop, 'fan')).toEqual({ on_hand: 18, reserved: 1 })
})

test('a set takes the parts it was sold with from stock', async () => {
  await using shop = await fixtureShop()
  const orderId = await confirmed(shop, [['KIT', 2]])
  await shop.db.updateTable('set_items').set({ quantity: 3 }).where('set_id', '=', 'kit').execute()
  await shipOrder(shop, { ...parcel(orderId, 'A1'), units: [{ position: 1, quantity: 1 }] })
  expect([await stockOf(shop, 'ram'), await stockOf(shop, 'fan')]).toEqual([
    { on_hand: 7, reserved: 2 },
    { on_hand: 19, reserved: 1 },
  ])
  await shipOrder(shop, parcel(orderId, 'A2'))
  expect([await stockOf(shop, 'ram'), await stockOf(shop, 'fan')]).toEqual([
    { on_hand: 5, reserved: 0 },
    { on_hand: 18, reserved: 0 },
  ])
})

test('a cancelled order releases its units, coupons and money, once', async () => {
  await using shop = await fixtureShop()
  const orderId = await confirmed(shop, [['FAN', 2]], { coupons: ['ONCE'] })
  expect(await couponUses(shop, 'ONCE')).toBe(1)
  const kinds = await Promise.all(
    Array.from({ length: 4 }, () => outcomeOf(cancelOrder(shop, { orderId, ...operator, reason: 'asked to' }))),
  )
  expect(kinds.toSorted()).toEqual(['already', 'already', 'already', 'cancelled'])
  expect(await stockOf(shop, 'fan')).toEqual({ on_hand: 20, reserved: 0 })
  expect(await couponUses(shop, 'ONCE')).toBe(0)
  const { captured, refunded } = await setAside(shop, orderId)
  expect([refunded, await paidBack(shop, orderId)]).toEqual([captured, captured])
  expect(await effectsOf(shop)).toContain('mail.order_cancelled')
  expect(await outcomeOf(shipOrder(shop, parcel(orderId, 'A1')))).toBe('not_possible')
})

test('cancelling an invoice order before shipping charges nothing and needs no credit note', async () => {
  await using shop = await fixtureShop()
  const orderId = await confirmed(shop, [['FAN', 2]], { form: { payment_method: 'invoice' } })
  await cancelOrder(shop, { orderId, ...operator, reason: '' })
  expect([await setAside(shop, orderId), await paidBack(shop, orderId)]).toEqual([{ captured: 0, refunded: 0 }, 0])
  expect(await shop.db.selectFrom('documents').selectAll().execute()).toEqual([])
})

test('shipped orders cannot be cancelled, and unpaid ones cannot be shipped', async () => {
  await using shop = await fixtureShop()
  const orderId = await confirmed(shop, [['FAN', 2]])
  await shipOrder(shop, { ...parcel(orderId, 'A1'), units: [{ position: 1, quantity: 1 }] })
  expect(await outcomeOf(cancelOrder(shop, { orderId, ...operator, reason: '' }))).toBe('already_shipped')
  await shop.db.updateTable('orders').set({ status: 'pending_payment' }).where('id', '=', orderId).execute()
  const refused = [
    shipOrder(shop, parcel(orderId, 'A2')),
    cancelOrder(shop, { orderId, ...operator, reason: '' }),
    startProcessing(shop, { orderId, ...operator }),
  ]
  expect(await Promise.all(refused.map(outcomeOf))).toEqual(['not_possible', 'not_possible', 'not_possible'])
  expect(await outcomeOf(startProcessing(shop, { orderId: 'nothing', ...operator }))).toBe('order_unknown')
})

test('shipping and cancelling at the same moment have one consistent result', async () => {
  await using shop = await fixtureShop()
  const ends: (string | undefined)[] = []
  for (let at = 0; at < 6; at++) {
    const orderId = await confirmed(shop, [['FAN', 1]])
    await Promise.all([
      outcomeOf(shipOrder(shop, parcel(orderId, 'A1'))),
      outcomeOf(cancelOrder(shop, { orderId, ...operator, reason: '' })),
    ])
    const status = await statusOf(shop, orderId)
    ends.push(status)
    expect(await paidBack(shop, orderId)).toBe(status === 'cancelled' ? (await setAside(shop, orderId)).captured : 0)
  }
  const shipped = ends.filter((end) => end === 'shipped').length
  expect(shipped + ends.filter((end) => end === 'cancelled').length).toBe(6)
  expect(await stockOf(shop, 'fan')).toEqual({ on_hand: 20 - shipped, reserved: 0 })
})
