import { openDisputeOf } from '../../payments/dispute-queries.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import type { OrderRow } from '../orders/queries.ts'

/**
 * The ids of orders whose buyer still owes money for them: an invoice that is not paid, a difference after a change, or
 * a payment that the bank has taken back. Their data is needed for the claim (GDPR article 17, 3 e).
 */
export async function owingOrders(db: Queryable, orders: readonly OrderRow[]): Promise<Set<string>> {
  if (orders.length === 0) return new Set()
  const ids = orders.map(({ id }) => id)
  const invoices = await db
    .selectFrom('invoices')
    .select('order_id')
    .where('order_id', 'in', ids)
    .where('state', '=', 'open')
    .execute()
  const owing = new Set(invoices.map(({ order_id: id }) => id))
  for (const { id, unpaid_difference: unpaid } of orders) if (unpaid > 0 || (await openDisputeOf(db, id))) owing.add(id)
  return owing
}
