import { nextDue, type RenewalStatus, type SubscriptionStatus } from '../../../domain/orders/subscriptions.ts'
import type { Shop } from '../shop.ts'
import { lockSubscription, reopenRenewal, updateSubscription } from './queries.ts'

/** Tells whether a due date that brought no order can be tried again. */
export function canBeRetried(status: RenewalStatus, tries: number, of: SubscriptionStatus): boolean {
  if (of === 'cancelled' || of === 'paused') return false
  return status === 'unpaid' || status === 'unavailable' || (status === 'open' && tries > 0)
}

/**
 * Tries a due date again that brought no order: the next run of the renewals takes it up, with all its attempts. A
 * subscription that was stopped because of it goes on. Returns false if it cannot be tried.
 */
export async function retryRenewal(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  { id, due }: { id: string; due: string },
): Promise<boolean> {
  const at = now()
  return db.transaction().execute(async (trx) => {
    const row = await lockSubscription(trx, id, at.toISOString())
    if (!row || row.status === 'cancelled' || row.status === 'paused') return false
    if (!(await reopenRenewal(trx, { id, due, at: at.toISOString() }))) return false
    if (row.status !== 'unpaid') return true
    const next = row.next_at > at.toISOString() ? row.next_at : nextDue(row.next_at, row.interval_days, at)
    await updateSubscription(trx, id, { status: 'active', next_at: next })
    return true
  })
}
