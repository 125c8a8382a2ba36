import type { Minor } from '../../../domain/money/money.ts'
import { refundable } from '../../../domain/orders/payments.ts'
import { providerNamed } from '../../payments/providers.ts'
import { attemptsOf, openAttempt, takeOverPayment, type AttemptRow } from '../../payments/queries.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { updateOrder } from '../edits/edit-queries.ts'
import { moveToOrder } from '../gift-cards/redeem.ts'
import type { OrderRow } from '../orders/queries.ts'
import type { OrderAction } from '../orders/transition.ts'
import { completeOrderInTransaction } from '../payment/complete-order.ts'
import { refundPaymentInTransaction } from '../payment/refund-payment.ts'

/**
 * Lets the largest payment of an order pay a new one, and its gift cards what that does not cover, up to the new
 * order's total and `most`, and confirms the new order. The provider is not asked: its payment belongs to both orders,
 * and refunds of either go back to it. Returns how much was moved.
 */
export async function movePayment(
  trx: DatabaseTransaction,
  from: OrderRow,
  to: OrderRow,
  most: Minor,
  action: OrderAction,
): Promise<Minor> {
  const waiting = await openAttempt(trx, to.id)
  if (!waiting) throw new Error(`The order ${to.number} waits for no payment.`)
  const source = largestOf(await attemptsOf(trx, from.id))
  const wanted = Math.min(most, to.total)
  const amount = source ? Math.min(wanted, refundable(source)) : 0
  const byCards = await moveToOrder(trx, { from: from.id, to: to.id, most: wanted - amount }, action.now)
  if (byCards > 0) await updateOrder(trx, to.id, { gift_card_total: byCards })
  if (source && amount > 0) {
    const asked = {
      orderId: from.id,
      attemptId: source.id,
      amount,
      reason: `exchange ${to.number}`,
      actor: action.actor,
    }
    await refundPaymentInTransaction(trx, { ...asked, key: `exchange:${to.id}`, isMoved: true }, action.now)
  }
  const { provider } = source ?? waiting
  await takeOverPayment(trx, waiting.id, { provider, amount }, action.now.toISOString())
  const shop = { now: () => action.now, orderEvents: action.events }
  await completeOrderInTransaction(trx, shop, provider, {
    eventId: `exchange:${to.id}`,
    attemptId: waiting.id,
    outcome: 'succeeded',
    amount,
    currency: to.currency,
    reason: null,
    payment: source?.payment_reference ?? null,
  })
  return amount + byCards
}

/** The payment with the most left to pay back, of those whose provider pays back. */
function largestOf(attempts: readonly AttemptRow[]): AttemptRow | undefined {
  return attempts
    .filter((attempt) => refundable(attempt) > 0 && Boolean(providerNamed(attempt.provider)?.refund))
    .toSorted((one, other) => refundable(other) - refundable(one))[0]
}
