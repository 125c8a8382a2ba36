import type { ReturnKind, ReturnReason } from '../../../domain/orders/returns.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { newId } from '../../platform/ids.ts'
import { addToOutbox } from '../../platform/outbox/queries.ts'
import { nextNumber } from '../documents/number-series.ts'
import { checkedUnits } from '../orders/line-units.ts'
import { OrderError } from '../orders/order-error.ts'
import { orderEvent } from '../orders/order-events.ts'
import { appendOrderEvent } from '../orders/order-history.ts'
import { orderLineRows, type OrderRow } from '../orders/queries.ts'
import { insertReturn, type ReturnRow } from '../orders/return-queries.ts'
import {
  orderAction,
  transition,
  notPossible,
  lockOrder,
  type OrderServices,
  type OrderAction,
} from '../orders/transition.ts'
import { returnableOf, returnPeriod } from './returnable.ts'

export type ReturnUnits = { position: number; quantity: number; reason: ReturnReason }
export type ReturnRequest = { orderId: string; actor: string; units: readonly ReturnUnits[]; message: string }

/**
 * Registers a shopper's return and mails the instructions. Throws OrderError for units that were not shipped or are in
 * another return, and outside the return period.
 */
export async function requestReturn(
  services: OrderServices,
  { orderId, actor, units, message }: ReturnRequest,
): Promise<ReturnRow> {
  const action = orderAction(services, actor)
  return services.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId, action.now)
    const isInTime = await returnPeriod(trx, order.id, action.now)
    if (units.some(({ reason }) => !isInTime(reason)))
      throw notPossible(order, 'returned: the return period is over or has not begun')
    const row = await registerReturn(trx, order, { kind: 'return', units, name: '', message }, action)
    await addToOutbox(
      trx,
      { kind: 'mail.return_requested', dedupeKey: `mail.return_requested:${row.id}`, payload: { returnId: row.id } },
      action.now,
    )
    return row
  })
}

export type Registration = { kind: ReturnKind; units: readonly ReturnUnits[]; name: string; message: string }

/**
 * Registers a return within a transaction that has locked the order. The order becomes `return_requested`; an order
 * with units left to ship stays `processing`.
 */
export async function registerReturn(
  trx: DatabaseTransaction,
  order: OrderRow,
  { kind, units, name, message }: Registration,
  action: OrderAction,
): Promise<ReturnRow> {
  if (units.length === 0) throw new OrderError('units_unknown', 'Name the units to return.')
  checkedUnits(await orderLineRows(trx, order.id), units, await returnableOf(trx, order.id))
  const row = await writeReturn(trx, order, { kind, units, name, message }, action)
  const note = `${kind} ${row.number}`
  const isUnderWay = order.status === 'return_requested' || order.status === 'processing'
  if (isUnderWay) await appendOrderEvent(trx, order, { ...action, note })
  else await transition(trx, order, 'return_requested', { ...action, note })
  return row
}

export async function writeReturn(
  trx: DatabaseTransaction,
  order: OrderRow,
  { kind, units, name, message }: Registration,
  action: OrderAction,
): Promise<ReturnRow> {
  const row: ReturnRow = {
    id: newId(action.now.getTime()),
    number: await nextNumber(trx, 'return'),
    order_id: order.id,
    kind,
    status: 'requested',
    actor: action.actor,
    name,
    message,
    requested_at: action.now.toISOString(),
    received_at: null,
    refund_id: null,
    refusal: '',
  }
  await insertReturn(
    trx,
    row,
    units.map((each) => ({
      return_id: row.id,
      position: each.position,
      quantity: each.quantity,
      reason: each.reason,
      received: 0,
      restocked: 0,
    })),
  )
  await addToOutbox(
    trx,
    {
      kind: 'mail.operator_return',
      dedupeKey: `mail.operator_return:${row.id}`,
      payload: { returnId: row.id, orderId: order.id },
    },
    action.now,
  )
  await action.events.emit(trx, orderEvent(trx, order, action.now, { type: 'return.requested', returnId: row.id }))
  return row
}
