import { expect, test } from 'vitest'
import { orderById, orderEventRows } from '../../../src/server/ordering/orders/queries.ts'
import { completeOrder } from '../../../src/server/ordering/payment/complete-order.ts'
import { attemptsOf } from '../../../src/server/payments/queries.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { aForm, bought, fixtureShop } from '../ordering/checkout/buyer.ts'

/** An order with its related rows, without values that differ between orders: ids, numbers and the payment. */
async function rowsOf({ db }: Shop, orderId: string) {
  const order = await orderById(db, orderId)
  const own = ({ id: _id, ...row }: { id: string }) => row
  return JSON.parse(
    JSON.stringify({
      order: order && { ...order, id: '', seq: 0, number: '', checkout_id: '', payment_method: '' },
      attempts: (await attemptsOf(db, orderId)).map((row) => ({
        ...row,
        id: '',
        provider: '',
        url: null,
        provider_reference: null,
      })),
      events: (await orderEventRows(db, orderId)).map((row) => ({
        ...own(row),
        seq: 0,
        actor: row.actor.replace(/:.*/, ''),
      })),
      lines: (
        await db.selectFrom('order_lines').selectAll().where('order_id', '=', orderId).orderBy('position').execute()
      ).map(own),
      pieces: (
        await db
          .selectFrom('stock_reservations')
          .selectAll()
          .where('order_id', '=', orderId)
          .orderBy('product_id')
          .execute()
      ).map(own),
      heard: (await db.selectFrom('payment_events').select('kind').execute()).length,
      mails: await db
        .selectFrom('outbox')
        .select(['kind', 'payload', 'attempts', 'done_at'])
        .where('kind', 'like', 'mail.%')
        .execute(),
    }).replaceAll(orderId, ''),
  ) as unknown
}

test('an order confirmed at once equals one confirmed by a webhook', async () => {
  const cart: [string, number][] = [
    ['FAN', 2],
    ['ODD-PRICE', 1],
  ]
  await using atOnce = await fixtureShop()
  const { orderId } = await bought(atOnce, cart, aForm({ payment_method: 'invoice' }))
  await using later = await fixtureShop()
  const waiting = await bought(later, cart, aForm({ payment_method: 'sandbox' }))
  const [attempt] = await attemptsOf(later.db, waiting.orderId)
  if (!attempt) throw new Error('No attempt.')
  const { id: attemptId, amount, currency } = attempt
  await completeOrder(later, 'sandbox', {
    eventId: 'word',
    attemptId,
    outcome: 'succeeded',
    amount,
    currency,
    reason: null,
    captured: false,
  })
  expect(await rowsOf(atOnce, orderId)).toEqual(await rowsOf(later, waiting.orderId))
})
