import type { CheckoutForm } from '../../../../src/domain/orders/checkout-form.ts'
import { deliverOrder } from '../../../../src/server/ordering/fulfilment/deliver-order.ts'
import { shipOrder } from '../../../../src/server/ordering/fulfilment/ship-order.ts'
import { orderById, orderEventRows, orderLineRows } from '../../../../src/server/ordering/orders/queries.ts'
import { refundsOf } from '../../../../src/server/ordering/orders/refund-queries.ts'
import { receiveWebhook } from '../../../../src/server/ordering/payment/receive-webhook.ts'
import { sandboxWebhook } from '../../../../src/server/payments/providers/sandbox.ts'
import { attemptById } from '../../../../src/server/payments/queries.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { aForm, buy, checkoutWith } from '../checkout/buyer.ts'

type Wanted = readonly (readonly [sku: string, quantity: number])[]
type Buying = { coupons?: readonly string[]; form?: Partial<Record<keyof CheckoutForm, string>> }

/** A confirmed order: paid with the sandbox unless the form says otherwise. */
export async function confirmed(shop: Shop, wanted: Wanted, { coupons = [], form = {} }: Buying = {}): Promise<string> {
  const filled = aForm({ payment_method: 'sandbox', ...form })
  const placed = await buy(shop, await checkoutWith(shop, wanted, coupons), filled)
  if (placed.kind !== 'placed') throw new Error(`The order was not placed but ${placed.kind}.`)
  if (filled.payment_method === 'sandbox') await pay(shop, placed.attemptId)
  return placed.orderId
}

/** The sandbox reports an attempt as paid. */
export async function pay(shop: Shop, attemptId: string): Promise<void> {
  const attempt = await attemptById(shop.db, attemptId)
  if (!attempt) throw new Error('There is nothing to pay.')
  const { body, headers } = await sandboxWebhook(shop, {
    eventId: `paid:${attemptId}`,
    attemptId,
    outcome: 'succeeded',
    amount: attempt.amount,
    currency: attempt.currency,
    reason: null,
  })
  await receiveWebhook(shop, 'sandbox', body, headers)
}

export async function delivered(shop: Shop, wanted: Wanted, buying?: Buying): Promise<string> {
  const orderId = await confirmed(shop, wanted, buying)
  await shipOrder(shop, { orderId, actor: 'operator', carrier: 'postnord', trackingNumber: `PN-${orderId}` })
  await deliverOrder(shop, { orderId, actor: 'operator' })
  return orderId
}

export async function statusOf(shop: Shop, orderId: string): Promise<string | undefined> {
  return (await orderById(shop.db, orderId))?.status
}

/** The statuses of an order, with their actors. */
export async function historyOf(shop: Shop, orderId: string): Promise<string[]> {
  const events = await orderEventRows(shop.db, orderId)
  return events
    .filter((event) => event.from_status !== event.to_status)
    .map((event) => `${event.to_status} by ${event.actor}`)
}

/** Units of each line that were shipped, refunded and cancelled. */
export async function countsOf(shop: Shop, orderId: string) {
  return (await orderLineRows(shop.db, orderId)).map(({ sku, quantity, shipped, refunded, cancelled }) => ({
    sku,
    quantity,
    shipped,
    refunded,
    cancelled,
  }))
}

export async function paidBack(shop: Shop, orderId: string): Promise<number> {
  return (await refundsOf(shop.db, orderId))
    .filter(({ number }) => number !== null)
    .reduce((sum, { amount }) => sum + amount, 0)
}

/** The amounts reserved for refunds in the payment. */
export async function setAside({ db }: Shop, orderId: string): Promise<{ captured: number; refunded: number }> {
  const rows = await db
    .selectFrom('payment_attempts')
    .select(['captured', 'refunded'])
    .where('order_id', '=', orderId)
    .execute()
  return rows.reduce(
    (sum, { captured, refunded }) => ({ captured: sum.captured + captured, refunded: sum.refunded + refunded }),
    { captured: 0, refunded: 0 },
  )
}

export async function effectsOf({ db }: Shop): Promise<string[]> {
  return (await db.selectFrom('outbox').select('kind').orderBy('id').execute()).map(({ kind }) => kind)
}

export async function couponUses({ db }: Shop, code: string): Promise<number | undefined> {
  return (await db.selectFrom('coupons').select('used').where('code', '=', code).executeTakeFirst())?.used
}

/** The result of a promise as a word: its kind, or the error code of a rejected order. */
export async function outcomeOf(promise: Promise<{ kind?: string } | object>): Promise<string> {
  return promise.then(
    (value) => ('kind' in value ? String(value.kind) : 'done'),
    (error: unknown) => (error instanceof Error && 'fault' in error ? String(error.fault) : String(error)),
  )
}
