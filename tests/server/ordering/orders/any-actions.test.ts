import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import { cancelOrder } from '../../../../src/server/ordering/fulfilment/cancel-order.ts'
import { deliverOrder } from '../../../../src/server/ordering/fulfilment/deliver-order.ts'
import { shipOrder } from '../../../../src/server/ordering/fulfilment/ship-order.ts'
import { OrderError } from '../../../../src/server/ordering/orders/order-error.ts'
import { orderById, orderLineRows } from '../../../../src/server/ordering/orders/queries.ts'
import { refundsOf } from '../../../../src/server/ordering/orders/refund-queries.ts'
import { returnLinesOfOrder, returnsOf } from '../../../../src/server/ordering/orders/return-queries.ts'
import { refundOrder } from '../../../../src/server/ordering/refunds/refund-order.ts'
import { callOffReturn } from '../../../../src/server/ordering/returns/call-off-return.ts'
import { receiveReturn } from '../../../../src/server/ordering/returns/receive-return.ts'
import { requestReturn } from '../../../../src/server/ordering/returns/request-return.ts'
import { withdraw } from '../../../../src/server/ordering/returns/withdraw.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { fixtureShop } from '../checkout/buyer.ts'
import { confirmed, paidBack, setAside } from './parcels.ts'

type RandomAction = {
  kind: 'ship' | 'deliver' | 'refund' | 'delivery' | 'cancel' | 'return' | 'withdraw' | 'receive' | 'box' | 'call_off'
  position: number
  quantity: number
  flag: boolean
}

const anyAction: fc.Arbitrary<RandomAction> = fc.record({
  kind: fc.constantFrom(
    'ship',
    'ship',
    'deliver',
    'refund',
    'delivery',
    'cancel',
    'return',
    'withdraw',
    'receive',
    'receive',
    'box',
    'box',
    'call_off',
  ),
  position: fc.integer({ min: 1, max: 3 }),
  quantity: fc.integer({ min: 1, max: 4 }),
  flag: fc.boolean(),
})

/** Performs an action; a rejection by the order is a result, anything else an error. */
async function carryOut(
  shop: Shop,
  orderId: string,
  { kind, position, quantity, flag }: RandomAction,
  at: number,
): Promise<void> {
  const base = { orderId, actor: 'operator' }
  const units = [{ position, quantity }]
  const open = (await returnsOf(shop.db, orderId)).find(
    ({ status }) => status === 'requested' || status === 'partly_received',
  )
  const run = {
    ship: () => shipOrder(shop, { ...base, carrier: '', trackingNumber: `T${at}`, ...(flag ? {} : { units }) }),
    deliver: () => deliverOrder(shop, base),
    refund: () => refundOrder(shop, { ...base, reason: '', withDelivery: flag, units }),
    delivery: () => refundOrder(shop, { ...base, reason: '', withDelivery: true, units: [] }),
    cancel: () => cancelOrder(shop, { ...base, reason: '' }),
    return: () =>
      requestReturn(shop, {
        ...base,
        message: '',
        units: [{ position, quantity, reason: flag ? 'changed_mind' : 'faulty' }],
      }),
    withdraw: () => withdraw(shop, { ...base, name: 'Anna', units }),
    box: () =>
      open
        ? receiveReturn(shop, {
            returnId: open.id,
            actor: 'operator',
            isRestocked: flag,
            isRefunded: quantity > 1,
            units,
          })
        : Promise.resolve(),
    call_off: () => (open ? callOffReturn(shop, { returnId: open.id, actor: 'operator' }) : Promise.resolve()),
    receive: () =>
      open
        ? receiveReturn(shop, { returnId: open.id, actor: 'operator', isRestocked: flag, isRefunded: quantity > 1 })
        : Promise.resolve(),
  }
  await run[kind]().catch((error: unknown) => {
    if (!(error instanceof OrderError)) throw error
  })
}

/** All units in stock, and reserved. */
async function shelf({ db }: Shop): Promise<{ onHand: number; reserved: number }> {
  const sums = await db
    .selectFrom('stock')
    .select((row) => [row.fn.sum<number>('on_hand').as('onHand'), row.fn.sum<number>('reserved').as('reserved')])
    .executeTakeFirstOrThrow()
  return { onHand: Number(sums.onHand), reserved: Number(sums.reserved) }
}

async function backOnShelf({ db }: Shop, orderId: string): Promise<number> {
  const row = await db
    .selectFrom('return_lines as l')
    .innerJoin('returns as r', 'r.id', 'l.return_id')
    .where('r.order_id', '=', orderId)
    .select((line) => line.fn.sum<number>('l.restocked').as('units'))
    .executeTakeFirstOrThrow()
  return Number(row.units ?? 0)
}

async function soundness(shop: Shop, orderId: string) {
  const lines = await orderLineRows(shop.db, orderId)
  const sum = (of: (line: (typeof lines)[number]) => number) => lines.reduce((total, line) => total + of(line), 0)
  const { captured, refunded } = await setAside(shop, orderId)
  const { onHand, reserved } = await shelf(shop)
  const order = await orderById(shop.db, orderId)
  const came = await returnLinesOfOrder(shop.db, orderId)
  const refunds = await refundsOf(shop.db, orderId)
  const isAllPaidBack = lines.every((line) => line.refunded === line.quantity)
  const isAllBack = lines.every(
    (line) =>
      Math.max(
        line.refunded,
        line.cancelled +
          came.filter(({ position }) => position === line.position).reduce((all, { received }) => all + received, 0),
      ) === line.quantity,
  )
  return {
    isWithinLines: lines.every(
      (line) =>
        line.shipped + line.cancelled <= line.quantity &&
        line.refunded <= line.quantity &&
        line.cancelled <= line.refunded,
    ),
    isWithinPayment:
      refunded <= captured &&
      refunded === (await paidBack(shop, orderId)) &&
      captured <= ((await orderById(shop.db, orderId))?.total ?? 0),
    isTruthful: (order?.status !== 'refunded' || isAllPaidBack) && (order?.status !== 'returned' || isAllBack),
    isWithinReturns: came.every((line) => line.refunded <= line.received && line.received <= line.quantity),
    isNeverDearer:
      refunds.every(({ amount, vat }) => amount >= 0 && vat >= 0 && vat <= amount) &&
      (!isAllPaidBack || refunds.reduce((all, { deduction }) => all + deduction, 0) === 0),
    units: onHand + sum((line) => line.shipped) - (await backOnShelf(shop, orderId)),
    othersReserved: reserved - sum((line) => line.quantity - line.shipped - line.cancelled),
  }
}

test('no sequence of actions ships or refunds more than was bought, or loses a unit', async () => {
  await using shop = await fixtureShop()
  await shop.db.updateTable('stock').set({ on_hand: 5_000 }).where('product_id', 'in', ['fan', 'ram', 'bat']).execute()
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyAction, { minLength: 3, maxLength: 12 }),
      fc.constantFrom('sandbox', 'invoice'),
      fc.subarray(['FIXED50', 'MIN1000', 'GIFT', 'TEN']),
      async (actions, method, coupons) => {
        const before = await shelf(shop)
        const orderId = await confirmed(
          shop,
          [
            ['FAN', 3],
            ['BAT', 5],
            ['RAM', 1],
          ],
          { form: { payment_method: method }, coupons },
        )
        for (const [at, each] of actions.entries()) {
          await carryOut(shop, orderId, each, at)
          expect(await soundness(shop, orderId)).toEqual({
            isWithinLines: true,
            isWithinPayment: true,
            isTruthful: true,
            isWithinReturns: true,
            isNeverDearer: true,
            units: before.onHand,
            othersReserved: before.reserved,
          })
        }
      },
    ),
    { numRuns: inject('engine') === 'sqlite' ? 25 : 10 },
  )
})
