import { expect, test } from 'vitest'
import { shipOrder } from '../../../../src/server/ordering/fulfilment/ship-order.ts'
import { orderById } from '../../../../src/server/ordering/orders/queries.ts'
import { refundOrder } from '../../../../src/server/ordering/refunds/refund-order.ts'
import { fixtureShop, stockOf } from '../checkout/buyer.ts'
import { confirmed, countsOf, couponUses, delivered, outcomeOf, paidBack, setAside, statusOf } from './parcels.ts'

const operator = { actor: 'operator', reason: 'price', withDelivery: false }
const some = (position: number, quantity: number) => [{ position, quantity }]

test('units are refunded less their share of the discount, and all of them add up to what was paid', async () => {
  await using shop = await fixtureShop()
  const orderId = await delivered(
    shop,
    [
      ['FAN', 3],
      ['ODD-PRICE', 7],
    ],
    { coupons: ['FIXED50'] },
  )
  const order = await orderById(shop.db, orderId)
  const amounts: number[] = []
  for (const units of [some(1, 1), some(2, 3), some(1, 2), some(2, 4)])
    amounts.push((await refundOrder(shop, { orderId, ...operator, units })).refund.amount)
  const delivery = await refundOrder(shop, { orderId, ...operator, units: [], withDelivery: true })
  amounts.push(delivery.refund.amount)
  expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(order?.total)
  expect(delivery.refund.amount).toBe(order?.delivery_total)
  const vat = await shop.db
    .selectFrom('order_refunds')
    .select((row) => row.fn.sum<number>('vat').as('vat'))
    .executeTakeFirstOrThrow()
  expect(Number(vat.vat)).toBe(order?.vat_total)
  expect(await setAside(shop, orderId)).toEqual({ captured: order?.total, refunded: order?.total })
  expect(await statusOf(shop, orderId)).toBe('delivered')
  expect(await outcomeOf(refundOrder(shop, { orderId, ...operator }))).toBe('nothing_left')
  expect(await outcomeOf(refundOrder(shop, { orderId, ...operator, units: [], withDelivery: true }))).toBe(
    'nothing_left',
  )
})

test('the same refund requested many times at once is one; others never exceed what was paid', async () => {
  await using shop = await fixtureShop()
  const orderId = await delivered(shop, [['FAN', 5]])
  const same = await Promise.all(
    Array.from({ length: 5 }, () =>
      outcomeOf(refundOrder(shop, { orderId, ...operator, units: some(1, 2), key: 'call 17' })),
    ),
  )
  expect(same.toSorted()).toEqual(['already', 'already', 'already', 'already', 'refunded'])
  const others = await Promise.all(
    Array.from({ length: 6 }, (_, at) =>
      outcomeOf(refundOrder(shop, { orderId, ...operator, units: some(1, 2), key: `call ${at}` })),
    ),
  )
  expect(others.filter((kind) => kind === 'refunded')).toHaveLength(1)
  expect(await countsOf(shop, orderId)).toMatchObject([{ quantity: 5, refunded: 4 }])
  expect(await paidBack(shop, orderId)).toBe(4 * 9_900)
})

test('unshipped units are removed from the order, and the rest makes it shipped', async () => {
  await using shop = await fixtureShop()
  const orderId = await confirmed(shop, [['FAN', 3]])
  await shipOrder(shop, { orderId, actor: 'operator', carrier: '', trackingNumber: 'A1', units: some(1, 1) })
  expect((await refundOrder(shop, { orderId, ...operator, units: some(1, 1) })).order.status).toBe('processing')
  expect(await stockOf(shop, 'fan')).toEqual({ on_hand: 19, reserved: 1 })
  expect((await refundOrder(shop, { orderId, ...operator, units: some(1, 1) })).order.status).toBe('shipped')
  expect(await stockOf(shop, 'fan')).toEqual({ on_hand: 19, reserved: 0 })
  expect(await countsOf(shop, orderId)).toEqual([{ sku: 'FAN', quantity: 3, shipped: 1, refunded: 2, cancelled: 2 }])
  expect((await refundOrder(shop, { orderId, ...operator, units: some(1, 1) })).order.status).toBe('shipped')
  expect(await countsOf(shop, orderId)).toMatchObject([{ refunded: 3, cancelled: 2 }])
})

test('an order fully refunded before shipping is cancelled, with delivery and coupon', async () => {
  await using shop = await fixtureShop()
  const orderId = await confirmed(shop, [['FAN', 2]], { coupons: ['ONCE'] })
  await refundOrder(shop, { orderId, ...operator, units: some(1, 1) })
  expect((await refundOrder(shop, { orderId, ...operator, units: some(1, 1) })).order.status).toBe('cancelled')
  const { captured, refunded } = await setAside(shop, orderId)
  expect([refunded, await couponUses(shop, 'ONCE')]).toEqual([captured, 0])
  expect(await stockOf(shop, 'fan')).toEqual({ on_hand: 20, reserved: 0 })
})

test('on an invoice, a refund before shipping is never charged, and a later one is credited', async () => {
  await using shop = await fixtureShop()
  const orderId = await confirmed(shop, [['FAN', 3]], { form: { payment_method: 'invoice' } })
  const before = await refundOrder(shop, { orderId, ...operator, units: some(1, 1) })
  expect(before.refund).toMatchObject({ amount: 9_900, number: null })
  await shipOrder(shop, { orderId, actor: 'operator', carrier: '', trackingNumber: 'A1' })
  const total = (await orderById(shop.db, orderId))?.total ?? 0
  expect(await setAside(shop, orderId)).toEqual({ captured: total - 9_900, refunded: 0 })
  const after = await refundOrder(shop, { orderId, ...operator, units: some(1, 1) })
  expect(after.refund).toMatchObject({ amount: 9_900, number: 'F100002' })
  expect(await setAside(shop, orderId)).toEqual({ captured: total - 9_900, refunded: 9_900 })
})

test('an unpaid order refunds nothing', async () => {
  await using shop = await fixtureShop()
  const orderId = await confirmed(shop, [['FAN', 1]])
  for (const status of ['pending_payment', 'failed', 'expired', 'cancelled'] as const) {
    await shop.db.updateTable('orders').set({ status }).where('id', '=', orderId).execute()
    expect(await outcomeOf(refundOrder(shop, { orderId, ...operator }))).toBe('not_possible')
  }
})
