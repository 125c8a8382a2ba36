import type { Minor } from '../../../domain/money/money.ts'
import { splitAllowance } from '../../../domain/orders/allowances.ts'
import { sumOfPaid } from '../../../domain/orders/paid-units.ts'
import { plainAmount } from '../../../i18n/money.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { newId } from '../../platform/ids.ts'
import { requireUndisputed } from '../disputes/require-undisputed.ts'
import { issueCharge, issueDocument } from '../documents/issue-document.ts'
import { paymentsWithCards } from '../gift-cards/redeem.ts'
import { OrderError } from '../orders/order-error.ts'
import { orderEvent } from '../orders/order-events.ts'
import { appendOrderEvent } from '../orders/order-history.ts'
import { orderById, orderLineRows, type OrderRow } from '../orders/queries.ts'
import { insertRefund, refundByKey, setRefundNumber, type RefundRow } from '../orders/refund-queries.ts'
import { lockOrder, notPossible, orderAction, type OrderAction, type OrderServices } from '../orders/transition.ts'
import { lowerUnpaid } from '../orders/unpaid-difference.ts'
import { isCharged, owedBack, refundOrderPayment } from './billing.ts'
import { creditable, leftByRate } from './left-by-rate.ts'
import { recordSettlement } from './record-settlement.ts'
import { noteOfRefund, type Refunded } from './refund-order.ts'
import { refundableStatuses } from './refundable-statuses.ts'
import { writtenOff } from './written-off-queries.ts'

export type CreditRequest = {
  orderId: string
  actor: string
  /** Including VAT, in minor units of the order's currency. */
  amount: Minor
  reason: string
  /** Idempotency key: a repeat returns the first credit. */
  key?: string
}
const maxReasonLength = 200

/**
 * Credits an amount of an order without units, such as for a scratch that the buyer accepts: at most what its documents
 * charge and do not credit yet, less what lost disputes took off, with VAT split over their rates to the öre. The
 * credit note is issued at once, and the amount paid back or deducted from the invoice. Units that are refunded later
 * give back that much less. Throws OrderError: `not_charged` before the order is charged, `amount_invalid`,
 * `credit_too_much`, `credit_unexplained`.
 */
export async function creditAmount(services: OrderServices, request: CreditRequest): Promise<Refunded> {
  const action = orderAction(services, request.actor)
  return services.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, request.orderId, action.now)
    const key = request.key ?? newId(action.now.getTime())
    const known = await refundByKey(trx, order.id, key)
    if (known) return { kind: 'already', order, refund: known }
    const reason = request.reason.trim()
    await requireCreditable(trx, order, { ...request, reason })
    await issueCharge(trx, order, action.now)
    const refund = await writeCredit(trx, order, { amount: request.amount, reason, key }, action)
    return { kind: 'refunded', refund, order: (await orderById(trx, order.id)) ?? order }
  })
}

async function requireCreditable(
  trx: DatabaseTransaction,
  order: OrderRow,
  { amount, reason }: Pick<CreditRequest, 'amount' | 'reason'>,
): Promise<void> {
  if (!Number.isSafeInteger(amount) || amount <= 0)
    throw new OrderError('amount_invalid', 'An amount is more than 0, such as 249.50.')
  if (reason === '' || reason.length > maxReasonLength)
    throw new OrderError('credit_unexplained', `Say why, in at most ${maxReasonLength} characters.`)
  if (!refundableStatuses.has(order.status)) throw notPossible(order, 'credited')
  await requireUndisputed(trx, order)
  if (!(await isCharged(trx, order)))
    throw new OrderError('not_charged', `Order ${order.number} is not charged yet: change the order instead.`)
}

const noUnits = {
  number: null,
  delivery: 0,
  delivery_vat: 0,
  deduction: 0,
  deduction_vat: 0,
  deduction_rates: '[]',
  card_back: null,
  given_back: null,
  card_parts: '[]',
  set_off: null,
}
type Credit = { amount: Minor; reason: string; key: string }

async function writeCredit(
  trx: DatabaseTransaction,
  order: OrderRow,
  { amount, reason, key }: Credit,
  action: OrderAction,
): Promise<RefundRow> {
  const left = await leftByRate(trx, order.id, await orderLineRows(trx, order.id))
  const max = creditable(left, await writtenOff(trx, order.id))
  if (amount > max) {
    const shown = plainAmount(max, order.currency)
    throw new OrderError('credit_too_much', `At most ${shown} is left to credit.`, { most: shown })
  }
  const allowance = splitAllowance(amount, left)
  const { vat } = sumOfPaid(allowance)
  const { actor, now } = action
  const refund: RefundRow = {
    ...noUnits,
    id: newId(now.getTime()),
    order_id: order.id,
    key,
    reason,
    actor,
    amount,
    vat,
    allowance: amount,
    allowance_vat: vat,
    at: now.toISOString(),
  }
  await insertRefund(trx, refund, [])
  const number = await issueDocument(trx, { order, kind: 'credit_note', refund, allowance, now })
  await setRefundNumber(trx, refund.id, number)
  const written = { ...refund, number }
  await appendOrderEvent(trx, order, { ...action, note: noteOfRefund(order, written) })
  await payBack(trx, order, written, action)
  const fact = { type: 'order.refund_written', refundId: refund.id, isCancellation: false } as const
  await action.events.emit(trx, orderEvent(trx, order, now, fact))
  return written
}

/** Lowers what is still asked for, and pays the rest back. */
async function payBack(
  trx: DatabaseTransaction,
  order: OrderRow,
  refund: RefundRow,
  action: OrderAction,
): Promise<void> {
  const before = await paymentsWithCards(trx, order.id)
  const unpaid = await lowerUnpaid(trx, order, refund.amount)
  const owed = await owedBack(trx, order.id, refund.amount - unpaid)
  if (owed > 0) await refundOrderPayment(trx, refund, owed, action)
  await recordSettlement(trx, refund, { before })
}
