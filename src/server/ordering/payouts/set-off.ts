import type { Minor } from '../../../domain/money/money.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { newId } from '../../platform/ids.ts'
import { addToOutbox } from '../../platform/outbox/queries.ts'
import { orderEvent } from '../orders/order-events.ts'
import type { OrderRow } from '../orders/queries.ts'
import { refundsOf, setSetOff, type RefundRow } from '../orders/refund-queries.ts'
import type { OrderAction } from '../orders/transition.ts'

type Changing = Pick<OrderAction, 'now' | 'events'>

/**
 * Sets off more of what an order's credit notes say, the newest first, because its buyer has `amount` from the bank and
 * did not get it as a refund. Tells the buyer so by mail, with what the shop still owes.
 */
export async function raiseSetOff(
  trx: DatabaseTransaction,
  order: OrderRow,
  { amount, stillOwed }: { amount: Minor; stillOwed: Minor },
  action: Changing,
): Promise<void> {
  const numbers: string[] = []
  let left = amount
  for (const refund of (await refundsOf(trx, order.id)).toReversed()) {
    const part = refund.number === null ? 0 : Math.min(left, refund.amount - (refund.set_off ?? 0))
    if (part <= 0) continue
    left -= part
    await changeSetOff(trx, order, refund, { by: part, ...action })
    if (refund.number !== null) numbers.push(refund.number)
  }
  // Nothing is raised by an effect that is carried out again.
  if (left === amount) return
  const [kind, key] = ['mail.refund_set_off' as const, newId(action.now.getTime())]
  const payload = { orderId: order.id, amount: amount - left, stillOwed, numbers }
  await addToOutbox(trx, { kind, dedupeKey: `${kind}:${key}`, payload }, action.now)
}

/** Takes what was paid off what refunds have set off, the newest first. Returns the numbers of their credit notes. */
export async function lowerSetOff(
  trx: DatabaseTransaction,
  order: OrderRow,
  paid: Minor,
  action: Changing,
): Promise<string[]> {
  const numbers: string[] = []
  let left = paid
  for (const refund of (await refundsOf(trx, order.id)).toReversed()) {
    const part = Math.min(left, refund.set_off ?? 0)
    if (part <= 0) continue
    left -= part
    await changeSetOff(trx, order, refund, { by: 0 - part, ...action })
    if (refund.number !== null) numbers.push(refund.number)
  }
  return numbers
}

async function changeSetOff(
  trx: DatabaseTransaction,
  order: OrderRow,
  { id, set_off: before }: RefundRow,
  { by, now, events }: Changing & { by: Minor },
): Promise<void> {
  await setSetOff(trx, id, (before ?? 0) + by)
  await events.emit(trx, orderEvent(trx, order, now, { type: 'order.refund_changed', refundId: id }))
}
