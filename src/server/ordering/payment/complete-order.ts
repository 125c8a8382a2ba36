import { plainAmount } from '../../../i18n/money.ts'
import type { DatabaseTransaction, NewRow } from '../../platform/db/tables.ts'
import { liveOrderOf, orderById, type OrderRow } from '../orders/queries.ts'
import { orderAction, tryTransition, type OrderAction, type OrderDesk } from '../orders/transition.ts'
import { releaseOrder } from '../orders/release-order.ts'
import type { Shop } from '../shop.ts'
import { confirmOrder } from './confirm-order.ts'
import { appendOrderEvent } from '../orders/order-history.ts'
import { giveBackSecondPayment } from './second-payment.ts'
import type { PaymentNotice } from '../../payments/provider.ts'
import {
  attemptById,
  endAttempt,
  holdAttempt,
  insertPaymentEvent,
  takePayment,
  type AttemptRow,
} from '../../payments/queries.ts'
import { ReservationConflict } from './revive-order.ts'

/** `given_back`: the order was paid already, so this second payment goes back. */
export type Completion = 'applied' | 'duplicate' | 'unknown_attempt' | 'held' | 'given_back' | 'no_effect'

type Heard = {
  attempt: AttemptRow
  order: OrderRow
  notice: PaymentNotice
  action: OrderAction
  mayRevive: boolean
}

/**
 * The one place where a payment's outcome reaches an order, whoever brings it: the provider's webhook, the shopper's
 * return or our own question. A notice heard before changes nothing; an amount or currency that differs holds the
 * order instead of confirming it (decision 0008).
 */
export async function completeOrder(shop: Shop, provider: string, notice: PaymentNotice): Promise<Completion> {
  const complete = (mayRevive: boolean) =>
    shop.db.transaction().execute((trx) => completeIn(trx, shop, provider, notice, mayRevive))
  try {
    return await complete(true)
  } catch (error) {
    if (error instanceof ReservationConflict) return complete(false)
    throw error
  }
}

/** The same within a transaction that is under way. */
export async function completeIn(
  trx: DatabaseTransaction,
  shop: Omit<OrderDesk, 'db'>,
  provider: string,
  notice: PaymentNotice,
  mayRevive = false,
): Promise<Completion> {
  const attempt = await attemptById(trx, notice.attemptId)
  const order = attempt && (await orderById(trx, attempt.order_id))
  if (!order || attempt.provider !== provider) return 'unknown_attempt'
  const action = orderAction(shop, actorOf(provider), notice.reason ?? '')
  if (!(await insertPaymentEvent(trx, paymentEvent(provider, notice, action.now)))) return 'duplicate'
  const heard = { attempt, order, notice, action, mayRevive }
  return notice.outcome === 'succeeded' ? paid(trx, heard) : unpaid(trx, heard, notice.outcome)
}

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

/** An attempt that ended, or that holds money, is not ended again: the first word and the money count. */
async function unpaid(trx: DatabaseTransaction, heard: Heard, outcome: 'failed' | 'expired'): Promise<Completion> {
  const { attempt, order, notice, action } = heard
  if (!(await endAttempt(trx, attempt.id, outcome, notice.reason, action.now.toISOString()))) return 'no_effect'
  if (!(await tryTransition(trx, { ...order, status: 'pending_payment' }, outcome, action))) return 'no_effect'
  await releaseOrder(trx, order, action.now)
  return 'applied'
}

async function paid(trx: DatabaseTransaction, heard: Heard): Promise<Completion> {
  const { attempt, notice, action } = heard
  if (attempt.status === 'held' && attempt.authorized === notice.amount && attempt.currency === notice.currency)
    return 'no_effect'
  if (!(await takePayment(trx, attempt.id, moneyOf(attempt, notice), action.now.toISOString()))) return 'no_effect'
  if (notice.amount !== attempt.amount || notice.currency !== attempt.currency) return differs(trx, heard)
  for (const from of ['pending_payment', 'expired'] as const) {
    if (await confirm(trx, heard, from)) return 'applied'
  }
  return tooLate(trx, heard)
}

/** Confirms an order that waits for this payment, or that stopped waiting a moment ago and can still be had. */
async function confirm(
  trx: DatabaseTransaction,
  { order, action, mayRevive }: Heard,
  from: 'pending_payment' | 'expired',
): Promise<boolean> {
  if (from === 'expired' && (!mayRevive || (await liveOrderOf(trx, order.checkout_id)))) return false
  return (await confirmOrder(trx, { ...order, status: from }, action)) !== undefined
}

async function differs(trx: DatabaseTransaction, { attempt, order, notice, action }: Heard): Promise<Completion> {
  await holdAttempt(trx, attempt.id, action.now.toISOString())
  const [paid, ordered] = [plainAmount(notice.amount, notice.currency), plainAmount(attempt.amount, attempt.currency)]
  await appendOrderEvent(trx, order, { ...action, note: `held: ${paid} paid, ${ordered} ordered` })
  return 'held'
}

/** Money for an order that no longer waits for it: a second payment goes back, any other waits for a person. */
async function tooLate(trx: DatabaseTransaction, heard: Heard): Promise<Completion> {
  const { attempt, action } = heard
  const order = (await orderById(trx, heard.order.id)) ?? heard.order
  if (await giveBackSecondPayment(trx, order, attempt.id, action.now)) return 'given_back'
  await holdAttempt(trx, attempt.id, action.now.toISOString())
  await appendOrderEvent(trx, order, { ...action, note: `held: paid when the order was ${order.status}` })
  return 'held'
}

/** Money in another currency is no amount of ours: what is known of it stands in the order's history. */
export function moneyOf(
  attempt: Pick<AttemptRow, 'currency'>,
  { amount, currency, captured, payment = null }: PaymentNotice,
) {
  const authorized = currency === attempt.currency ? amount : 0
  return { authorized, captured: captured === false ? 0 : authorized, payment_reference: payment }
}

export function actorOf(provider: string): string {
  return `payment:${provider}`
}
