import type { PartlyBack } from '../../../contracts/customer-pages/order-page.ts'
import type { OrderStatus } from '../../../domain/orders/order-status.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { unitsBack } from './partly-back-queries.ts'

const wholeStatuses: ReadonlySet<OrderStatus> = new Set(['returned', 'refunded', 'cancelled', 'failed', 'expired'])

/**
 * Returns, by order id, returned units and refunded money of partly returned or refunded orders. The status of an order
 * does not show this.
 */
export async function partlyBack(
  db: Queryable,
  orders: readonly { id: string; status: OrderStatus }[],
): Promise<Map<string, PartlyBack>> {
  const open = orders.filter(({ status }) => !wholeStatuses.has(status)).map(({ id }) => id)
  const found = open.length > 0 ? await unitsBack(db, open) : []
  return new Map(
    found.filter(({ units, refunded }) => units > 0 || refunded > 0).map(({ id, ...partly }) => [id, partly]),
  )
}
