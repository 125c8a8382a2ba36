import { isComplaint } from '../../../domain/orders/returns.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { requireUndisputed } from '../disputes/require-undisputed.ts'
import { paymentsWithCards } from '../gift-cards/redeem.ts'
import type { OrderLineRow, LineUnits } from '../orders/fulfilment-queries.ts'
import { checkedUnits, toRefund } from '../orders/line-units.ts'
import { OrderError } from '../orders/order-error.ts'
import { orderEvent } from '../orders/order-events.ts'
import { orderLineRows, type OrderRow } from '../orders/queries.ts'
import type { RefundRow } from '../orders/refund-queries.ts'
import { goodsOf, restock } from '../orders/reserved-units.ts'
import {
  addReceived,
  returnById,
  returnLineRows,
  updateReturn,
  type ReturnLineRow,
  type ReturnRow,
} from '../orders/return-queries.ts'
import { orderAction, lockOrder, type OrderServices, type OrderAction } from '../orders/transition.ts'
import { lowerUnpaid } from '../orders/unpaid-difference.ts'
import { adjustGiftCards, owedBack, refundOrderPayment } from '../refunds/billing.ts'
import { recordSettlement } from '../refunds/record-settlement.ts'
import { settleReturns } from '../refunds/settle-returns.ts'
import { deliveryLeft, writeRefund } from '../refunds/write-refund.ts'
import { orderAfterReturn } from './order-after-return.ts'
import { isAwaited } from './returnable.ts'

export type Receipt = {
  returnId: string
  actor: string
  /** The units in this parcel; everything still expected if left out. */
  units?: readonly LineUnits[]
  /** Whether the units are added to stock, */
  isRestocked: boolean
  /** except so many of each line. */
  scrapped?: ReadonlyMap<number, number>
  isRefunded: boolean
  /** Refund the delivery too. If left out, it is refunded when a withdrawal leaves nothing of the order. */
  withDelivery?: boolean
}
export type Received = { kind: 'received' | 'already'; order: OrderRow; return: ReturnRow; refund?: RefundRow }

/**
 * Records a returned parcel, with or without restocking and refunding. The return stays open until everything has
 * arrived; a completed return is not changed.
 */
export async function receiveReturn(services: OrderServices, request: Receipt): Promise<Received> {
  const action = orderAction(services, request.actor)
  return services.db.transaction().execute(async (trx) => {
    const known = await returnById(trx, request.returnId)
    if (!known) throw new OrderError('return_unknown', `There is no return ${request.returnId}.`)
    const order = await lockOrder(trx, known.order_id, action.now)
    const row = (await returnById(trx, known.id)) ?? known
    if (!isAwaited(row.status)) return { kind: 'already', order, return: row }
    if (request.isRefunded) await requireUndisputed(trx, order)
    return receiveInTransaction(trx, order, row, request, action)
  })
}

async function receiveInTransaction(
  trx: DatabaseTransaction,
  order: OrderRow,
  row: ReturnRow,
  request: Receipt,
  action: OrderAction,
): Promise<Received> {
  const lines = await orderLineRows(trx, order.id)
  const announced = await returnLineRows(trx, row.id)
  const came = receivedUnits(lines, announced, request.units)
  const restocked = request.isRestocked ? withoutScrapped(came, request.scrapped) : []
  for (const { position, quantity } of came)
    await addReceived(trx, row.id, position, { received: quantity, restocked: unitsAt(restocked, position) })
  if (restocked.length > 0) await restock(trx, goodsOf(lines, restocked), action.now)
  const isWhole = announced.every((line) => line.received + unitsAt(came, line.position) === line.quantity)
  await updateReturn(trx, row.id, {
    status: isWhole ? 'received' : 'partly_received',
    received_at: action.now.toISOString(),
  })
  const received = { type: 'return.received', returnId: row.id } as const
  await action.events.emit(trx, orderEvent(trx, order, action.now, received))
  const before = announced.reduce((sum, { received }) => sum + received, 0)
  const refund = request.isRefunded
    ? await refundFor(trx, order, lines, { row, announced, came, request, key: `return:${row.id}:${before}` }, action)
    : undefined
  const left = await orderAfterReturn(trx, order, {
    ...action,
    note: `received ${row.number}${isWhole ? '' : ' in part'}`,
  })
  return {
    kind: 'received',
    return: (await returnById(trx, row.id)) ?? row,
    order: left,
    ...(refund ? { refund } : {}),
  }
}

type ReceivedParcel = {
  row: ReturnRow
  announced: readonly ReturnLineRow[]
  came: readonly LineUnits[]
  request: Receipt
  key: string
}

/** Refunds the received units that are not refunded yet; undefined if there are none. */
async function refundFor(
  trx: DatabaseTransaction,
  order: OrderRow,
  lines: readonly OrderLineRow[],
  { row, announced, came, request, key }: ReceivedParcel,
  action: OrderAction,
): Promise<RefundRow | undefined> {
  const units = came.flatMap(({ position, quantity }) => {
    const line = lines.find((each) => each.position === position)
    const due = line ? Math.min(quantity, toRefund(line)) : 0
    const isChosen = announced.some((each) => each.position === position && !isComplaint(each.reason))
    return due > 0 ? [{ position, quantity: due, unsent: 0, byChoice: isChosen ? due : 0 }] : []
  })
  const isWhole = lines.every((line) => toRefund(line) === unitsAt(units, line.position))
  const withDelivery = request.withDelivery ?? (row.kind === 'withdrawal' && isWhole)
  const isNothing = units.length === 0 && (!withDelivery || (await deliveryLeft(trx, order)).amount === 0)
  const before = await paymentsWithCards(trx, order.id)
  const refund = isNothing
    ? undefined
    : await writeRefund(trx, { order, lines, units, withDelivery, reason: row.number, key }, action)
  await settleReturns(trx, order, refund?.id ?? null, action)
  if (!refund) return undefined
  const recorded = { type: 'order.refund_recorded', refundId: refund.id } as const
  await action.events.emit(trx, orderEvent(trx, order, action.now, recorded))
  const unpaid = await lowerUnpaid(trx, order, refund.amount)
  await (refund.number
    ? refundOrderPayment(trx, refund, await owedBack(trx, order.id, refund.amount - unpaid), action)
    : adjustGiftCards(trx, order, action.now))
  await recordSettlement(trx, refund, { before })
  const written = { type: 'order.refund_written', refundId: refund.id, isCancellation: false } as const
  await action.events.emit(trx, orderEvent(trx, order, action.now, written))
  return refund
}

function receivedUnits(
  lines: readonly OrderLineRow[],
  announced: readonly ReturnLineRow[],
  requested: readonly LineUnits[] | undefined,
): LineUnits[] {
  const left = ({ position }: OrderLineRow) => {
    const line = announced.find((each) => each.position === position)
    return line ? line.quantity - line.received : 0
  }
  return checkedUnits(lines, requested, left)
}

/** The units that can be sold again. Throws OrderError where more are scrapped than have come. */
function withoutScrapped(came: readonly LineUnits[], scrapped: ReadonlyMap<number, number> = new Map()): LineUnits[] {
  return came.flatMap(({ position, quantity }) => {
    const left = quantity - (scrapped.get(position) ?? 0)
    if (left < 0) throw new OrderError('units_unknown', `More of line ${position} is scrapped than has come.`)
    return left === 0 ? [] : [{ position, quantity: left }]
  })
}

function unitsAt(units: readonly LineUnits[], position: number): number {
  return units.find((each) => each.position === position)?.quantity ?? 0
}
