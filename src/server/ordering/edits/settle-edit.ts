import type { Minor } from '../../../domain/money/money.ts'
import { refundable } from '../../../domain/orders/payments.ts'
import { lockInvoiceCredit } from '../../identity/organizations/invoice-credit.ts'
import { membershipOf } from '../../identity/organizations/organization-queries.ts'
import { attemptsOf, endAttempt, type AttemptRow } from '../../payments/queries.ts'
import { raiseAuthorized } from '../../payments/raise-queries.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { newId } from '../../platform/ids.ts'
import { paidWithCards } from '../gift-cards/redeem.ts'
import { setUnpaidDifference } from '../orders/hold-queries.ts'
import { OrderError } from '../orders/order-error.ts'
import { isBilled } from '../orders/order-state.ts'
import type { OrderRow } from '../orders/queries.ts'
import type { OrderAction } from '../orders/transition.ts'
import { holdWith, holdWithout } from '../orders/unpaid-difference.ts'
import { closeAtProvider } from '../payment/close-attempts.ts'
import { differenceProvider } from '../payment/open-difference.ts'
import { payBack } from '../refunds/pay-back.ts'
import { updateOrder } from './edit-queries.ts'
import type { EditServices } from './order-edit.ts'

/**
 * Settles what a change made an order dearer or cheaper, within its transaction: on the invoice if it is billed, else
 * by asking the buyer for the rest, for which the order waits, or by paying back. What was asked for before and is
 * unpaid is settled with it, and its payment page is closed.
 */
export async function settleEdit(
  trx: DatabaseTransaction,
  shop: EditServices,
  order: OrderRow,
  delta: Minor,
  action: OrderAction,
): Promise<void> {
  if (delta === 0) return
  const { now } = action
  const attempts = await closeDifferences(trx, order.id, now)
  const amount = order.unpaid_difference + delta
  if (amount > 0 && isBilled(order)) return bill(trx, shop, order, { amount, attempts }, now)
  if (amount > 0) {
    if (!differenceProvider(shop, order))
      throw new OrderError('no_payment_page', 'The shop offers no way to pay the rest of the order.')
    return setUnpaidDifference(trx, order.id, { unpaid: amount, hold: delta > 0 ? holdWith(order) : order.hold })
  }
  await setUnpaidDifference(trx, order.id, { unpaid: 0, hold: holdWithout(order) })
  if (amount < 0) await payBackOrder(trx, order, { amount: -amount, attempts }, action)
  await updateOrder(trx, order.id, { gift_card_total: await paidWithCards(trx, order.id) })
}

/** Closes the payment pages of an earlier difference, whose sum is another by now. Returns the order's payments. */
export async function closeDifferences(trx: DatabaseTransaction, orderId: string, now: Date): Promise<AttemptRow[]> {
  const attempts = await attemptsOf(trx, orderId)
  for (const attempt of attempts) {
    const isOpen = attempt.is_difference === 1 && attempt.status === 'started'
    if (
      isOpen &&
      (await endAttempt(trx, attempt.id, { status: 'cancelled', reason: 'order changed' }, now.toISOString()))
    )
      await closeAtProvider(trx, attempt, now)
  }
  return attempts
}

type Settled = { amount: Minor; attempts: readonly AttemptRow[] }

/** Puts more on an invoice that is not written yet, within what the buyer may owe. */
async function bill(
  trx: DatabaseTransaction,
  shop: EditServices,
  order: OrderRow,
  { amount, attempts }: Settled,
  now: Date,
): Promise<void> {
  await requireCredit(trx, shop, order, now)
  for (const attempt of attempts) if (await raiseAuthorized(trx, attempt.id, amount, now.toISOString())) return
  throw new OrderError('not_possible', 'The order has no invoice that could become larger.')
}

/** Throws OrderError if the buyer of an order, whose new total is among the unpaid ones already, owes too much. */
export async function requireCredit(
  trx: DatabaseTransaction,
  shop: EditServices,
  order: OrderRow,
  now: Date,
): Promise<void> {
  const { customer_id: customerId, customer_kind: kind, email, network, currency } = order
  const buyer = { kind, organization: await membershipOf(trx, customerId), customerId, email, network }
  if (!(await lockInvoiceCredit(trx, shop.env, buyer, { total: 0, currency }, now)))
    throw new OrderError('over_credit', 'The invoice would exceed what this buyer may owe.')
}

/** Pays back to the payments of the order, or releases what they hold, and then to its gift cards. */
async function payBackOrder(
  trx: DatabaseTransaction,
  order: OrderRow,
  { amount, attempts }: Settled,
  action: OrderAction,
): Promise<void> {
  const key = newId(action.now.getTime())
  const left = await payBack(
    trx,
    {
      orderId: order.id,
      amount,
      attempts: attempts.filter(({ status }) => status === 'succeeded'),
      reason: 'order changed',
      mostOf: (attempt) => (attempt.captured > 0 ? refundable(attempt) : attempt.authorized),
      keyOf: (attempt) => `edit:${key}:${attempt.id}`,
    },
    action,
  )
  if (left > 0)
    throw new OrderError('not_possible', 'The payments of the order do not have that much left to pay back.')
}
