import type { SubscriberAccess } from '../../../domain/orders/subscriptions.ts'
import { kindOf } from '../../platform/db/kind-of.ts'
import type { DatabaseTransaction, NewRow, Queryable, Row } from '../../platform/db/tables.ts'
import type { RenewalRow, SubscriptionRow } from './queries.ts'

/** Of one subscription the newest so many changes by its subscriber are kept. */
const maxChanges = 50

/**
 * Locks a subscription until the transaction ends. False if it has got another quantity or address than it was read
 * with, has ended, or its renewal is closed.
 */
export async function isStillWanted(
  trx: DatabaseTransaction,
  { id, quantity, country, form }: SubscriptionRow,
  { due_at: due }: RenewalRow,
): Promise<boolean> {
  const same = await trx
    .updateTable('subscriptions')
    .set((row) => ({ updated_at: row.ref('updated_at') }))
    .where('id', '=', id)
    .where('status', '<>', 'cancelled')
    .where('quantity', '=', quantity)
    .where('country', '=', country)
    .where('form', '=', form)
    .executeTakeFirst()
  if (same.numUpdatedRows !== 1n) return false
  const renewal = await trx
    .selectFrom('subscription_renewals')
    .select('status')
    .where('subscription_id', '=', id)
    .where('due_at', '=', due)
    .executeTakeFirst()
  return renewal?.status === 'open'
}

/** Locks the checkouts of a subscription's open renewals, which orders lock first; returns their ids. */
export async function lockRenewalCarts(trx: DatabaseTransaction, subscriptionId: string): Promise<string[]> {
  const open = trx
    .selectFrom('subscription_renewals')
    .select('checkout_id')
    .where('subscription_id', '=', subscriptionId)
    .where('status', '=', 'open')
  const carts = trx.selectFrom('carts').select('checkout_id').where('checkout_id', 'in', open).orderBy('checkout_id')
  const rows = await (kindOf(trx) === 'postgres' ? carts.forUpdate() : carts).execute()
  return rows.map(({ checkout_id: id }) => id)
}

/** Adds a change to those of its subscription. */
export async function insertSubscriptionChange(
  trx: DatabaseTransaction,
  change: NewRow<'subscription_changes'>,
): Promise<void> {
  await trx.insertInto('subscription_changes').values(change).execute()
  const older = trx
    .selectFrom('subscription_changes')
    .select('id')
    .where('subscription_id', '=', change.subscription_id)
    .orderBy('changed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1_000)
    .offset(maxChanges)
  await trx.deleteFrom('subscription_changes').where('id', 'in', older).execute()
}

/** What the subscriber changed, newest first. */
export async function subscriptionChanges(db: Queryable, id: string): Promise<Row<'subscription_changes'>[]> {
  return db
    .selectFrom('subscription_changes')
    .selectAll()
    .where('subscription_id', '=', id)
    .orderBy('changed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxChanges)
    .execute()
}

/** Keeps what was typed, instead of what was before. */
export async function putDraft(db: Queryable, draft: NewRow<'subscription_drafts'>): Promise<void> {
  const { subscription_id: _id, ...typed } = draft
  await db
    .insertInto('subscription_drafts')
    .values(draft)
    .onConflict((conflict) => conflict.column('subscription_id').doUpdateSet(typed))
    .execute()
}

/** What was typed since a moment by the same access. */
export async function draftOf(
  db: Queryable,
  { id, access, since }: { id: string; access: SubscriberAccess; since: string },
): Promise<Row<'subscription_drafts'> | undefined> {
  return db
    .selectFrom('subscription_drafts')
    .selectAll()
    .where('subscription_id', '=', id)
    .where('access', '=', access)
    .where('typed_at', '>=', since)
    .executeTakeFirst()
}

export async function deleteDraft(db: Queryable, id: string): Promise<void> {
  await db.deleteFrom('subscription_drafts').where('subscription_id', '=', id).execute()
}
