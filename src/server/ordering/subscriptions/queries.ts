import type { DatabaseTransaction, NewRow, Queryable, Row } from '../../platform/db/tables.ts'

export type SubscriptionRow = Row<'subscriptions'>
export type RenewalRow = Row<'subscription_renewals'>

/** Inserts a subscription unless its order line has one; returns false then. */
export async function insertSubscription(trx: DatabaseTransaction, row: NewRow<'subscriptions'>): Promise<boolean> {
  const result = await trx
    .insertInto('subscriptions')
    .values(row)
    .onConflict((conflict) => conflict.columns(['order_id', 'position']).doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export async function subscriptionById(db: Queryable, id: string): Promise<SubscriptionRow | undefined> {
  return db.selectFrom('subscriptions').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Returns the id of the subscription that an order line started, whatever became of it; undefined if none. */
export async function subscriptionOfLine(
  db: Queryable,
  orderId: string,
  position: number,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('order_id', '=', orderId)
    .where('position', '=', position)
    .executeTakeFirst()
  return row?.id
}

/** Reads the subscriptions that an order started and that have not ended. */
export async function startedBy(db: Queryable, orderId: string): Promise<SubscriptionRow[]> {
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('status', '<>', 'cancelled')
    .execute()
}

export async function subscriptionsOf(db: Queryable, customerId: string): Promise<SubscriptionRow[]> {
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

export async function listSubscriptions(db: Queryable, limit: number): Promise<SubscriptionRow[]> {
  return db.selectFrom('subscriptions').selectAll().orderBy('created_at', 'desc').orderBy('id').limit(limit).execute()
}

/** Reads a subscription and locks it until the transaction ends; concurrent changes wait. */
export async function lockSubscription(
  trx: DatabaseTransaction,
  id: string,
  at: string,
): Promise<SubscriptionRow | undefined> {
  return trx.updateTable('subscriptions').set({ updated_at: at }).where('id', '=', id).returningAll().executeTakeFirst()
}

export async function updateSubscription(
  trx: DatabaseTransaction,
  id: string,
  change: Partial<SubscriptionRow>,
): Promise<void> {
  await trx.updateTable('subscriptions').set(change).where('id', '=', id).execute()
}

/** Lists active subscriptions whose next order is due. */
export async function dueSubscriptions(db: Queryable, at: string, limit: number): Promise<SubscriptionRow[]> {
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .where('status', '=', 'active')
    .where('next_at', '<=', at)
    .orderBy('next_at')
    .limit(limit)
    .execute()
}

/** Lists active subscriptions that are due before a moment and not announced yet. */
export async function unannounced(db: Queryable, until: string, limit: number): Promise<SubscriptionRow[]> {
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .where('status', '=', 'active')
    .where('next_at', '<=', until)
    .where((row) => row.or([row('reminded_for', 'is', null), row('reminded_for', '<>', row.ref('next_at'))]))
    .orderBy('next_at')
    .limit(limit)
    .execute()
}

/** Marks a due date as announced; returns false if another process has done so. */
export async function noteAnnounced(
  trx: DatabaseTransaction,
  { id, next_at: due, reminded_for: before }: SubscriptionRow,
): Promise<boolean> {
  const result = await trx
    .updateTable('subscriptions')
    .set({ reminded_for: due })
    .where('id', '=', id)
    .where('status', '=', 'active')
    .where('next_at', '=', due)
    .where('reminded_for', before === null ? 'is' : '=', before)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Sets the next due date if the subscription has not changed since it was read; returns false otherwise. */
export async function passDue(
  trx: DatabaseTransaction,
  { id, next_at: due }: SubscriptionRow,
  next: string,
): Promise<boolean> {
  const result = await trx
    .updateTable('subscriptions')
    .set({ next_at: next })
    .where('id', '=', id)
    .where('status', '=', 'active')
    .where('next_at', '=', due)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Inserts the renewal of a due date unless it exists. */
export async function insertRenewal(trx: DatabaseTransaction, renewal: NewRow<'subscription_renewals'>): Promise<void> {
  await trx
    .insertInto('subscription_renewals')
    .values(renewal)
    .onConflict((conflict) => conflict.columns(['subscription_id', 'due_at']).doNothing())
    .execute()
}

export async function renewalsToTry(db: Queryable, at: string, limit: number): Promise<RenewalRow[]> {
  return db
    .selectFrom('subscription_renewals')
    .selectAll()
    .where('status', '=', 'open')
    .where('try_at', '<=', at)
    .orderBy('try_at')
    .limit(limit)
    .execute()
}

/** Lists open renewals whose order was paid, with the order; it may have been cancelled since. */
export async function paidRenewals(db: Queryable, limit: number) {
  return db
    .selectFrom('subscription_renewals as r')
    .innerJoin('orders as o', 'o.checkout_id', 'r.checkout_id')
    .selectAll('r')
    .select(['o.id as paid_order_id', 'o.status as paid_status'])
    .where('r.status', '=', 'open')
    .where('o.status', 'not in', ['pending_payment', 'failed', 'expired'])
    .limit(limit)
    .execute()
}

/** Claims a renewal for one process until `until`; returns false if another process was first. */
export async function claimRenewal(
  db: Queryable,
  { subscription_id: id, due_at: due, try_at: before }: RenewalRow,
  until: string,
): Promise<boolean> {
  const result = await db
    .updateTable('subscription_renewals')
    .set({ try_at: until })
    .where('subscription_id', '=', id)
    .where('due_at', '=', due)
    .where('status', '=', 'open')
    .where('try_at', '=', before)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export async function isRenewal(db: Queryable, checkoutId: string): Promise<boolean> {
  return (
    (await db
      .selectFrom('subscription_renewals')
      .select('due_at')
      .where('checkout_id', '=', checkoutId)
      .executeTakeFirst()) !== undefined
  )
}

/**
 * Returns the reference of the newest payment of a subscription's orders at a provider, if a reusable one was saved.
 */
export async function lastPaymentOf(
  db: Queryable,
  { id, order_id: first }: SubscriptionRow,
  provider: string,
): Promise<string | undefined> {
  const renewed = db
    .selectFrom('subscription_renewals')
    .select('order_id')
    .where('subscription_id', '=', id)
    .where('order_id', 'is not', null)
  const row = await db
    .selectFrom('payment_attempts')
    .select('payment_reference')
    .where('provider', '=', provider)
    .where('status', '=', 'succeeded')
    .where((where) => where.or([where('order_id', '=', first), where('order_id', 'in', renewed)]))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.payment_reference ?? undefined
}

/** Updates a renewal if it is open; returns false otherwise. */
export async function updateRenewal(
  trx: DatabaseTransaction,
  { subscription_id: id, due_at: due }: Pick<RenewalRow, 'subscription_id' | 'due_at'>,
  change: Partial<RenewalRow>,
): Promise<boolean> {
  const result = await trx
    .updateTable('subscription_renewals')
    .set(change)
    .where('subscription_id', '=', id)
    .where('due_at', '=', due)
    .where('status', '=', 'open')
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Closes all open renewals of a subscription. */
export async function closeRenewals(trx: DatabaseTransaction, subscriptionId: string): Promise<void> {
  await trx
    .updateTable('subscription_renewals')
    .set({ status: 'skipped' })
    .where('subscription_id', '=', subscriptionId)
    .where('status', '=', 'open')
    .execute()
}

/** Inserts a renewal's cart unless it exists. */
export async function insertCartOnce(db: Queryable, cart: NewRow<'carts'>): Promise<void> {
  await db
    .insertInto('carts')
    .values(cart)
    .onConflict((conflict) => conflict.column('checkout_id').doNothing())
    .execute()
}

/** Returns the number of the newest order that a subscription placed; null if none. */
export async function lastOrderOf(db: Queryable, subscriptionId: string): Promise<string | null> {
  const row = await db
    .selectFrom('subscription_renewals as r')
    .innerJoin('orders as o', 'o.id', 'r.order_id')
    .select('o.number')
    .where('r.subscription_id', '=', subscriptionId)
    .orderBy('r.due_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.number ?? null
}

/** Lists a subscription's renewals by due date, with their order numbers. */
export async function renewalsOf(db: Queryable, subscriptionId: string) {
  return db
    .selectFrom('subscription_renewals as r')
    .leftJoin('orders as o', 'o.id', 'r.order_id')
    .select(['r.due_at', 'r.status', 'r.tries', 'o.number'])
    .where('r.subscription_id', '=', subscriptionId)
    .orderBy('r.due_at')
    .execute()
}

/**
 * Makes a renewal that brought no order due now: an open one at once, one that was given up with all its attempts
 * again. Returns false if there is no such one.
 */
export async function reopenRenewal(
  trx: DatabaseTransaction,
  { id, due, at }: { id: string; due: string; at: string },
): Promise<boolean> {
  const named = trx.updateTable('subscription_renewals').where('subscription_id', '=', id).where('due_at', '=', due)
  const sooner = await named.set({ try_at: at }).where('status', '=', 'open').where('tries', '>', 0).executeTakeFirst()
  if (sooner.numUpdatedRows === 1n) return true
  const again = await named
    .set({ status: 'open', tries: 0, try_at: at, opened_at: at })
    .where('status', 'in', ['unpaid', 'unavailable'])
    .executeTakeFirst()
  return again.numUpdatedRows === 1n
}
