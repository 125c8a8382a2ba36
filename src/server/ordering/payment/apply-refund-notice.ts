import type { Minor } from '../../../domain/money/money.ts'
import { refundable } from '../../../domain/orders/payments.ts'
import { plainAmount } from '../../../i18n/money.ts'
import { noticeJson } from '../../payments/notice-json.ts'
import type { ProviderRefund, RefundNotice } from '../../payments/provider.ts'
import { insertPaymentEvent, refundEventsOf, type AttemptRow } from '../../payments/queries.ts'
import {
  attemptsOfSamePayment,
  endRefund,
  insertRefund,
  lockAttempt,
  refundsOfAttempts,
  reserveRefund,
  restoreRefundable,
  type RefundRow,
} from '../../payments/refund-queries.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { newId } from '../../platform/ids.ts'
import { appendOrderEvent } from '../orders/order-history.ts'
import { orderById } from '../orders/queries.ts'
import type { Shop } from '../shop.ts'
import { queueRefundRefused } from './carry-out-refund.ts'

type Applied = 'applied' | 'duplicate' | 'unknown_attempt' | 'no_effect'

/** Applies a provider's refund notice to the order, including refunds that were made in the provider's own console. */
export async function applyRefundNotice(shop: Shop, provider: string, notice: RefundNotice): Promise<Applied> {
  const now = shop.now()
  const at = now.toISOString()
  return shop.db.transaction().execute(async (trx) => {
    const attempt = await lockAttempt(trx, notice.attemptId, at)
    if (!attempt || attempt.provider !== provider) return 'unknown_attempt'
    const isNew = await insertPaymentEvent(trx, {
      provider,
      event_id: notice.eventId,
      attempt_id: attempt.id,
      kind: notice.outcome,
      payload: JSON.stringify(notice),
      received_at: at,
    })
    if (!isNew) return 'duplicate'
    return (await recordRefunds(trx, attempt, notice.refunds, now)) ? 'applied' : 'no_effect'
  })
}

/**
 * Records what a provider says of all refunds of a payment: which of the shop's own failed, and which were made at the
 * provider. A failed refund stays failed, so that it does not matter in which order several states are recorded. A
 * payment of which a part pays an exchange has refunds of both orders. Returns whether anything changed. The
 * transaction has locked the attempt.
 */
async function recordRefunds(
  trx: DatabaseTransaction,
  attempt: AttemptRow,
  refunds: readonly ProviderRefund[],
  now: Date,
): Promise<boolean> {
  const own = refunds.filter(({ currency }) => currency === attempt.currency)
  const attempts = [attempt, ...(await attemptsOfSamePayment(trx, attempt))]
  const rows = await refundsOfAttempts(trx, attempts)
  let isChanged = false
  for (const { row, of } of attempts.flatMap((each) => ofAttempt(each, rows))) {
    const tries = own.filter((each) => each.refundId === row.id || each.reference === row.provider_reference)
    const [last] = tries.toReversed()
    // One that was refused is asked for again, or ended, by the task that asks.
    const isRetried = row.status === 'pending' && row.refusals > 0
    if (last && tries.every(({ isFailed }) => isFailed) && !isRetried)
      isChanged = (await fail(trx, of, row, { reason: last.reason, now })) || isChanged
  }
  for (const refund of madeElsewhere(own, rows))
    isChanged = (await insertElsewhere(trx, attempts, refund, now)) || isChanged
  return isChanged
}

/** Records refunds whose notice came before that of their payment. */
export async function recordEarlierRefunds(trx: DatabaseTransaction, attemptId: string, now: Date): Promise<void> {
  const events = await refundEventsOf(trx, attemptId)
  if (events.length === 0) return
  const attempt = await lockAttempt(trx, attemptId, now.toISOString())
  if (!attempt) return
  for (const { payload } of events) {
    const notice = noticeJson.read(payload)
    if ('refunds' in notice) await recordRefunds(trx, attempt, notice.refunds, now)
  }
}

/**
 * The refunds that the shop neither asked for nor knows yet. Rows without a reference are of sums that were recorded
 * before each refund was: they cover the oldest ones.
 */
function madeElsewhere(refunds: readonly ProviderRefund[], rows: readonly RefundRow[]): ProviderRefund[] {
  let covered = rows
    .filter((row) => row.dedupe_key.startsWith('elsewhere:') && row.provider_reference === null)
    .reduce((sum, row) => sum + (row.status === 'failed' ? 0 : row.amount), 0)
  return refunds.filter(({ refundId, reference, amount }) => {
    if (rows.some((row) => row.id === refundId || row.provider_reference === reference)) return false
    if (amount > covered) return true
    covered -= amount
    return false
  })
}

function ofAttempt(of: AttemptRow, rows: readonly RefundRow[]) {
  return rows.filter((row) => row.attempt_id === of.id).map((row) => ({ row, of }))
}

/**
 * Records a refund that was made at the provider: for one of `attempts` that has the money, or else in parts that they
 * have together, all with the provider's reference. One that failed counts for nothing, but is never recorded again.
 */
async function insertElsewhere(
  trx: DatabaseTransaction,
  attempts: readonly AttemptRow[],
  refund: ProviderRefund,
  now: Date,
): Promise<boolean> {
  const parts = await partsOf(trx, attempts, refund, now.toISOString())
  for (const [at, part] of parts.entries()) await insertPart(trx, part, { refund, isFirst: at === 0, now })
  return parts.length > 0
}

type Part = { attempt: AttemptRow; amount: Minor }

/**
 * Reserves a refund's amount of the attempts; none if they have less together. A payment that is not recorded yet
 * records its refunds with it.
 */
async function partsOf(
  trx: DatabaseTransaction,
  attempts: readonly AttemptRow[],
  { amount, isFailed }: ProviderRefund,
  at: string,
): Promise<Part[]> {
  const captured = attempts.filter((attempt) => attempt.captured > 0)
  for (const attempt of captured)
    if (await reserveRefund(trx, attempt.id, isFailed ? 0 : amount, at)) return [{ attempt, amount }]
  const parts: Part[] = []
  let rest = amount
  for (const { id } of captured) {
    const attempt = await lockAttempt(trx, id, at)
    const part = attempt ? Math.min(rest, refundable(attempt)) : 0
    if (attempt && part > 0) parts.push({ attempt, amount: part })
    rest -= part
  }
  if (rest > 0) return []
  for (const part of parts)
    if (!(await reserveRefund(trx, part.attempt.id, part.amount, at)))
      throw new Error(`The payment ${part.attempt.id} has less than the ${part.amount} that it was read with.`)
  return parts
}

type Elsewhere = { refund: ProviderRefund; isFirst: boolean; now: Date }

async function insertPart(
  trx: DatabaseTransaction,
  { attempt, amount }: Part,
  { refund: { reference, currency, isFailed, reason }, isFirst, now }: Elsewhere,
): Promise<void> {
  const at = now.toISOString()
  const key = `elsewhere:${attempt.provider}:${reference}`
  await insertRefund(trx, {
    id: newId(now.getTime()),
    order_id: attempt.order_id,
    attempt_id: attempt.id,
    dedupe_key: isFirst ? key : `${key}:${attempt.id}`,
    amount,
    currency: attempt.currency,
    reason: 'given back at the provider',
    actor: `payment:${attempt.provider}`,
    status: isFailed ? 'failed' : 'succeeded',
    provider_reference: reference,
    error: isFailed ? reason : null,
    refusals: 0,
    created_at: at,
    updated_at: at,
  })
  const money = plainAmount(amount, currency)
  const text = isFailed ? `refund failed: ${money}, ${reason}` : `refunded: ${money}, given back at the provider`
  await note(trx, attempt, text, now)
}

/** Marks a refund as failed because the money did not reach the shopper's bank. The amount can be refunded again. */
async function fail(
  trx: DatabaseTransaction,
  attempt: AttemptRow,
  { id, order_id: orderId, amount, currency }: RefundRow,
  { reason, now }: { reason: string; now: Date },
): Promise<boolean> {
  const at = now.toISOString()
  if (!(await endRefund(trx, id, ['pending', 'succeeded'], { status: 'failed', error: reason }, at))) return false
  await restoreRefundable(trx, attempt.id, amount, at)
  await queueRefundRefused(trx, { id, order_id: orderId, amount }, now)
  await note(trx, attempt, `refund failed: ${plainAmount(amount, currency)}, ${reason}`, now)
  return true
}

async function note(trx: DatabaseTransaction, attempt: AttemptRow, text: string, now: Date): Promise<void> {
  const order = await orderById(trx, attempt.order_id)
  if (order) await appendOrderEvent(trx, order, { actor: `payment:${attempt.provider}`, note: text, now })
}
