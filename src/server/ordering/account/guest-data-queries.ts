import type { Queryable } from '../../platform/db/tables.ts'

/** Tells whether an order has a subscription that is not cancelled. */
export async function hasLiveSubscription(db: Queryable, orderId: string): Promise<boolean> {
  const found = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('order_id', '=', orderId)
    .where('status', '!=', 'cancelled')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** The orders that were placed with an e-mail address without an account, oldest first. */
export async function guestOrdersOf(db: Queryable, email: string) {
  return db
    .selectFrom('orders')
    .selectAll()
    .where('customer_id', 'is', null)
    .where('email', '=', email)
    .orderBy('seq')
    .limit(500)
    .execute()
}
