import { openDisputeOf } from '../../payments/dispute-queries.ts'
import { textList } from '../../platform/db/bulk.ts'
import { kindOf } from '../../platform/db/kind-of.ts'
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
    .where('order_id', 'in', textList(kindOf(db), ids))
    .where('state', '=', 'open')
    .execute()
  const differences = orders.filter(({ unpaid_difference: unpaid }) => unpaid > 0)
  const owing = new Set([...invoices.map(({ order_id: id }) => id), ...differences.map(({ id }) => id)])
  for (const id of await everDisputed(db, ids)) if (await openDisputeOf(db, id)) owing.add(id)
  return owing
}

/** Those of some orders of whose payments a dispute is known, open or not. */
async function everDisputed(db: Queryable, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_attempts as a')
    .select('a.order_id')
    .distinct()
    .where('a.order_id', 'in', textList(kindOf(db), ids))
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(
          selectFrom('payout_rows as p')
            .select('p.id')
            .whereRef('p.reference', '=', 'a.payment_reference')
            .where('p.kind', '=', 'dispute'),
        ),
        exists(selectFrom('provider_disputes as d').select('d.id').whereRef('d.reference', '=', 'a.payment_reference')),
      ]),
    )
    .execute()
  return rows.map(({ order_id: id }) => id)
}
