import { isToPack } from '../../ordering/orders/list-queries.ts'
import type { Queryable } from '../../platform/db/tables.ts'

type NextToPackFilter = { except: string; staffId: string; since: string }

/**
 * The number of the oldest order that can be packed and that nobody else has taken since a moment. Orders on hold, and
 * those of which something was marked as missing, are passed over.
 */
export async function oldestToPack(
  db: Queryable,
  { except, staffId, since }: NextToPackFilter,
): Promise<string | undefined> {
  const found = await db
    .selectFrom('orders')
    .select('number')
    .where(isToPack)
    .where('orders.id', '!=', except)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('order_pickers as p')
            .select('p.order_id')
            .whereRef('p.order_id', '=', 'orders.id')
            .where('p.staff_id', '!=', staffId)
            .where('p.taken_at', '>=', since),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('packing_scans as s')
            .select('s.order_id')
            .whereRef('s.order_id', '=', 'orders.id')
            .where('s.is_short', '=', 1),
        ),
      ),
    )
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst()
  return found?.number
}
