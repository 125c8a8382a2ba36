import type { PaymentPage } from '../../../contracts/console/payments.ts'
import { refundable } from '../../../domain/orders/payments.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { orderById, orderEventRows, type OrderEventRow } from '../../ordering/orders/queries.ts'
import { stillOwed } from '../../ordering/refunds/refused-refunds.ts'
import { attemptById, type AttemptRow } from '../../payments/queries.ts'
import { refundsOf, type RefundRow } from '../../payments/refund-queries.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { lastEventOf } from '../orders/order-queries.ts'
import { historyOf } from '../staff/audit-history.ts'
import { eventsOfPayment } from './payment-list-queries.ts'
import { reconciled } from './reconcile.ts'

/** Everything known about the payment of the address; undefined where there is none. */
export async function paymentContent(context: ConsoleContext): Promise<PaymentPage | undefined> {
  const { shop, session, request } = context
  const { db } = shop
  const attempt = await attemptById(db, (request.params['id'] ?? '').slice(0, 60))
  const order = attempt && (await orderById(db, attempt.order_id))
  if (!order) return undefined
  const all = await refundsOf(db, order.id)
  const refunds = all.filter((refund) => refund.attempt_id === attempt.id)
  const owed = new Set((await stillOwed(db, refunds)).map((refund) => refund.id))
  const history = await orderEventRows(db, order.id)
  const mayChange = may(session, 'payments.change')
  return {
    id: attempt.id,
    version: await lastEventOf(db, order.id),
    provider: attempt.provider,
    status: attempt.status,
    reason: attempt.reason ?? '',
    at: attempt.created_at,
    reference: attempt.payment_reference ?? '',
    currency: attempt.currency,
    amount: attempt.amount,
    authorized: attempt.authorized,
    captured: attempt.captured,
    refunded: attempt.refunded,
    order: { number: order.number, status: order.status, mayBeSeen: may(session, 'orders.view') },
    held: attempt.status === 'held' ? whyHeld(history) : '',
    refunds: refunds.map((refund) => refundShown(refund, attempt, all, mayChange && owed.has(refund.id))),
    events: reconciled(await eventsOfPayment(db, attempt.id), { attempt, refunds, history }),
    audit: await historyOf(context, { kind: 'payment', id: attempt.id }),
    may: allowed(attempt, mayChange),
  }
}

function whyHeld(history: readonly OrderEventRow[]): string {
  return history.findLast(({ note }) => note.startsWith('held: '))?.note.slice('held: '.length) ?? ''
}

function refundShown(
  refund: RefundRow,
  attempt: AttemptRow,
  all: readonly RefundRow[],
  mayChange: boolean,
): PaymentPage['refunds'][number] {
  const { id, amount, currency, created_at: at, status, reason, actor, error } = refund
  const isRepeated = all.some((each) => each.dedupe_key === `again:${id}`)
  const mayRetry = mayChange && status === 'failed' && !isRepeated && refundable(attempt) >= amount
  return { id, amount, currency, at, status, reason, actor, error: error ?? '', mayRetry }
}

/** What the state of the payment and the person's role allow; the operations decide again. */
function allowed(attempt: AttemptRow, mayChange: boolean): PaymentPage['may'] {
  const isOpen = mayChange && attempt.status === 'held'
  const hasMoney = attempt.captured > attempt.refunded
  return {
    accept: isOpen && attempt.authorized - attempt.refunded >= attempt.amount,
    refund: isOpen && (hasMoney || (attempt.captured === 0 && attempt.authorized > 0)),
    close: isOpen && !hasMoney,
  }
}
