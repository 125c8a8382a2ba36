import { wasConfirmed } from '../../../domain/orders/order-status.ts'
import { mayWithdraw } from '../../../domain/orders/returns.ts'
import { homeNow } from '../../platform/db/home-queries.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { addToOutbox } from '../../platform/outbox/queries.ts'
import { cancelOrderInTransaction } from '../fulfilment/cancel-order.ts'
import { deliveredAt, type OrderLineRow, type LineUnits } from '../orders/fulfilment-queries.ts'
import { checkedUnits, toShip } from '../orders/line-units.ts'
import { orderEvent } from '../orders/order-events.ts'
import { orderLineRows, type OrderRow } from '../orders/queries.ts'
import { updateReturn, type ReturnRow } from '../orders/return-queries.ts'
import { orderAction, notPossible, lockOrder, type OrderServices, type OrderAction } from '../orders/transition.ts'
import { refundOrderInTransaction } from '../refunds/refund-order.ts'
import { registerReturn, writeReturn } from './request-return.ts'
import { returnableOf } from './returnable.ts'
import { spendWithdrawalLink } from './withdrawal-link-queries.ts'
import type { WithdrawalLink } from './withdrawal-links.ts'

/**
 * `name` is the consumer's name, which the law requires. `link` is marked as used; the day it was requested counts as
 * the day of the withdrawal.
 */
export type Withdrawal = {
  orderId: string
  actor: string
  name: string
  units: readonly LineUnits[]
  link?: WithdrawalLink | null
}
/** `sendBack` is the return of shipped units; `settled` covers unshipped units, which are refunded at once. */
export type Withdrawn = { order: OrderRow; at: string; sendBack: ReturnRow | undefined; settled: ReturnRow | undefined }

/**
 * Withdraws a consumer from all or part of a purchase (2 kap. 10 a § distansavtalslagen). Unshipped units are cancelled
 * and refunded, shipped units become a return. A dated receipt is mailed. Throws OrderError after the withdrawal
 * period.
 */
export async function withdraw(
  services: OrderServices,
  { orderId, actor, name, units, link = null }: Withdrawal,
): Promise<Withdrawn> {
  const action = orderAction(services, actor)
  const declared = link ? new Date(link.askedAt) : action.now
  return services.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId, action.now)
    if (link && !(await spendWithdrawalLink(trx, link.hash, action.now.toISOString())))
      throw notPossible(order, 'withdrawn from with a link that was used')
    const kind = order.customer_kind
    const home = await homeNow(trx)
    if (
      !wasConfirmed(order.status) ||
      !mayWithdraw({ kind, deliveredAt: await deliveredAt(trx, order.id), now: declared, home })
    )
      throw notPossible(order, 'withdrawn from')
    const lines = await orderLineRows(trx, order.id)
    const left = await withdrawableOf(trx, order)
    const { sent, unsent } = splitBySent(lines, checkedUnits(lines, units, left))
    const settled =
      unsent.length > 0 ? await withdrawUnsent(trx, order, lines, { units: unsent, name }, action) : undefined
    const sendBack =
      sent.length > 0
        ? await registerReturn(
            trx,
            await lockOrder(trx, order.id, action.now),
            { kind: 'withdrawal', units: sent.map(withChangedMind), name, message: '' },
            action,
          )
        : undefined
    for (const row of [settled, sendBack])
      if (row) await updateReturn(trx, row.id, { requested_at: declared.toISOString() })
    await sendReceipt(trx, order, [settled, sendBack], action)
    return { order, at: declared.toISOString(), sendBack, settled }
  })
}

/** Returns a function that counts the units of a line that can be withdrawn: unshipped units plus returnable ones. */
export async function withdrawableOf(
  db: DatabaseTransaction | OrderServices['db'],
  { id, status }: Pick<OrderRow, 'id' | 'status'>,
): Promise<(line: OrderLineRow) => number> {
  const returnable = await returnableOf(db, id)
  const isOpen = status === 'confirmed' || status === 'processing'
  return (line) => (isOpen ? toShip(line) : 0) + returnable(line)
}

function splitBySent(
  lines: readonly OrderLineRow[],
  units: readonly LineUnits[],
): { sent: LineUnits[]; unsent: LineUnits[] } {
  const shares = units.map(({ position, quantity }) => {
    const line = lines.find((each) => each.position === position)
    const unsent = Math.min(quantity, line ? toShip(line) : 0)
    return { position, unsent, sent: quantity - unsent }
  })
  return {
    unsent: shares
      .map(({ position, unsent: quantity }) => ({ position, quantity }))
      .filter(({ quantity }) => quantity > 0),
    sent: shares.map(({ position, sent: quantity }) => ({ position, quantity })).filter(({ quantity }) => quantity > 0),
  }
}

type UnsentWithdrawal = { units: readonly LineUnits[]; name: string }

async function withdrawUnsent(
  trx: DatabaseTransaction,
  order: OrderRow,
  lines: readonly OrderLineRow[],
  { units, name }: UnsentWithdrawal,
  action: OrderAction,
): Promise<ReturnRow> {
  const row = await writeReturn(
    trx,
    order,
    { kind: 'withdrawal', units: units.map(withChangedMind), name, message: '' },
    action,
  )
  const isWhole = lines.every(
    (line) =>
      line.shipped === 0 && toShip(line) === (units.find((each) => each.position === line.position)?.quantity ?? 0),
  )
  const noted = { ...action, note: `withdrawal ${row.number}` }
  const { refund } = isWhole
    ? await cancelOrderInTransaction(trx, order, noted)
    : await refundOrderInTransaction(
        trx,
        order,
        { units: units, isByChoice: true, withDelivery: false, reason: row.number, key: `return:${row.id}` },
        noted,
      )
  await updateReturn(trx, row.id, { status: 'refunded', refund_id: refund.id })
  const refunded = { type: 'return.refunded', returnId: row.id } as const
  await action.events.emit(trx, orderEvent(trx, order, action.now, refunded))
  return { ...row, status: 'refunded', refund_id: refund.id }
}

async function sendReceipt(
  trx: DatabaseTransaction,
  order: OrderRow,
  rows: readonly (ReturnRow | undefined)[],
  { now }: OrderAction,
): Promise<void> {
  const ids = rows.flatMap((row) => row?.id ?? [])
  await addToOutbox(
    trx,
    {
      kind: 'mail.withdrawal_receipt',
      dedupeKey: `mail.withdrawal_receipt:${ids.join(',')}`,
      payload: { orderId: order.id, returnIds: ids },
    },
    now,
  )
}

function withChangedMind(units: LineUnits) {
  return { ...units, reason: 'changed_mind' as const }
}
