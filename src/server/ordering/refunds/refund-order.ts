import type { Minor } from '../../../domain/money/money.ts'
import { plainAmount } from '../../../i18n/money.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { newId } from '../../platform/ids.ts'
import { requireUndisputed } from '../disputes/require-undisputed.ts'
import { paymentsWithCards } from '../gift-cards/redeem.ts'
import type { OrderLineRow, LineUnits } from '../orders/fulfilment-queries.ts'
import { checkedUnits, toRefund, toShip } from '../orders/line-units.ts'
import { OrderError } from '../orders/order-error.ts'
import { orderEvent } from '../orders/order-events.ts'
import { appendOrderEvent } from '../orders/order-history.ts'
import { orderLineRows, type OrderRow } from '../orders/queries.ts'
import { refundByKey, type RefundRow } from '../orders/refund-queries.ts'
import { releaseOrder } from '../orders/release-order.ts'
import {
  orderAction,
  transition,
  notPossible,
  lockOrder,
  type OrderServices,
  type OrderAction,
} from '../orders/transition.ts'
import { lowerUnpaid } from '../orders/unpaid-difference.ts'
import { adjustGiftCards, owedBack, reverseOrderPayments, refundOrderPayment } from './billing.ts'
import { recordSettlement, type Moved } from './record-settlement.ts'
import { refundableStatuses } from './refundable-statuses.ts'
import { settleReturns, unitsByChoice, unpaidReturns } from './settle-returns.ts'
import { withdrawGiftCards } from './withdraw-gift-cards.ts'
import { deliveryLeft, writeRefund } from './write-refund.ts'

export type RefundRequest = {
  orderId: string
  actor: string
  reason: string
  /** Units to refund; everything not refunded yet if left out. An empty list refunds the delivery alone. */
  units?: readonly LineUnits[]
  withDelivery: boolean
  /**
   * The shopper returns the units by choice, as in a withdrawal. Otherwise only received returns with such a reason
   * count as by choice.
   */
  isByChoice?: boolean
  /** Gets what would be paid back, and returns how much of it pays another order instead. */
  keep?: (money: Minor) => Promise<Moved>
  /** Idempotency key: a repeat returns the first refund. */
  key?: string
  /** The sum that was shown; refused when it is another by now. */
  expected?: Minor | undefined
}
export type Refunded = { kind: 'refunded' | 'already'; order: OrderRow; refund: RefundRow }

/**
 * Refunds units of an order, or everything that is left. Unshipped units are cancelled first. When none is left to
 * ship, the order becomes `cancelled` or `shipped`.
 */
export async function refundOrder(services: OrderServices, request: RefundRequest): Promise<Refunded> {
  const action = orderAction(services, request.actor)
  return services.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, request.orderId, action.now)
    const key = request.key ?? newId(action.now.getTime())
    const known = await refundByKey(trx, order.id, key)
    if (known) return { kind: 'already', order, refund: known }
    await requireUndisputed(trx, order)
    const refunded = await refundOrderInTransaction(trx, order, { ...request, key }, action)
    if (request.expected !== undefined && request.expected !== refunded.refund.amount)
      throw new OrderError('edit_changed', 'The refund comes to another sum by now: look at it again.')
    return { kind: 'refunded', ...refunded }
  })
}

/** Refunds within a transaction that has locked the order. */
export async function refundOrderInTransaction(
  trx: DatabaseTransaction,
  order: OrderRow,
  request: Omit<RefundRequest, 'orderId' | 'actor'> & { key: string },
  action: OrderAction,
): Promise<Omit<Refunded, 'kind'>> {
  if (!refundableStatuses.has(order.status)) throw notPossible(order, 'refunded')
  const lines = await orderLineRows(trx, order.id)
  const units = await requestedUnits(trx, order, lines, request)
  const withDelivery = request.withDelivery || isWhole(lines, units)
  const before = await paymentsWithCards(trx, order.id)
  const refund = await writeRefund(
    trx,
    { order, lines, reason: request.reason, key: request.key, units, withDelivery },
    action,
  )
  const recorded = { type: 'order.refund_recorded', refundId: refund.id } as const
  await action.events.emit(trx, orderEvent(trx, order, action.now, recorded))
  const left = await updateAfterRefund(trx, order, refund, { ...action, note: noteOfRefund(order, refund) })
  const unpaid = await lowerUnpaid(trx, order, refund.amount)
  const isCancelled = left.status === 'cancelled'
  let moved: Moved | undefined
  if (isCancelled) await reverseOrderPayments(trx, refund, action)
  else if (refund.number) {
    const owed = await owedBack(trx, order.id, refund.amount - unpaid)
    moved = await request.keep?.(owed)
    await refundOrderPayment(trx, refund, owed - (moved?.amount ?? 0), action)
  } else await adjustGiftCards(trx, order, action.now)
  await withdrawGiftCards(trx, order.id, lines, units)
  await recordSettlement(trx, refund, { before, isCancelled, moved })
  const written = { type: 'order.refund_written', refundId: refund.id, isCancellation: false } as const
  await action.events.emit(trx, orderEvent(trx, left, action.now, written))
  return { refund, order: left }
}

async function requestedUnits(
  trx: DatabaseTransaction,
  order: OrderRow,
  lines: readonly OrderLineRow[],
  { units, withDelivery, isByChoice = false }: Pick<RefundRequest, 'units' | 'withDelivery' | 'isByChoice'>,
) {
  const isDeliveryAlone = withDelivery && (units ? units.length === 0 : lines.every((line) => toRefund(line) === 0))
  if (isDeliveryAlone && (await deliveryLeft(trx, order)).amount === 0)
    throw new OrderError('nothing_left', 'The delivery was free or has already been refunded.')
  const checked = isDeliveryAlone ? [] : checkedUnits(lines, units, toRefund)
  const came = await unpaidReturns(trx, order.id)
  return checked.map(({ position, quantity }) => {
    const line = lines.find((each) => each.position === position)
    const unsent = line && ['confirmed', 'processing'].includes(order.status) ? Math.min(quantity, toShip(line)) : 0
    return {
      position,
      quantity,
      unsent,
      byChoice: isByChoice ? quantity : Math.min(quantity - unsent, unitsByChoice(came, position)),
    }
  })
}

/** Tells whether a refund cancels the whole unshipped order, so that the delivery is refunded too. */
function isWhole(lines: readonly OrderLineRow[], units: readonly { position: number; unsent: number }[]): boolean {
  return (
    lines.every(
      (line) =>
        line.shipped === 0 && toShip(line) === (units.find((each) => each.position === line.position)?.unsent ?? 0),
    ) && units.some(({ unsent }) => unsent > 0)
  )
}

/**
 * Sets the order's status after a refund: `cancelled` or `shipped` when nothing is left to ship, `refunded` when
 * everything that was returned is refunded.
 */
async function updateAfterRefund(
  trx: DatabaseTransaction,
  order: OrderRow,
  refund: RefundRow,
  action: OrderAction,
): Promise<OrderRow> {
  const lines = await orderLineRows(trx, order.id)
  await settleReturns(trx, order, refund.id, action)
  if (order.status === 'returned' && lines.every((line) => toRefund(line) === 0))
    return transition(trx, order, 'refunded', action)
  if (['confirmed', 'processing'].includes(order.status) && lines.every((line) => toShip(line) === 0)) {
    return lines.some((line) => line.shipped > 0)
      ? transition(trx, order, 'shipped', action)
      : cancelUnshipped(trx, order, action)
  }
  await appendOrderEvent(trx, order, action)
  return order
}

async function cancelUnshipped(trx: DatabaseTransaction, order: OrderRow, action: OrderAction): Promise<OrderRow> {
  await releaseOrder(trx, order, action.now)
  return transition(trx, order, 'cancelled', action)
}

/** Says in the order's history what was refunded. */
export function noteOfRefund({ currency }: OrderRow, { amount, number, reason }: RefundRow): string {
  return `refund ${plainAmount(amount, currency)}${number ? ` (${number})` : ''}${reason ? `: ${reason}` : ''}`
}
