import type { Queryable } from '../../platform/db/tables.ts'

/** The end of an order's history, which changes with everything that is done to the order. */
export async function lastEventOf(db: Queryable, orderId: string): Promise<string> {
  const row = await db
    .selectFrom('order_events')
    .select((eb) => eb.fn.max('seq').as('seq'))
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  return String(row?.seq ?? 0)
}

/** The numbers of the orders that were placed right before and right after an order. */
export async function adjacentOrders(db: Queryable, seq: number) {
  const numbers = db.selectFrom('orders').select('number').limit(1)
  const older = await numbers.where('seq', '<', seq).orderBy('seq', 'desc').executeTakeFirst()
  const newer = await numbers.where('seq', '>', seq).orderBy('seq').executeTakeFirst()
  return { older: older?.number ?? null, newer: newer?.number ?? null }
}

/** The newest orders of the same person: of the account, or of the address. */
export async function otherOrders(db: Queryable, { id, email }: { id: string; email: string }, limit = 10) {
  if (email === '') return []
  return db
    .selectFrom('orders')
    .select(['number', 'placed_at', 'status', 'total', 'currency'])
    .where('email', '=', email)
    .where('id', '!=', id)
    .orderBy('placed_at', 'desc')
    .limit(limit)
    .execute()
}

/** The numbers of orders by their ids; ids of no order are left out. */
export async function ordersByIds(db: Queryable, ids: readonly string[]) {
  if (ids.length === 0) return []
  return db.selectFrom('orders').select(['id', 'number']).where('id', 'in', ids).execute()
}

/** The numbers that the products of lines have now, by id; without those that were deleted. */
export async function skusOfProducts(db: Queryable, lines: readonly { product_id: string }[]) {
  const ids = [...new Set(lines.map((line) => line.product_id))]
  if (ids.length === 0) return new Map<string, string>()
  const rows = await db.selectFrom('products').select(['id', 'sku']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, sku }) => [id, sku]))
}
