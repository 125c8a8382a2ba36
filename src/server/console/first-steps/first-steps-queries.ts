import type { Queryable } from '../../platform/db/tables.ts'

/** Tells whether an order was ever placed. */
export async function hasOrders(db: Queryable): Promise<boolean> {
  return (await db.selectFrom('orders').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Tells whether shoppers can see a product. */
export async function hasProducts(db: Queryable): Promise<boolean> {
  const published = db.selectFrom('products').select('id').where('status', '=', 'published')
  return (await published.limit(1).executeTakeFirst()) !== undefined
}
