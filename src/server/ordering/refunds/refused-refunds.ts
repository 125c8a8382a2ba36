import type { Minor } from '../../../domain/money/money.ts'
import { leftOf, ordersWithLosses, takenOf } from '../../payments/dispute-queries.ts'
import { attemptById, heldAttempts, type AttemptRow } from '../../payments/queries.ts'
import { failedRefunds, refundById, refundByKey, type RefundRow } from '../../payments/refund-queries.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { requireUndisputed } from '../disputes/require-undisputed.ts'
import { OrderError } from '../orders/order-error.ts'
import { orderById, type OrderRow } from '../orders/queries.ts'
import { lockOrder, type OrderServices } from '../orders/transition.ts'
import { refundPaymentInTransaction, type RefundResult } from '../payment/refund-payment.ts'
import { paidTooMuch } from './billing.ts'

/** Lists what the operator has to check: held payments, and refunds that a provider refused and that are still owed. */
export async function paymentsForReview(db: Queryable): Promise<{ held: AttemptRow[]; refunds: RefundRow[] }> {
  return { held: await heldAttempts(db), refunds: await stillOwed(db, await failedRefunds(db)) }
}

/** Leaves out refunds whose money the buyer has from the bank. */
export async function stillOwed(db: Queryable, refunds: readonly RefundRow[]): Promise<RefundRow[]> {
  const ids = refunds.map(({ order_id: id }) => id)
  const withLosses = await ordersWithLosses(db, ids)
  const settled = new Set<string>()
  for (const refund of refunds.filter(({ order_id: id }) => withLosses.has(id))) {
    const order = await orderById(db, refund.order_id)
    if (order && (await leftToRepeat(db, order, refund)) <= 0) settled.add(refund.id)
  }
  return refunds.filter(({ id }) => !settled.has(id))
}

/** `bankReference` is of a bank transfer that has paid it; without one, the provider is asked. */
type Repeat = { refundId: string; actor: string; bankReference?: string }

/**
 * Requests a refund again after the provider refused it for good, or records that a bank transfer has paid it: as much
 * as is still owed and its bank has left of the payment. A repeated call makes no second request. Throws OrderError,
 * also while a dispute is open.
 */
export async function repeatRefund(
  shop: OrderServices,
  { refundId, actor, ...by }: Repeat,
): Promise<{ refundId: string; orderId: string }> {
  return shop.db.transaction().execute(async (trx) => {
    const refused = await refundById(trx, refundId)
    if (refused?.status !== 'failed') throw impossible(`There is no refused refund ${refundId}.`)
    const { order_id: orderId, attempt_id: attemptId, reason } = refused
    const order = await lockOrder(trx, orderId, shop.now())
    const key = `again:${refundId}`
    const known = await refundByKey(trx, key)
    if (known) return { refundId: known.id, orderId }
    await requireUndisputed(trx, order)
    const amount = await leftToRepeat(trx, order, refused)
    if (amount <= 0) throw impossible('The buyer has this money from the bank already.')
    const done: RefundResult = await refundPaymentInTransaction(
      trx,
      { orderId, attemptId, amount, reason, actor, key, ...by },
      shop.now(),
    )
    if (done.kind === 'too_much') throw impossible(`Only ${done.refundable} minor units of that payment are left.`)
    return { refundId: done.refundId, orderId }
  })
}

/**
 * How much of a refused refund may be paid. Where a bank has taken money of the order for good, not what the buyer has
 * from it: that is set off, also where the bank has left more than this of the payment.
 */
async function leftToRepeat(db: Queryable, order: OrderRow, { attempt_id: id, amount }: RefundRow): Promise<Minor> {
  const taken = await takenOf(db, order.id)
  const attempt = await attemptById(db, id)
  if (!attempt || taken.size === 0) return amount
  return Math.min(amount, leftOf(attempt, taken), await paidTooMuch(db, order))
}

function impossible(sentence: string): OrderError {
  return new OrderError('not_possible', sentence)
}
