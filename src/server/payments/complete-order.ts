import type { PaymentOutcome } from '../../domain/payments.ts'
import { canBecome, type OrderStatus } from '../../domain/order-status.ts'
import type { DatabaseTransaction } from '../db/tables.ts'
import { newId } from '../ids.ts'
import { keepReservations, insertOrderEvent, moveOrder, orderById, type OrderRow } from '../orders/queries.ts'
import { releaseOrder } from '../orders/release-order.ts'
import { addToOutbox } from '../outbox/queries.ts'
import type { Shop } from '../shop.ts'
import type { PaymentNotice } from './provider.ts'
import { attemptById, endAttempt, holdAttempt, insertPaymentEvent } from './queries.ts'

export type Completion = 'applied' | 'duplicate' | 'unknown_attempt' | 'held' | 'no_effect'

const becomes: Record<PaymentOutcome, OrderStatus> = { succeeded: 'confirmed', failed: 'failed', expired: 'expired' }

/**
 * The one place where a payment's outcome reaches an order, whoever brings it: the provider's webhook, the shopper's
 * return or our own question. A notice heard before changes nothing; an amount or currency that differs holds the
 * order instead of confirming it (design, "Checkout and payment callback").
 */
export async function completeOrder(shop: Shop, provider: string, notice: PaymentNotice): Promise<Completion> {
  return shop.db.transaction().execute((trx) => completeIn(trx, provider, notice, shop.now()))
}

/** The same within a transaction that is under way: an order that needs no answer is written and confirmed in one. */
export async function completeIn(trx: DatabaseTransaction, provider: string, notice: PaymentNotice, now: Date): Promise<Completion> {
  const attempt = await attemptById(trx, notice.attemptId)
  if (!attempt || attempt.provider !== provider) return 'unknown_attempt'
  const isNew = await insertPaymentEvent(trx, {
    provider, event_id: notice.eventId, attempt_id: attempt.id, kind: notice.outcome, payload: JSON.stringify(notice),
    received_at: now.toISOString(),
  })
  if (!isNew) return 'duplicate'
  const order = await orderById(trx, attempt.order_id)
  if (!order) return 'unknown_attempt'
  if (notice.outcome === 'succeeded' && (notice.amount !== attempt.amount || notice.currency !== attempt.currency)) {
    await holdAttempt(trx, attempt.id, now.toISOString())
    await note(trx, order, provider, `held: ${notice.amount} ${notice.currency} paid, ${attempt.amount} ${attempt.currency} ordered`, now)
    return 'held'
  }
  if (!await endAttempt(trx, attempt.id, notice.outcome, notice.reason, now.toISOString())) {
    const ended = await attemptById(trx, attempt.id)
    return ended?.status === 'succeeded' ? 'no_effect' : tooLate(trx, order, provider, notice, now)
  }
  return settle(trx, order, provider, notice, now)
}

async function settle(trx: DatabaseTransaction, order: OrderRow, provider: string, notice: PaymentNotice, now: Date): Promise<Completion> {
  const to = becomes[notice.outcome]
  if (!canBecome(order.status, to) || !await moveOrder(trx, order.id, order.status, to, now.toISOString())) {
    return tooLate(trx, order, provider, notice, now)
  }
  await insertOrderEvent(trx, {
    id: newId(now.getTime()), order_id: order.id, at: now.toISOString(), actor: `payment:${provider}`, from_status: order.status,
    to_status: to, note: notice.reason ?? '',
  })
  if (to === 'confirmed') {
    await keepReservations(trx, order.id)
    await addToOutbox(trx, { kind: 'mail.order_confirmed', dedupeKey: `mail.order_confirmed:${order.id}`, payload: { orderId: order.id } }, now)
  } else {
    await releaseOrder(trx, order, now)
  }
  return 'applied'
}

/** Money for an order that no longer waits for it is written down, for a person to give back. */
async function tooLate(trx: DatabaseTransaction, order: OrderRow, provider: string, { outcome }: PaymentNotice, now: Date): Promise<Completion> {
  if (outcome !== 'succeeded') return 'no_effect'
  await note(trx, order, provider, `held: paid when the order was ${order.status}`, now)
  return 'held'
}

async function note(trx: DatabaseTransaction, order: OrderRow, provider: string, text: string, now: Date): Promise<void> {
  await insertOrderEvent(trx, {
    id: newId(now.getTime()), order_id: order.id, at: now.toISOString(), actor: `payment:${provider}`, from_status: order.status,
    to_status: order.status, note: text,
  })
}
