import { acceptAttempt, attemptById, cancelAttempt, type AttemptRow } from '../../payments/queries.ts'
import { lockAttempt } from '../../payments/refund-queries.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { OrderError } from '../orders/order-error.ts'
import { appendOrderEvent } from '../orders/order-history.ts'
import { liveOrderOf, type OrderRow } from '../orders/queries.ts'
import { lockOrder, orderAction, type OrderAction, type OrderServices } from '../orders/transition.ts'
import { confirmOrder } from './confirm-order.ts'
import { refundPaymentInTransaction } from './refund-payment.ts'
import { ReservationConflict } from './revive-order.ts'

type HeldPayment = { attempt: AttemptRow; order: OrderRow }
type Settled = HeldPayment & { amount: number }
type HeldAction = { attemptId: string; actor: string; reason?: string }

/**
 * Accepts a held payment (decision 0008): reserves stock, coupons and gift cards again, confirms the order, and refunds
 * what was overpaid. `amount` is the overpaid sum in minor units. Throws OrderError if too little was paid or something
 * is no longer available.
 */
export async function acceptHeld(shop: OrderServices, held: HeldAction): Promise<Settled> {
  try {
    return await shop.db
      .transaction()
      .execute((trx) => acceptHeldInTransaction(trx, held, orderAction(shop, held.actor, 'held payment accepted')))
  } catch (error) {
    if (error instanceof ReservationConflict)
      throw impossible(
        'Stock, a coupon or a gift card of the order is no longer available. Restock, or refund the payment.',
      )
    throw error
  }
}

async function acceptHeldInTransaction(
  trx: DatabaseTransaction,
  { attemptId, actor }: HeldAction,
  action: OrderAction,
): Promise<Settled> {
  const { now } = action
  const { attempt, order } = await heldPayment(trx, attemptId, now)
  // What was given back of it meanwhile, maybe by somebody else, pays nothing.
  const amount = attempt.authorized - attempt.refunded - attempt.amount
  if (amount < 0)
    throw impossible('What is left of the payment is less than the order total, or in another currency. Refund it.')
  const other = await liveOrderOf(trx, order.checkout_id)
  if (other && other.id !== order.id)
    throw impossible(`The same cart was ordered again as ${other.number}. Refund the payment.`)
  const from = order.status
  const isWaiting = from === 'pending_payment' || from === 'expired'
  const confirmed = isWaiting ? await confirmOrder(trx, order, action) : undefined
  if (!confirmed) throw impossible(`The order is ${from} and accepts no payment. Refund the payment.`)
  await acceptAttempt(trx, attempt.id, now.toISOString())
  if (amount > 0)
    await refundPaymentInTransaction(
      trx,
      { orderId: order.id, attemptId, amount, reason: 'paid too much', actor, key: `too-much:${attemptId}` },
      now,
    )
  return { attempt, order: confirmed, amount }
}

/** Refunds all that is left of a held payment, through the outbox. */
export async function refundHeld(shop: OrderServices, { attemptId, actor, reason = '' }: HeldAction): Promise<Settled> {
  return shop.db.transaction().execute(async (trx) => {
    const { attempt, order } = await heldPayment(trx, attemptId, shop.now())
    const amount = attempt.captured > 0 ? attempt.captured - attempt.refunded : attempt.authorized
    if (amount <= 0)
      throw impossible('The payment is in another currency: refund it at the provider, then close it here.')
    const done = await refundPaymentInTransaction(
      trx,
      { orderId: order.id, attemptId, amount, reason: reason || 'not accepted', actor },
      shop.now(),
    )
    if (done.kind === 'too_much') throw impossible(`Only ${done.refundable} minor units can be refunded.`)
    return { attempt, order, amount }
  })
}

/** Closes a held payment that was settled at the provider. Throws OrderError while the shop still has money of it. */
export async function closeHeld(
  shop: OrderServices,
  { attemptId, actor, reason = '' }: HeldAction,
): Promise<HeldPayment> {
  return shop.db.transaction().execute(async (trx) => {
    const { attempt, order } = await heldPayment(trx, attemptId, shop.now())
    if (
      attempt.captured > attempt.refunded ||
      !(await cancelAttempt(trx, attempt.id, 'settled', shop.now().toISOString()))
    ) {
      throw impossible('The shop still has money of this payment: refund it.')
    }
    await appendOrderEvent(trx, order, { actor, note: `held payment closed: ${reason}`, now: shop.now() })
    return { attempt, order }
  })
}

async function heldPayment(trx: DatabaseTransaction, attemptId: string, now: Date): Promise<HeldPayment> {
  const known = await attemptById(trx, attemptId)
  const order = known && (await lockOrder(trx, known.order_id, now))
  const attempt = await lockAttempt(trx, attemptId, now.toISOString())
  if (attempt?.status !== 'held' || !order) throw impossible('No such payment is held.')
  return { attempt, order }
}

function impossible(sentence: string): OrderError {
  return new OrderError('not_possible', sentence)
}
