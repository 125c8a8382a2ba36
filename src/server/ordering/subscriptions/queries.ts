import type { DatabaseTransaction, NewRow, Queryable, Row } from '../../platform/db/tables.ts'

export type SubscriptionRow = Row<'subscriptions'>
export type RenewalRow = Row<'subscription_renewals'>

/** Writes a subscription unless its order line has one; tells whether it did. */
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

/** Reads a subscription for a change: whoever comes second waits here. */
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

/** Active subscriptions whose next order is due. */
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

/** Active subscriptions that come before a moment and whose subscriber has not been told of that. */
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

/** Notes that a due date was announced; tells whether nobody else had. */
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

/** Moves on to the next due date, only while the row is as it was read; tells whether it was. */
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

/** Writes what becomes of a due date, once. */
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

/** Open renewals whose order has been paid, with that order. */
export async function paidRenewals(db: Queryable, limit: number) {
  return db
    .selectFrom('subscription_renewals as r')
    .innerJoin('orders as o', 'o.checkout_id', 'r.checkout_id')
    .selectAll('r')
    .select('o.id as paid_order_id')
    .where('r.status', '=', 'open')
    .where('o.status', 'not in', ['pending_payment', 'failed', 'expired', 'cancelled'])
    .limit(limit)
    .execute()
}

/** Lets one process try a renewal until `until`; tells whether no other was faster. */
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
 * The name of the newest payment that a subscription's orders were paid with at a provider, where it keeps how that was
 * made.
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

/** Changes a renewal while it is open; tells whether it was. */
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

/** What is under way of a subscription is over. */
export async function closeRenewals(trx: DatabaseTransaction, subscriptionId: string): Promise<void> {
  await trx
    .updateTable('subscription_renewals')
    .set({ status: 'skipped' })
    .where('subscription_id', '=', subscriptionId)
    .where('status', '=', 'open')
    .execute()
}

/** Keeps a renewal's cart unless it is kept already. */
export async function insertCartOnce(db: Queryable, cart: NewRow<'carts'>): Promise<void> {
  await db
    .insertInto('carts')
    .values(cart)
    .onConflict((conflict) => conflict.column('checkout_id').doNothing())
    .execute()
}

/** The number of the newest order that a subscription made. */
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

/** What became of each due date of a subscription, with the number of its order. */
export async function renewalsOf(db: Queryable, subscriptionId: string) {
  return db
    .selectFrom('subscription_renewals as r')
    .leftJoin('orders as o', 'o.id', 'r.order_id')
    .select(['r.due_at', 'r.status', 'r.tries', 'o.number'])
    .where('r.subscription_id', '=', subscriptionId)
    .orderBy('r.due_at')
    .execute()
}
