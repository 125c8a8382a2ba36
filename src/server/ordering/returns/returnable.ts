import {
  awaitedStatuses,
  lastReturnDay,
  returnReasons,
  type ReturnReason,
  type ReturnStatus,
} from '../../../domain/orders/returns.ts'
import { dayOf } from '../../../domain/places/working-days.ts'
import { productType } from '../../../domain/products/products.ts'
import { homeNow } from '../../platform/db/home-queries.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { deliveredAt, type OrderLineRow } from '../orders/fulfilment-queries.ts'
import { orderLineRows } from '../orders/queries.ts'
import { returnLinesOfOrder } from '../orders/return-queries.ts'
import { returnTermsOf } from './return-terms.ts'

/**
 * Returns a function that counts the units of a line that can be returned: shipped and not part of a return yet. Gift
 * cards cannot be returned, because they are spent like money.
 */
export async function returnableOf(db: Queryable, orderId: string): Promise<(line: OrderLineRow) => number> {
  const taken = new Map<number, number>()
  for (const { position, quantity, received, status } of await returnLinesOfOrder(db, orderId)) {
    taken.set(position, (taken.get(position) ?? 0) + (isAwaited(status) ? quantity : received))
  }
  return ({ position, shipped, type }) =>
    type === productType.giftCard ? 0 : Math.max(0, shipped - (taken.get(position) ?? 0))
}

/** Tells whether goods of a return are still expected. */
export function isAwaited(status: ReturnStatus): boolean {
  return (awaitedStatuses as readonly ReturnStatus[]).includes(status)
}

/** Returns a function that tells whether the return period for a reason is open. It begins with the delivery. */
export async function returnPeriod(
  db: Queryable,
  orderId: string,
  now: Date,
): Promise<(reason: ReturnReason) => boolean> {
  const came = await deliveredAt(db, orderId)
  if (came === null) return () => false
  const { days } = await returnTermsOf(db, orderId)
  const home = await homeNow(db)
  return (reason) => dayOf(now, home) <= lastReturnDay(came, reason, days, home)
}

/** Tells whether anything of an order can be returned now, for any reason. */
export async function mayReturn(db: Queryable, orderId: string, now: Date): Promise<boolean> {
  const isInTime = await returnPeriod(db, orderId, now)
  if (!returnReasons.some(isInTime)) return false
  const returnable = await returnableOf(db, orderId)
  return (await orderLineRows(db, orderId)).some((line) => returnable(line) > 0)
}
