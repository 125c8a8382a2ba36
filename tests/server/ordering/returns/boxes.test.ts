import { expect, test } from 'vitest'
import { cancelOrder } from '../../../../src/server/ordering/fulfilment/cancel-order.ts'
import { orderDetails } from '../../../../src/server/ordering/order-pages/order-details.ts'
import { orderById } from '../../../../src/server/ordering/orders/queries.ts'
import { callOffReturn } from '../../../../src/server/ordering/returns/call-off-return.ts'
import { receiveReturn } from '../../../../src/server/ordering/returns/receive-return.ts'
import { requestReturn } from '../../../../src/server/ordering/returns/request-return.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { mailsOf } from '../../identity/shopper.ts'
import { fixtureShop, stockOf } from '../checkout/buyer.ts'
import { delivered, outcomeOf, paidBack, setAside, statusOf } from '../orders/parcels.ts'

const back = { actor: 'operator', isRestocked: true, isRefunded: true }
const ask = (shop: Shop, orderId: string, ...units: [position: number, quantity: number][]) =>
  requestReturn(shop, {
    orderId,
    actor: 'shopper',
    message: '',
    units: units.map(([position, quantity]) => ({ position, quantity, reason: 'faulty' as const })),
  })
const detailsOf = async (shop: Shop, orderId: string) => {
  const order = await orderById(shop.db, orderId)
  if (!order) throw new Error('No order.')
  return orderDetails(shop, order)
}

test('a return in several parcels is restocked and refunded parcel by parcel until the order is refunded', async () => {
  await using shop = await fixtureShop()
  const orderId = await delivered(shop, [
    ['FAN', 3],
    ['BAT', 1],
  ])
  const row = await ask(shop, orderId, [1, 3], [2, 1])
  const first = await receiveReturn(shop, { returnId: row.id, ...back, units: [{ position: 1, quantity: 1 }] })
  expect([first.kind, first.return.status, first.order.status, first.refund?.amount]).toEqual([
    'received',
    'partly_received',
    'return_requested',
    9_900,
  ])
  expect((await detailsOf(shop, orderId)).partly).toEqual({ units: 1, of: 4, refunded: 9_900 })
  expect((await mailsOf(shop)).join('\n')).toContain('Vi väntar fortfarande på resten av retur R100001')
  const second = await receiveReturn(shop, { returnId: row.id, ...back, units: [{ position: 2, quantity: 1 }] })
  expect([second.return.status, second.order.status, second.refund?.amount]).toEqual([
    'partly_received',
    'return_requested',
    49_900,
  ])
  expect(
    await outcomeOf(receiveReturn(shop, { returnId: row.id, ...back, units: [{ position: 2, quantity: 1 }] })),
  ).toBe('units_unknown')
  const last = await receiveReturn(shop, { returnId: row.id, ...back })
  expect([last.return.status, last.order.status, last.refund?.amount]).toEqual(['refunded', 'refunded', 2 * 9_900])
  expect([await stockOf(shop, 'fan'), await paidBack(shop, orderId), (await setAside(shop, orderId)).refunded]).toEqual(
    [{ on_hand: 20, reserved: 0 }, 3 * 9_900 + 49_900, 3 * 9_900 + 49_900],
  )
  expect(await outcomeOf(receiveReturn(shop, { returnId: row.id, ...back }))).toBe('already')
  expect((await detailsOf(shop, orderId)).partly).toBeNull()
})

test('twenty concurrent receipts of the same unit are one', async () => {
  await using shop = await fixtureShop()
  const orderId = await delivered(shop, [['FAN', 3]])
  const row = await ask(shop, orderId, [1, 2])
  const kinds = await Promise.all(
    Array.from({ length: 20 }, () =>
      outcomeOf(receiveReturn(shop, { returnId: row.id, ...back, units: [{ position: 1, quantity: 2 }] })),
    ),
  )
  expect([
    kinds.filter((kind) => kind === 'received').length,
    await paidBack(shop, orderId),
    (await stockOf(shop, 'fan')).on_hand,
  ]).toEqual([1, 2 * 9_900, 19])
})

test('a partly returned order is delivered, and states the returned part', async () => {
  await using shop = await fixtureShop()
  const orderId = await delivered(shop, [['FAN', 5]])
  const row = await ask(shop, orderId, [1, 1])
  expect((await receiveReturn(shop, { returnId: row.id, ...back, isRefunded: false })).order.status).toBe('delivered')
  expect((await detailsOf(shop, orderId)).partly).toEqual({ units: 1, of: 5, refunded: 0 })
  const rest = await ask(shop, orderId, [1, 4])
  expect((await receiveReturn(shop, { returnId: rest.id, ...back })).order.status).toBe('returned')
  expect(await paidBack(shop, orderId)).toBe(4 * 9_900)
})

test('the missing rest of a return is cancelled, and what arrived stays', async () => {
  await using shop = await fixtureShop()
  const orderId = await delivered(shop, [['FAN', 3]])
  const row = await ask(shop, orderId, [1, 2])
  await receiveReturn(shop, { returnId: row.id, ...back, units: [{ position: 1, quantity: 1 }] })
  expect((await callOffReturn(shop, { returnId: row.id, actor: 'operator' })).status).toBe('refunded')
  expect([await statusOf(shop, orderId), await paidBack(shop, orderId)]).toEqual(['delivered', 9_900])
  const again = await ask(shop, orderId, [1, 2])
  expect((await receiveReturn(shop, { returnId: again.id, ...back })).order.status).toBe('refunded')
  expect(await outcomeOf(cancelOrder(shop, { orderId, actor: 'operator', reason: '' }))).toBe('not_possible')
})
