import { canBe, nextDue, addDaysToMoment, type SubscriptionAction } from '../../../domain/orders/subscriptions.ts'
import { subscriptionDays } from '../../catalog/products/product-queries.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { newSecret } from '../../platform/ids.ts'
import type { Shop } from '../shop.ts'
import { closeRenewals, insertRenewal, lockSubscription, updateSubscription, type SubscriptionRow } from './queries.ts'
import { mailSubscriber } from './subscription-mail.ts'

export type SubscriptionChange = {
  id: string
  action: SubscriptionAction
  /** The new interval in days. */ days?: number
}

/**
 * Changes a subscription; its subscriber gets a mail when it ends. Undefined if it is unknown, its status does not
 * allow the action, or the interval does not exist.
 */
export async function changeSubscription(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  { id, action, days }: SubscriptionChange,
): Promise<SubscriptionRow | undefined> {
  const at = now()
  return db.transaction().execute(async (trx) => {
    const row = await lockSubscription(trx, id, at.toISOString())
    if (!row || !canBe(action, row.status)) return undefined
    const change = await changeFor(trx, row, { action, days }, at)
    if (!change) return undefined
    await updateSubscription(trx, id, change)
    if (change.status === 'cancelled') await mailSubscriber(trx, { id, news: 'cancelled', due: row.next_at }, at)
    return { ...row, ...change }
  })
}

type ActionInput = { action: SubscriptionAction; days: number | undefined }

async function changeFor(
  trx: DatabaseTransaction,
  row: SubscriptionRow,
  { action, days }: ActionInput,
  now: Date,
): Promise<Partial<SubscriptionRow> | undefined> {
  switch (action) {
    case 'pause':
      return stop(trx, row, 'paused')
    case 'cancel':
      return stop(trx, row, 'cancelled')
    case 'skip':
      return skip(trx, row, now)
    case 'resume':
      return {
        status: 'active',
        next_at: row.next_at > now.toISOString() ? row.next_at : nextDue(row.next_at, row.interval_days, now),
      }
    case 'interval':
      return days !== undefined && (await subscriptionDays(trx, row.product_id)).includes(days)
        ? everyDays(row, days, now)
        : undefined
  }
}

/** Closes open renewals, so that no payment is requested any more. */
async function stop(
  trx: DatabaseTransaction,
  { id }: SubscriptionRow,
  status: 'paused' | 'cancelled',
): Promise<Partial<SubscriptionRow>> {
  await closeRenewals(trx, id)
  return { status }
}

async function skip(
  trx: DatabaseTransaction,
  { id, next_at: due, interval_days: days }: SubscriptionRow,
  now: Date,
): Promise<Partial<SubscriptionRow>> {
  const at = now.toISOString()
  await insertRenewal(trx, {
    subscription_id: id,
    due_at: due,
    checkout_id: newSecret(),
    status: 'skipped',
    tries: 0,
    try_at: at,
    order_id: null,
    opened_at: at,
  })
  return { next_at: addDaysToMoment(due, days) }
}

/** Changes the interval. It counts from the last order, but the next order is never before tomorrow. */
function everyDays(
  { next_at: due, interval_days: before }: SubscriptionRow,
  days: number,
  now: Date,
): Partial<SubscriptionRow> {
  const [next, tomorrow] = [addDaysToMoment(due, days - before), addDaysToMoment(now.toISOString(), 1)]
  return { interval_days: days, next_at: next > tomorrow ? next : tomorrow }
}
