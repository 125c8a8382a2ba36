import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { requireUndisputed } from '../disputes/require-undisputed.ts'
import { paymentsWithCards } from '../gift-cards/redeem.ts'
import { toRefund, toShip } from '../orders/line-units.ts'
import { OrderError } from '../orders/order-error.ts'
import { orderEvent } from '../orders/order-events.ts'
import { orderLineRows, type OrderRow } from '../orders/queries.ts'
import type { RefundRow } from '../orders/refund-queries.ts'
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
import { reverseOrderPayments } from '../refunds/billing.ts'
import { recordSettlement } from '../refunds/record-settlement.ts'
import { withdrawGiftCards } from '../refunds/withdraw-gift-cards.ts'
import { writeRefund } from '../refunds/write-refund.ts'

export type Cancellation = { orderId: string; actor: string; reason: string }
export type Cancelled = { kind: 'cancelled' | 'already'; order: OrderRow; refund?: RefundRow }

/** Cancels an order before anything was shipped: releases stock and coupons and refunds what was paid. */
export async function cancelOrder(
  services: OrderServices,
  { orderId, actor, reason }: Cancellation,
): Promise<Cancelled> {
  const action = orderAction(services, actor, reason)
  return services.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId, action.now)
    if (order.status === 'cancelled') return { kind: 'already', order }
    await requireUndisputed(trx, order)
    return { kind: 'cancelled', ...(await cancelOrderInTransaction(trx, order, action)) }
  })
}

/** Cancels within a transaction that has locked the order. Throws OrderError `not_possible` or `already_shipped`. */
export async function cancelOrderInTransaction(
  trx: DatabaseTransaction,
  order: OrderRow,
  action: OrderAction,
): Promise<{ order: OrderRow; refund: RefundRow }> {
  if (order.status !== 'confirmed' && order.status !== 'processing') throw notPossible(order, 'cancelled')
  const lines = await orderLineRows(trx, order.id)
  if (lines.some((line) => line.shipped > 0)) {
    throw new OrderError(
      'already_shipped',
      `Order ${order.number} is partly shipped: refund the unshipped units, and register a return for the rest.`,
    )
  }
  const units = lines
    .map((line) => ({ position: line.position, quantity: toRefund(line), unsent: toShip(line), byChoice: 0 }))
    .filter(({ quantity }) => quantity > 0)
  const before = await paymentsWithCards(trx, order.id)
  const refund = await writeRefund(
    trx,
    { order, lines, units, withDelivery: true, reason: action.note ?? '', key: `cancel:${order.id}` },
    action,
  )
  await releaseOrder(trx, order, action.now)
  const recorded = { type: 'order.refund_recorded', refundId: refund.id } as const
  await action.events.emit(trx, orderEvent(trx, order, action.now, recorded))
  const cancelled = await transition(trx, order, 'cancelled', action)
  await lowerUnpaid(trx, order, refund.amount)
  await reverseOrderPayments(trx, refund, action)
  await withdrawGiftCards(trx, order.id, lines, units)
  await recordSettlement(trx, refund, { before, isCancelled: true })
  const written = { type: 'order.refund_written', refundId: refund.id, isCancellation: true } as const
  await action.events.emit(trx, orderEvent(trx, cancelled, action.now, written))
  return { refund, order: cancelled }
}
