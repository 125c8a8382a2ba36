import type { Minor } from '../../../domain/money/money.ts'
import { refundable } from '../../../domain/orders/payments.ts'
import { leftOf, takenOf } from '../../payments/dispute-queries.ts'
import { attemptsOf } from '../../payments/queries.ts'
import type { DatabaseTransaction, Queryable } from '../../platform/db/tables.ts'
import { refundToGiftCards, paidWithCards } from '../gift-cards/redeem.ts'
import { settleInvoice } from '../invoices/settle-invoice.ts'
import { shipmentsOf } from '../orders/fulfilment-queries.ts'
import { OrderError } from '../orders/order-error.ts'
import { isBilled } from '../orders/order-state.ts'
import { orderById, type OrderRow } from '../orders/queries.ts'
import { refundsOf, type RefundRow } from '../orders/refund-queries.ts'
import type { OrderAction } from '../orders/transition.ts'
import { cancelPayment } from '../payment/cancel-payment.ts'
import { capturePayment } from '../payment/capture-payment.ts'
import { payBack } from './pay-back.ts'
import { claimed, writtenOff } from './written-off-queries.ts'

/**
 * Tells whether the shopper has been charged, which happens at the latest with the first parcel. Refunds before that
 * only reduce the charge.
 */
export async function isCharged(trx: Queryable, order: OrderRow): Promise<boolean> {
  const attempts = await attemptsOf(trx, order.id)
  return attempts.some((attempt) => attempt.captured > 0) || (await shipmentsOf(trx, order.id)).length > 0
}

/**
 * Charges for what is left of the order when its first parcel is sent, unless the money was captured with the payment.
 */
export async function charge(trx: DatabaseTransaction, order: OrderRow, { actor, now }: OrderAction): Promise<void> {
  const amount = order.total - sumOf(await refundsOf(trx, order.id)) - (await paidWithCards(trx, order.id))
  await capturePayment(trx, { orderId: order.id, actor, amount: Math.max(0, amount) }, now)
}

/**
 * How much of a refund is paid back; `amount` is the refund's, less what was never paid of it. What a bank took back
 * for the buyer, who owes it again, is set off against it and not paid a second time.
 */
export async function owedBack(trx: DatabaseTransaction, orderId: string, amount: Minor): Promise<Minor> {
  const claims = await claimed(trx, orderId)
  const order = claims > 0 ? await orderById(trx, orderId) : undefined
  if (!order) return amount
  return Math.max(0, Math.min(amount, await paidTooMuch(trx, order)))
}

/** What was paid of an order, to payments and with gift cards, beyond its claims and what it costs now; minor units. */
export async function paidTooMuch(db: Queryable, order: OrderRow): Promise<Minor> {
  const paid = (await attemptsOf(db, order.id)).reduce((sum, each) => sum + refundable(each), 0)
  const charged = order.total - sumOf(await refundsOf(db, order.id)) - order.unpaid_difference
  return paid + (await paidWithCards(db, order.id)) - (await claimed(db, order.id)) - charged
}

/**
 * How much of a refund of units would be paid back, before it is written: less what was never paid of it, and what the
 * buyer has from the bank, also where that is a loss until now (settleCredited).
 */
export async function expectedBack(db: Queryable, order: OrderRow, amount: Minor): Promise<Minor> {
  const unpaid = Math.min(amount, order.unpaid_difference)
  const losses = await writtenOff(db, order.id)
  if (losses === 0 && (await claimed(db, order.id)) === 0) return amount - unpaid
  const after = { ...order, total: order.total - amount, unpaid_difference: order.unpaid_difference - unpaid }
  const surplus = (await paidTooMuch(db, after)) - Math.min(losses, amount - unpaid)
  return Math.max(0, Math.min(amount - unpaid, surplus))
}

/**
 * Pays a refund back to the original payments; what exceeds them goes to the gift cards. `amount` is what is owed back
 * (owedBack). Throws OrderError if that much has not been captured yet.
 */
export async function refundOrderPayment(
  trx: DatabaseTransaction,
  { id, order_id: orderId, reason }: Pick<RefundRow, 'id' | 'order_id' | 'reason'>,
  amount: Minor,
  action: OrderAction,
): Promise<void> {
  const key = keyOfRefund(id)
  const taken = await takenOf(trx, orderId)
  const left = await payBack(
    trx,
    {
      orderId,
      amount,
      attempts: await attemptsOf(trx, orderId),
      reason,
      mostOf: (attempt) => leftOf(attempt, taken),
      keyOf: (attempt, { isFirst }) => (isFirst ? key : `${key}:${attempt.id}`),
    },
    action,
  )
  if (left > 0) {
    throw new OrderError(
      'not_possible',
      `Only ${amount - left} of ${amount} minor units can be refunded now; the payment may not have been captured ` +
        `yet. Check the payments of the order.`,
    )
  }
  const order = await orderById(trx, orderId)
  if (order && isBilled(order)) await settleInvoice(trx, order, action.now.toISOString())
}

const keyOfRefund = (refundId: string) => `order_refund:${refundId}`

/** Tells whether a key is of one of the payments by which a refund is paid back. */
export function isOfRefund(key: string, refundId: string): boolean {
  return key === keyOfRefund(refundId) || key.startsWith(`${keyOfRefund(refundId)}:`)
}

/** Returns money to an order's gift cards if the order became cheaper than they paid, before it was charged. */
export async function adjustGiftCards(trx: DatabaseTransaction, order: OrderRow, now: Date): Promise<void> {
  if (order.gift_card_total === 0) return
  const left = order.total - sumOf(await refundsOf(trx, order.id))
  await refundToGiftCards(trx, order.id, (await paidWithCards(trx, order.id)) - left, now)
}

/**
 * Reverses all payments of a cancelled order: refunds captured money, except for what a bank has taken back, and
 * releases authorizations.
 */
export async function reverseOrderPayments(
  trx: DatabaseTransaction,
  { order_id: orderId, reason }: RefundRow,
  { actor, now }: OrderAction,
): Promise<void> {
  await cancelPayment(trx, { orderId, reason, actor, taken: await takenOf(trx, orderId) }, now)
}

function sumOf(refunds: readonly RefundRow[]): Minor {
  return refunds.reduce((sum, { amount }) => sum + amount, 0)
}
