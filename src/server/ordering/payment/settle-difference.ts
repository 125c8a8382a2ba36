import type { OrderStatus } from '../../../domain/orders/order-status.ts'
import { plainAmount } from '../../../i18n/money.ts'
import type { AttemptRow } from '../../payments/queries.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { issueCharge } from '../documents/issue-document.ts'
import { shipmentsOf } from '../orders/fulfilment-queries.ts'
import { appendOrderEvent } from '../orders/order-history.ts'
import { lockOrder, type OrderAction } from '../orders/transition.ts'
import { lowerUnpaid } from '../orders/unpaid-difference.ts'
import { capturePayment } from './capture-payment.ts'
import { refundPaymentInTransaction } from './refund-payment.ts'

/** While an order is in one of these, what a change made it dearer can be paid. */
export const payableStatuses: ReadonlySet<OrderStatus> = new Set(['confirmed', 'processing', 'shipped', 'delivered'])

/**
 * Counts a payment for a changed order, which was just recorded, towards what is asked for it. What exceeds that is
 * paid back: the order was changed again meanwhile, or cancelled.
 */
export async function settleDifference(
  trx: DatabaseTransaction,
  attempt: AttemptRow,
  action: OrderAction,
): Promise<'applied' | 'given_back'> {
  const order = await lockOrder(trx, attempt.order_id, action.now)
  const settled = payableStatuses.has(order.status) ? await lowerUnpaid(trx, order, attempt.amount) : 0
  const surplus = attempt.amount - settled
  const { id: attemptId, order_id: orderId, currency } = attempt
  await appendOrderEvent(trx, order, { ...action, note: `difference paid: ${plainAmount(settled, currency)}` })
  if (surplus > 0)
    await refundPaymentInTransaction(
      trx,
      { orderId, attemptId, amount: surplus, reason: 'paid too much', actor: 'shop', key: `surplus:${attemptId}` },
      action.now,
    )
  // The charge with the first parcel could not take it yet.
  if (settled > 0 && (await shipmentsOf(trx, orderId)).length > 0) {
    await capturePayment(trx, { orderId, actor: action.actor }, action.now)
    await issueCharge(trx, order, action.now)
  }
  return settled > 0 ? 'applied' : 'given_back'
}
