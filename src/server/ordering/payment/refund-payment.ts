import type { Minor } from '../../../domain/money/money.ts'
import { refundable, type RefundStatus } from '../../../domain/orders/payments.ts'
import { plainAmount } from '../../../i18n/money.ts'
import { providerNamed } from '../../payments/providers.ts'
import { attemptsOf, cancelAttempt, type AttemptRow } from '../../payments/queries.ts'
import {
  insertRefund,
  releaseAuthorized,
  restoreAuthorized,
  restoreRefundable,
  refundByKey,
  reserveRefund,
} from '../../payments/refund-queries.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { newId } from '../../platform/ids.ts'
import { addToOutbox } from '../../platform/outbox/queries.ts'
import { appendOrderEvent } from '../orders/order-history.ts'
import { orderById } from '../orders/queries.ts'
import type { Shop } from '../shop.ts'
import { closeAtProvider } from './close-attempts.ts'

/**
 * `amount` in minor units of the order's currency. A repeat with the same `key` returns the same refund; `attemptId`
 * chooses one of several payments.
 */
export type RefundRequest = {
  orderId: string
  amount: Minor
  reason: string
  actor: string
  key?: string
  attemptId?: string
  /** The money pays another order: the provider is not asked. */
  isMoved?: boolean
  /** The reference of a bank transfer that has paid it: the provider is not asked. */
  bankReference?: string
}
export type RefundResult = { kind: 'written'; refundId: string } | { kind: 'too_much'; refundable: Minor }

/**
 * Refunds part or all of an order's captured payment through the outbox. Concurrent refunds never exceed the captured
 * amount. If nothing was captured yet, the amount is released from the authorization instead. Throws RangeError unless
 * the amount is a positive whole number.
 */
export async function refundPayment(shop: Shop, request: RefundRequest): Promise<RefundResult> {
  return shop.db.transaction().execute((trx) => refundPaymentInTransaction(trx, request, shop.now()))
}

/** Refunds within a running transaction, for example the one that receives a return. */
export async function refundPaymentInTransaction(
  trx: DatabaseTransaction,
  request: RefundRequest,
  now: Date,
): Promise<RefundResult> {
  const { amount, key } = request
  if (!Number.isSafeInteger(amount) || amount <= 0)
    throw new RangeError(`A refund must be a positive whole number of minor units, not ${amount}.`)
  const known = key === undefined ? undefined : await refundByKey(trx, key)
  if (known) return { kind: 'written', refundId: known.id }
  const attempts = (await attemptsOf(trx, request.orderId)).filter(
    (attempt) => request.attemptId === undefined || attempt.id === request.attemptId,
  )
  for (const attempt of attempts) {
    if (await reserveRefund(trx, attempt.id, amount, now.toISOString())) return write(trx, attempt, request, now)
  }
  for (const attempt of attempts) {
    if (await releaseAuthorized(trx, attempt.id, amount, now.toISOString()))
      return writeRelease(trx, attempt, request, now)
  }
  return { kind: 'too_much', refundable: Math.max(0, ...attempts.map(refundable)) }
}

async function write(
  trx: DatabaseTransaction,
  attempt: AttemptRow,
  request: RefundRequest,
  now: Date,
): Promise<RefundResult> {
  const { isMoved, bankReference } = request
  const asksProvider = !isMoved && bankReference === undefined && Boolean(providerNamed(attempt.provider)?.refund)
  const refundId = await insertOnce(trx, attempt, request, asksProvider ? 'pending' : 'succeeded', now)
  if (refundId === undefined) {
    await restoreRefundable(trx, attempt.id, request.amount, now.toISOString())
    return sameAsBefore(trx, request)
  }
  if (asksProvider)
    await addToOutbox(
      trx,
      { kind: 'payment.refund', dedupeKey: `payment.refund:${refundId}`, payload: { refundId } },
      now,
    )
  if (bankReference === undefined)
    await note(trx, attempt, request, asksProvider ? 'refund asked for' : 'credited', now)
  else await note(trx, attempt, { ...request, reason: bankReference }, 'refunded by bank transfer', now)
  return { kind: 'written', refundId }
}

/**
 * Records an amount that was released from an authorization. Releasing all of it cancels the attempt; otherwise less is
 * captured when the goods are shipped.
 */
async function writeRelease(
  trx: DatabaseTransaction,
  attempt: AttemptRow,
  request: RefundRequest,
  now: Date,
): Promise<RefundResult> {
  const refundId = await insertOnce(trx, attempt, request, 'succeeded', now)
  if (refundId === undefined) {
    await restoreAuthorized(trx, attempt.id, request.amount, now.toISOString())
    return sameAsBefore(trx, request)
  }
  const isWhole = attempt.authorized - request.amount === 0
  if (isWhole && (await cancelAttempt(trx, attempt.id, request.reason, now.toISOString())))
    await closeAtProvider(trx, attempt, now)
  await note(trx, attempt, request, 'not taken', now)
  return { kind: 'written', refundId }
}

/** Inserts a refund and returns its id; undefined if a concurrent request with the same key was first. */
async function insertOnce(
  trx: DatabaseTransaction,
  { id, currency }: AttemptRow,
  { orderId, amount, reason, actor, key, bankReference }: RefundRequest,
  status: RefundStatus,
  now: Date,
): Promise<string | undefined> {
  const [refundId, at] = [newId(now.getTime()), now.toISOString()]
  const isNew = await insertRefund(trx, {
    id: refundId,
    order_id: orderId,
    attempt_id: id,
    dedupe_key: key ?? refundId,
    amount,
    currency,
    reason,
    actor,
    status,
    provider_reference: null,
    error: null,
    refusals: 0,
    created_at: at,
    updated_at: at,
    by_bank: bankReference === undefined ? 0 : 1,
  })
  return isNew ? refundId : undefined
}

async function sameAsBefore(trx: DatabaseTransaction, { key = '' }: RefundRequest): Promise<RefundResult> {
  const known = await refundByKey(trx, key)
  return known ? { kind: 'written', refundId: known.id } : { kind: 'too_much', refundable: 0 }
}

async function note(
  trx: DatabaseTransaction,
  { currency }: AttemptRow,
  { orderId, amount, reason, actor }: RefundRequest,
  what: string,
  now: Date,
): Promise<void> {
  const order = await orderById(trx, orderId)
  if (order)
    await appendOrderEvent(trx, order, { actor, note: `${what}: ${plainAmount(amount, currency)}, ${reason}`, now })
}
