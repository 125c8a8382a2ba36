import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { OrderError } from '../orders/order-error.ts'
import { liveOrderOf, orderById, type OrderRow } from '../orders/queries.ts'
import { orderAction, type OrderAction, type OrderDesk } from '../orders/transition.ts'
import { confirmOrder } from './confirm-order.ts'
import { appendOrderEvent } from '../orders/order-history.ts'
import { acceptAttempt, cancelAttempt, type AttemptRow } from '../../payments/queries.ts'
import { lockAttempt, refundById } from '../../payments/refund-queries.ts'
import { refundIn, type RefundResult } from './refund-payment.ts'
import { ReservationConflict } from './revive-order.ts'

type HeldPayment = { attempt: AttemptRow; order: OrderRow }
type Settled = HeldPayment & { amount: number }
type HeldAction = { attemptId: string; actor: string; reason?: string }

/**
 * Lets a payment that was held pay its order after all (decision 0008): pieces, coupons and gift cards are taken again,
 * and what was paid too much goes back. `amount` is that, in minor units. Throws OrderError when too little was paid or
 * something is gone.
 */
export async function acceptHeld(shop: OrderDesk, held: HeldAction): Promise<Settled> {
  try {
    return await shop.db
      .transaction()
      .execute((trx) => acceptIn(trx, held, orderAction(shop, held.actor, 'held payment accepted')))
  } catch (error) {
    if (error instanceof ReservationConflict)
      throw impossible(
        'Pieces, a coupon or a gift card of the order went to somebody else. Restock, or give the money back.',
      )
    throw error
  }
}

async function acceptIn(
  trx: DatabaseTransaction,
  { attemptId, actor }: HeldAction,
  action: OrderAction,
): Promise<Settled> {
  const { now } = action
  const { attempt, order } = await heldPayment(trx, attemptId, now)
  const amount = attempt.authorized - attempt.amount
  if (amount < 0) throw impossible('Less was paid than the order costs, or in another currency. Give it back.')
  const other = await liveOrderOf(trx, order.checkout_id)
  if (other && other.id !== order.id)
    throw impossible(`The same cart was ordered again as ${other.number}. Give the money back.`)
  const from = order.status
  const isWaiting = from === 'pending_payment' || from === 'expired'
  const confirmed = isWaiting ? await confirmOrder(trx, order, action) : undefined
  if (!confirmed) throw impossible(`The order is ${from} and takes no payment. Give the money back.`)
  await acceptAttempt(trx, attempt.id, now.toISOString())
  if (amount > 0)
    await refundIn(
      trx,
      { orderId: order.id, attemptId, amount, reason: 'paid too much', actor, key: `too-much:${attemptId}` },
      now,
    )
  return { attempt, order: confirmed, amount }
}

/** Gives a held payment back, all that is left of it; the provider hears of it through the outbox. */
export async function giveBackHeld(shop: OrderDesk, { attemptId, actor, reason = '' }: HeldAction): Promise<Settled> {
  return shop.db.transaction().execute(async (trx) => {
    const { attempt, order } = await heldPayment(trx, attemptId, shop.now())
    const amount = attempt.captured > 0 ? attempt.captured - attempt.refunded : attempt.authorized
    if (amount <= 0)
      throw impossible('It was paid in another currency: give it back at the provider, then close it here.')
    const done = await refundIn(
      trx,
      { orderId: order.id, attemptId, amount, reason: reason || 'not accepted', actor },
      shop.now(),
    )
    if (done.kind === 'too_much') throw impossible(`Only ${done.refundable} minor units can be given back.`)
    return { attempt, order, amount }
  })
}

/** Closes a held payment that was settled at the provider and of which we have no money. */
export async function closeHeld(shop: OrderDesk, { attemptId, actor, reason = '' }: HeldAction): Promise<HeldPayment> {
  return shop.db.transaction().execute(async (trx) => {
    const { attempt, order } = await heldPayment(trx, attemptId, shop.now())
    if (
      attempt.captured > attempt.refunded ||
      !(await cancelAttempt(trx, attempt.id, 'settled', shop.now().toISOString()))
    ) {
      throw impossible('There is money of it left: give it back.')
    }
    await appendOrderEvent(trx, order, { actor, note: `held payment closed: ${reason}`, now: shop.now() })
    return { attempt, order }
  })
}

/** Asks once more for a refund that the provider refused for good; a repeat asks no second time. Throws OrderError. */
export async function repeatRefund(
  shop: OrderDesk,
  { refundId, actor }: { refundId: string; actor: string },
): Promise<{ refundId: string; orderId: string }> {
  return shop.db.transaction().execute(async (trx) => {
    const refused = await refundById(trx, refundId)
    if (refused?.status !== 'failed') throw impossible(`There is no refused refund ${refundId}.`)
    const { order_id: orderId, attempt_id: attemptId, amount, reason } = refused
    const done: RefundResult = await refundIn(
      trx,
      { orderId, attemptId, amount, reason, actor, key: `again:${refundId}` },
      shop.now(),
    )
    if (done.kind === 'too_much') throw impossible(`Only ${done.refundable} minor units of that payment are left.`)
    return { refundId: done.refundId, orderId }
  })
}

async function heldPayment(trx: DatabaseTransaction, attemptId: string, now: Date): Promise<HeldPayment> {
  const attempt = await lockAttempt(trx, attemptId, now.toISOString())
  const order = attempt && (await orderById(trx, attempt.order_id))
  if (attempt?.status !== 'held' || !order) throw impossible('No such payment is held any more.')
  return { attempt, order }
}

function impossible(sentence: string): OrderError {
  return new OrderError('not_possible', sentence)
}
