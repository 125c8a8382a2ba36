import { plainAmount } from '../../../i18n/money.ts'
import type { PaymentNotice } from '../../payments/provider.ts'
import {
  attemptById,
  endAttempt,
  holdAttempt,
  insertPaymentEvent,
  recordPayment,
  type AttemptRow,
} from '../../payments/queries.ts'
import type { DatabaseTransaction, NewRow } from '../../platform/db/tables.ts'
import { publishDiagnostic } from '../../platform/diagnostics.ts'
import { appendOrderEvent } from '../orders/order-history.ts'
import { liveOrderOf, orderById, type OrderRow } from '../orders/queries.ts'
import { releaseOrder } from '../orders/release-order.ts'
import { lockOrder, orderAction, tryTransition, type OrderAction, type OrderServices } from '../orders/transition.ts'
import type { Shop } from '../shop.ts'
import { recordEarlierRefunds } from './apply-refund-notice.ts'
import { confirmOrder } from './confirm-order.ts'
import { ReservationConflict } from './revive-order.ts'
import { refundSecondPayment } from './second-payment.ts'
import { settleDifference } from './settle-difference.ts'

/**
 * What a payment notice did. `held`: the operator must check the money. `given_back`: the order was already paid, so
 * this second payment is refunded.
 */
export type Completion = 'applied' | 'duplicate' | 'unknown_attempt' | 'held' | 'given_back' | 'no_effect'

type PaymentUpdate = {
  attempt: AttemptRow
  order: OrderRow
  notice: PaymentNotice
  action: OrderAction
  mayRevive: boolean
}

/**
 * Applies a payment result to its order. Webhooks, the shopper's return and our own queries all end here. A repeated
 * notice changes nothing. If the amount or currency differs, the payment is held and the order is not confirmed
 * (decision 0008).
 */
export async function completeOrder(shop: Shop, provider: string, notice: PaymentNotice): Promise<Completion> {
  const complete = (mayRevive: boolean) =>
    shop.db.transaction().execute((trx) => completeOrderInTransaction(trx, shop, provider, notice, { mayRevive }))
  const completion = await complete(true).catch((error: unknown) => {
    if (error instanceof ReservationConflict) return complete(false)
    throw error
  })
  publishDiagnostic('payment', { provider, outcome: notice.outcome, completion })
  return completion
}

/**
 * Applies a payment result within a running transaction. `mayRevive` allows reserving the goods of an expired order
 * again.
 */
export async function completeOrderInTransaction(
  trx: DatabaseTransaction,
  shop: Omit<OrderServices, 'db'>,
  provider: string,
  notice: PaymentNotice,
  { mayRevive = false } = {},
): Promise<Completion> {
  const known = await attemptById(trx, notice.attemptId)
  if (known?.provider !== provider) return 'unknown_attempt'
  const action = orderAction(shop, actorOf(provider), notice.reason ?? '')
  // Whatever changes an order locks it before its payments.
  const order = await lockOrder(trx, known.order_id, action.now)
  const attempt = (await attemptById(trx, known.id)) ?? known
  if (!(await insertPaymentEvent(trx, paymentEvent(provider, notice, action.now)))) return 'duplicate'
  const update = { attempt, order, notice, action, mayRevive }
  return notice.outcome === 'succeeded' ? applyPayment(trx, update) : unpaid(trx, update, notice.outcome)
}

/** The row of a provider's notice, by whose id a repeated notice is found. */
export function paymentEvent(provider: string, notice: PaymentNotice, now: Date): NewRow<'payment_events'> {
  const { eventId, attemptId, outcome } = notice
  return {
    provider,
    event_id: eventId,
    attempt_id: attemptId,
    kind: outcome,
    payload: JSON.stringify(notice),
    received_at: now.toISOString(),
  }
}

/**
 * Ends a failed or expired payment and releases the order. An attempt that has ended or holds money is not changed: the
 * first result and the money count.
 */
async function unpaid(
  trx: DatabaseTransaction,
  update: PaymentUpdate,
  outcome: 'failed' | 'expired',
): Promise<Completion> {
  const { attempt, order, notice, action } = update
  const end = { status: outcome, reason: notice.reason, payment_reference: notice.payment ?? null }
  if (!(await endAttempt(trx, attempt.id, end, action.now.toISOString()))) return 'no_effect'
  if (!(await tryTransition(trx, { ...order, status: 'pending_payment' }, outcome, action))) return 'no_effect'
  await releaseOrder(trx, order, action.now)
  return 'applied'
}

async function applyPayment(trx: DatabaseTransaction, update: PaymentUpdate): Promise<Completion> {
  const { attempt, notice, action } = update
  if (attempt.status === 'held' && attempt.authorized === notice.amount && attempt.currency === notice.currency)
    return 'no_effect'
  if (isReleased(attempt, notice)) return 'no_effect'
  if (!(await recordPayment(trx, attempt.id, moneyOf(attempt, notice), action.now.toISOString()))) return 'no_effect'
  await recordEarlierRefunds(trx, attempt.id, action.now)
  return settlePaid(trx, update)
}

/**
 * Tells whether a notice says that money is authorized which was released since: the shop has cancelled the payment, or
 * the provider told of its end before it told of its beginning.
 */
function isReleased({ status, payment_reference: known }: AttemptRow, { captured, payment }: PaymentNotice): boolean {
  const isEnded = status === 'failed' || status === 'expired' || status === 'cancelled'
  return isEnded && captured === false && known !== null && known === payment
}

async function settlePaid(trx: DatabaseTransaction, update: PaymentUpdate): Promise<Completion> {
  const { attempt, notice, action } = update
  if (notice.amount !== attempt.amount || notice.currency !== attempt.currency) return holdOtherAmount(trx, update)
  if (attempt.is_difference === 1) return settleDifference(trx, attempt, action)
  for (const from of ['pending_payment', 'expired'] as const) {
    if (await confirm(trx, update, from)) return 'applied'
  }
  return settleLatePayment(trx, update)
}

/** Confirms an order that is pending, or one that expired recently if its goods can still be reserved. */
async function confirm(
  trx: DatabaseTransaction,
  { order, action, mayRevive }: PaymentUpdate,
  from: 'pending_payment' | 'expired',
): Promise<boolean> {
  if (from === 'expired' && (!mayRevive || (await liveOrderOf(trx, order.checkout_id)))) return false
  return (await confirmOrder(trx, { ...order, status: from }, action)) !== undefined
}

async function holdOtherAmount(
  trx: DatabaseTransaction,
  { attempt, order, notice, action }: PaymentUpdate,
): Promise<Completion> {
  await holdAttempt(trx, attempt.id, action.now.toISOString())
  const [paid, ordered] = [plainAmount(notice.amount, notice.currency), plainAmount(attempt.amount, attempt.currency)]
  await appendOrderEvent(trx, order, { ...action, note: `held: ${paid} paid, ${ordered} ordered` })
  return 'held'
}

/**
 * Handles a payment of an order that is no longer pending: refunds a second payment, holds any other for the operator.
 */
async function settleLatePayment(trx: DatabaseTransaction, update: PaymentUpdate): Promise<Completion> {
  const { attempt, action } = update
  const order = (await orderById(trx, update.order.id)) ?? update.order
  if (await refundSecondPayment(trx, order, attempt.id, action.now)) return 'given_back'
  await holdAttempt(trx, attempt.id, action.now.toISOString())
  await appendOrderEvent(trx, order, { ...action, note: `held: paid when the order was ${order.status}` })
  return 'held'
}

/** Returns the payment columns of a notice. Money in another currency counts as 0; the order's history records it. */
export function moneyOf(
  attempt: Pick<AttemptRow, 'currency'>,
  { amount, currency, captured, payment = null }: PaymentNotice,
) {
  const authorized = currency === attempt.currency ? amount : 0
  return { authorized, captured: captured === false ? 0 : authorized, payment_reference: payment }
}

/** A provider as the actor in an order's history. */
export function actorOf(provider: string): string {
  return `payment:${provider}`
}
