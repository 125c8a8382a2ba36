import { lastReturnDay, returnReasons, type ReturnReason, type ReturnStatus } from '../../../domain/returns.ts'
import { dayOf } from '../../../domain/working-days.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { deliveredAt, type OrderLineRow } from '../orders/fulfilment-queries.ts'
import { orderLineRows } from '../orders/queries.ts'
import { returnLinesOfOrder } from '../orders/return-queries.ts'

/** How many pieces of each line may still come back: those that were sent and are in no return yet. */
export async function returnableOf(db: Queryable, orderId: string): Promise<(line: OrderLineRow) => number> {
  const taken = new Map<number, number>()
  for (const { position, quantity, received, status } of await returnLinesOfOrder(db, orderId)) {
    taken.set(position, (taken.get(position) ?? 0) + (isAwaited(status) ? quantity : received))
  }
  return ({ position, shipped, type }) => (type === giftCard ? 0 : Math.max(0, shipped - (taken.get(position) ?? 0)))
}

/** Whether parts of a return are still to come. */
export function isAwaited(status: ReturnStatus): boolean {
  return status === 'requested' || status === 'partly_received'
}

/** A gift card is spent like money and does not come back. */
const giftCard = 4

/** Whether a part that came at a moment may be sent back today for a reason; one that is on its way may not yet. */
export function isInTime(deliveredAt: string | null, reason: ReturnReason, now: Date): boolean {
  return deliveredAt !== null && dayOf(now) <= lastReturnDay(deliveredAt, reason)
}

/** Whether anything of an order may be sent back now, for any reason. */
export async function mayReturn(db: Queryable, orderId: string, now: Date): Promise<boolean> {
  const came = await deliveredAt(db, orderId)
  if (!returnReasons.some((reason) => isInTime(came, reason, now))) return false
  const returnable = await returnableOf(db, orderId)
  return (await orderLineRows(db, orderId)).some((line) => returnable(line) > 0)
}
