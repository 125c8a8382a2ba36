import type { Minor } from '../../../domain/money/money.ts'
import { leftOf, takenOf } from '../../payments/dispute-queries.ts'
import { providerNamed } from '../../payments/providers.ts'
import {
  attemptsOf,
  insertAttempt,
  newAttempt,
  openAttempt,
  recordPayment,
  takeOverPayment,
  type AttemptRow,
} from '../../payments/queries.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { newId } from '../../platform/ids.ts'
import { updateOrder } from '../edits/edit-queries.ts'
import { moveToOrder } from '../gift-cards/redeem.ts'
import type { OrderRow } from '../orders/queries.ts'
import type { OrderAction } from '../orders/transition.ts'
import { completeOrderInTransaction } from '../payment/complete-order.ts'
import { refundPaymentInTransaction } from '../payment/refund-payment.ts'
import type { Moved } from '../refunds/record-settlement.ts'

type Moving = { from: OrderRow; to: OrderRow; action: OrderAction }
type Part = { source: AttemptRow; amount: Minor }

/**
 * Lets the payments of an order pay a new one, the largest first, and its gift cards what these do not cover, up to the
 * new order's total and `most`, and confirms the new order. The provider is not asked: its payments belong to both
 * orders, and refunds of either go back to them. Returns how much was moved.
 */
export async function movePayment(
  trx: DatabaseTransaction,
  from: OrderRow,
  to: OrderRow,
  max: Minor,
  action: OrderAction,
): Promise<Moved> {
  const waiting = await openAttempt(trx, to.id)
  if (!waiting) throw new Error(`The order ${to.number} waits for no payment.`)
  const wanted = Math.min(max, to.total)
  const parts = partsOf(await attemptsOf(trx, from.id), wanted, await takenOf(trx, from.id))
  const amount = parts.reduce((sum, part) => sum + part.amount, 0)
  const byCards = await moveToOrder(trx, { from: from.id, to: to.id, most: wanted - amount }, action.now)
  if (byCards > 0) await updateOrder(trx, to.id, { gift_card_total: byCards })
  const [first, ...others] = parts
  await takeOver(trx, { from, to, action }, waiting, first)
  for (const part of others) await addPayment(trx, { from, to, action }, part)
  return { order: to.number, amount: amount + byCards, fromPayments: amount }
}

/** What each payment pays, of those whose provider pays back, the ones with the most left first. */
function partsOf(attempts: readonly AttemptRow[], wanted: Minor, taken: ReadonlyMap<string, Minor>): Part[] {
  let left = wanted
  return attempts
    .filter((attempt) => Boolean(providerNamed(attempt.provider)?.refund))
    .toSorted((one, other) => leftOf(other, taken) - leftOf(one, taken))
    .flatMap((source) => {
      const amount = Math.min(left, leftOf(source, taken))
      left -= amount
      return amount > 0 ? [{ source, amount }] : []
    })
}

/** Confirms the new order with a part of the first order's payment, or with its gift cards alone. */
async function takeOver(trx: DatabaseTransaction, moving: Moving, waiting: AttemptRow, part?: Part): Promise<void> {
  const { to, action } = moving
  const { amount = 0, source } = part ?? {}
  if (part) await takeFrom(trx, moving, part, `exchange:${to.id}`)
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
}

/** Adds a part of another payment to the new order, which is confirmed. */
async function addPayment(trx: DatabaseTransaction, moving: Moving, part: Part): Promise<void> {
  const { to, action } = moving
  const { source, amount } = part
  await takeFrom(trx, moving, part, `exchange:${to.id}:${source.id}`)
  const [id, at] = [newId(action.now.getTime()), action.now.toISOString()]
  const { provider, payment_reference } = source
  const { id: orderId, currency, language } = to
  await insertAttempt(trx, newAttempt({ id, orderId, provider, amount, currency, language, isDifference: true }, at))
  await recordPayment(trx, id, { authorized: amount, captured: amount, payment_reference }, at)
}

async function takeFrom(
  trx: DatabaseTransaction,
  { from, to, action: { actor, now } }: Moving,
  { source, amount }: Part,
  key: string,
): Promise<void> {
  const refund = { orderId: from.id, attemptId: source.id, amount, reason: `exchange ${to.number}`, actor }
  await refundPaymentInTransaction(trx, { ...refund, key, isMoved: true }, now)
}
