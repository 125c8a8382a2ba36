import type { DatabaseTransaction } from '../db/tables.ts'
import { addToOutbox } from '../outbox/queries.ts'
import { changeStatus, noteOnOrder, orderInHand, type Deed, type OrderDesk } from '../orders/change-order.ts'
import { easeCards, payBack } from '../orders/billing.ts'
import type { OrderLineRow, Pieces } from '../orders/fulfilment-queries.ts'
import { checkedPieces, toRefund } from '../orders/line-pieces.ts'
import { OrderError } from '../orders/order-error.ts'
import { orderLineRows, type OrderRow } from '../orders/queries.ts'
import type { RefundRow } from '../orders/refund-queries.ts'
import { goodsOf, restock } from '../orders/reserved-pieces.ts'
import { writeRefund } from '../orders/write-refund.ts'
import { returnById, returnLineRows, returnsOf, setReceived, updateReturn, type ReturnLineRow, type ReturnRow } from './queries.ts'

export type Receipt = {
  returnId: string
  actor: string
  /** What came; all that was announced unless told. */
  pieces?: readonly Pieces[]
  /** Whether the pieces can be sold again. */
  isRestocked: boolean
  isRefunded: boolean
  /** Also pays back the delivery; unless told, when a withdrawal leaves nothing of the order. */
  withDelivery?: boolean
}
export type Received = { kind: 'received' | 'already'; order: OrderRow; return: ReturnRow; refund?: RefundRow }

/** Takes in what came back: on the shelf or not, and the money back or not yet. A return that was taken in before stays as it is. */
export async function receiveReturn({ db, now }: OrderDesk, request: Receipt): Promise<Received> {
  const deed: Deed = { actor: request.actor, now: now() }
  return db.transaction().execute(async (trx) => {
    const known = await returnById(trx, request.returnId)
    if (!known) throw new OrderError('return_unknown', `There is no return ${request.returnId}.`)
    const order = await orderInHand(trx, known.order_id, deed.now)
    const row = await returnById(trx, known.id) ?? known
    if (row.status !== 'requested') return { kind: 'already', order, return: row }
    return takeIn(trx, order, row, request, deed)
  })
}

async function takeIn(trx: DatabaseTransaction, order: OrderRow, row: ReturnRow, request: Receipt, deed: Deed): Promise<Received> {
  const lines = await orderLineRows(trx, order.id)
  const announced = await returnLineRows(trx, row.id)
  const came = receivedPieces(lines, announced, request.pieces)
  for (const { position, quantity } of came) await setReceived(trx, row.id, position, { received: quantity, restocked: request.isRestocked ? quantity : 0 })
  if (request.isRestocked) await restock(trx, goodsOf(lines, came), deed.now)
  await updateReturn(trx, row.id, { status: 'received', received_at: deed.now.toISOString() })
  const returned = await stepOn(trx, order, { ...deed, note: row.number })
  if (!request.isRefunded) return { kind: 'received', order: returned, return: { ...row, status: 'received' } }
  const refund = await refundFor(trx, returned, lines, { row, came, request }, deed)
  const isOver = returned.status === 'returned'
  return {
    kind: 'received', refund, return: { ...row, status: 'refunded', refund_id: refund.id },
    order: isOver ? await changeStatus(trx, returned, 'refunded', { ...deed, note: refund.number ?? '' }) : returned,
  }
}

/** The order is `returned` when no other return of it is awaited. */
async function stepOn(trx: DatabaseTransaction, order: OrderRow, deed: Deed): Promise<OrderRow> {
  const isAwaited = (await returnsOf(trx, order.id)).some((each) => each.status === 'requested')
  if (order.status === 'return_requested' && !isAwaited) return changeStatus(trx, order, 'returned', deed)
  await noteOnOrder(trx, order, { ...deed, note: `received ${deed.note}` })
  return order
}

type Took = { row: ReturnRow; came: readonly Pieces[]; request: Receipt }

/** Pays for what came, as far as it has not been paid back already. */
async function refundFor(trx: DatabaseTransaction, order: OrderRow, lines: readonly OrderLineRow[], { row, came, request }: Took, deed: Deed): Promise<RefundRow> {
  const pieces = came.flatMap(({ position, quantity }) => {
    const line = lines.find((each) => each.position === position)
    const due = line ? Math.min(quantity, toRefund(line)) : 0
    return due > 0 ? [{ position, quantity: due, unsent: 0 }] : []
  })
  const isWhole = lines.every((line) => toRefund(line) === (pieces.find((each) => each.position === line.position)?.quantity ?? 0))
  const withDelivery = request.withDelivery ?? (row.kind === 'withdrawal' && isWhole)
  const refund = await writeRefund(trx, { order, lines, pieces, withDelivery, reason: row.number, key: `return:${row.id}` }, deed)
  await updateReturn(trx, row.id, { status: 'refunded', refund_id: refund.id })
  await (refund.number ? payBack(trx, refund, deed) : easeCards(trx, order, deed.now))
  await addToOutbox(trx, { kind: 'mail.refunded', dedupeKey: `mail.refunded:${refund.id}`, payload: { refundId: refund.id } }, deed.now)
  return refund
}

function receivedPieces(lines: readonly OrderLineRow[], announced: readonly ReturnLineRow[], asked: readonly Pieces[] | undefined): Pieces[] {
  const left = ({ position }: OrderLineRow) => announced.find((line) => line.position === position)?.quantity ?? 0
  return checkedPieces(lines, asked, left)
}
