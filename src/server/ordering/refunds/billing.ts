import type { Minor } from '../../../domain/money.ts'
import { refundable } from '../../../domain/payments.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { payBackOnCards, paidWithCards } from '../gift-cards/redeem.ts'
import { cancelPayment } from '../payment/cancel-payment.ts'
import { capturePayment } from '../payment/capture-payment.ts'
import { attemptsOf } from '../../payments/queries.ts'
import { refundIn } from '../payment/refund-payment.ts'
import type { OrderAction } from '../orders/transition.ts'
import { shipmentsOf } from '../orders/fulfilment-queries.ts'
import { OrderError } from '../orders/order-error.ts'
import type { OrderRow } from '../orders/queries.ts'
import { refundsOf, type RefundRow } from '../orders/refund-queries.ts'

/**
 * Whether the shopper has paid or been asked to, which is no later than with the first parcel. What is taken off before
 * that only makes the charge smaller.
 */
export async function isCharged(trx: DatabaseTransaction, order: OrderRow): Promise<boolean> {
  const attempts = await attemptsOf(trx, order.id)
  return attempts.some((attempt) => attempt.captured > 0) || (await shipmentsOf(trx, order.id)).length > 0
}

/** Takes the money for what is left of the order, with its first parcel, where it was not taken with the payment. */
export async function charge(trx: DatabaseTransaction, order: OrderRow, { actor, now }: OrderAction): Promise<void> {
  const amount = order.total - sumOf(await refundsOf(trx, order.id)) - (await paidWithCards(trx, order.id))
  if (amount > 0) await capturePayment(trx, { orderId: order.id, actor, amount }, now)
}

/**
 * Sends a refund's money on its way: to where it was paid from, and what that payment did not bring back on the gift
 * cards. Throws OrderError when the payment has not got so much yet.
 */
export async function payBack(
  trx: DatabaseTransaction,
  { id, order_id: orderId, amount, reason }: RefundRow,
  { actor, now }: OrderAction,
): Promise<void> {
  const most = Math.max(0, ...(await attemptsOf(trx, orderId)).map(refundable))
  const money = Math.min(amount, most)
  const left = await payBackOnCards(trx, orderId, amount - money, now)
  const result =
    money > 0 && left === 0
      ? await refundIn(trx, { orderId, amount: money, reason, actor, key: `order_refund:${id}` }, now)
      : undefined
  if (left > 0 || result?.kind === 'too_much') {
    throw new OrderError(
      'not_possible',
      `${amount} minor units cannot be paid back now, ${most} can: the payment may not have been captured yet. ` +
        `Look at the order's payments.`,
    )
  }
}

/** An order that became cheaper than its gift cards before it was charged gives them the difference. */
export async function easeCards(trx: DatabaseTransaction, order: OrderRow, now: Date): Promise<void> {
  if (order.gift_card_total === 0) return
  const left = order.total - sumOf(await refundsOf(trx, order.id))
  await payBackOnCards(trx, order.id, (await paidWithCards(trx, order.id)) - left, now)
}

/** Gives back what was paid for an order that is called off, and lets go of what was only promised. */
export async function payAllBack(
  trx: DatabaseTransaction,
  { order_id: orderId, reason }: RefundRow,
  { actor, now }: OrderAction,
): Promise<void> {
  await cancelPayment(trx, { orderId, reason, actor }, now)
}

function sumOf(refunds: readonly RefundRow[]): Minor {
  return refunds.reduce((sum, { amount }) => sum + amount, 0)
}
