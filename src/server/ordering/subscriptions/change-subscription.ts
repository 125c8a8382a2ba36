import {
  addDaysToMoment,
  canBe,
  mayBeSkipped,
  nextDue,
  movedTo,
  type SubscriberAccess,
  type SubscriberAction,
} from '../../../domain/orders/subscriptions.ts'
import type { Home } from '../../../domain/places/home.ts'
import { subscriptionDays } from '../../catalog/products/product-queries.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { newSecret } from '../../platform/ids.ts'
import type { Shop } from '../shop.ts'
import { closeRenewals, insertRenewal, lockSubscription, updateSubscription, type SubscriptionRow } from './queries.ts'
import { recordChange } from './revise-subscription.ts'
import { isSkipped } from './skipped-queries.ts'
import { mailSubscriber } from './subscription-mail.ts'

export type SubscriptionChange = {
  id: string
  action: SubscriberAction
  /** The new interval in days. */
  days?: number
  /** When the order is due that is skipped; if left out, the next one is. */
  due?: string
  /** The day of the next order, `2026-06-15` in the shop's own time zone. */
  day?: { date: string; home: Home }
  /** How its subscriber came here, which is kept with what they changed; staff have the log. */
  access?: SubscriberAccess
}

/**
 * Changes a subscription; its subscriber gets a mail when it ends. Undefined if it is unknown, its status does not
 * allow the action, the interval does not exist, or the order that is skipped is not the next one. One that is skipped
 * already stays so, and nothing changes.
 */
export async function changeSubscription(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  { id, action, days, due, day, access }: SubscriptionChange,
): Promise<SubscriptionRow | undefined> {
  const at = now()
  return db.transaction().execute(async (trx) => {
    const row = await lockSubscription(trx, id, at.toISOString())
    if (!row || !canBe(action, row.status)) return undefined
    const change = await changeFor(trx, row, { action, days, due, day }, at)
    if (!change) return undefined
    if (Object.keys(change).length > 0) await updateSubscription(trx, id, change)
    const after = { ...row, ...change }
    if (access) await recordChange(trx, { action, access, before: row, after, at })
    if (change.status === 'cancelled') await mailSubscriber(trx, { id, news: 'cancelled', due: row.next_at }, at)
    return after
  })
}

type ActionInput = { action: SubscriberAction } & {
  [Key in 'days' | 'due' | 'day']: SubscriptionChange[Key] | undefined
}

async function changeFor(
  trx: DatabaseTransaction,
  row: SubscriptionRow,
  { action, days, due = row.next_at, day }: ActionInput,
  now: Date,
): Promise<Partial<SubscriptionRow> | undefined> {
  switch (action) {
    case 'pause':
      return stop(trx, row, 'paused')
    case 'cancel':
      return stop(trx, row, 'cancelled')
    case 'skip':
      return due === row.next_at ? skip(trx, row, now) : sameIfSkipped(trx, row, due)
    case 'resume':
      return {
        status: 'active',
        next_at: row.next_at > now.toISOString() ? row.next_at : nextDue(row.next_at, row.interval_days, now),
      }
    case 'move':
      return day && move(trx, row, day, now)
    case 'interval':
      return everyDays(trx, row, days, now)
    case 'revise':
      // Its address has rules of its own (reviseSubscription).
      return undefined
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
): Promise<Partial<SubscriptionRow> | undefined> {
  if (!mayBeSkipped(due, now)) return undefined
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

/** Moves the next order. A time that was skipped is taken: the order is due a second later. */
async function move(
  trx: DatabaseTransaction,
  { id, next_at: before }: SubscriptionRow,
  { date, home }: NonNullable<SubscriptionChange['day']>,
  now: Date,
): Promise<Partial<SubscriptionRow> | undefined> {
  const due = movedTo(before, date, now, home)
  if (due === undefined || due <= now.toISOString()) return undefined
  const isTaken = due !== before && (await isSkipped(trx, id, due))
  return { next_at: isTaken ? new Date(Date.parse(due) + 1000).toISOString() : due }
}

/** A form that is sent twice: no change if its order was skipped by the first, else undefined. */
async function sameIfSkipped(trx: DatabaseTransaction, { id }: SubscriptionRow, due: string) {
  return (await isSkipped(trx, id, due)) ? {} : undefined
}

/**
 * Changes the interval to one that the part has. It counts from the last order, but the next order is never before
 * tomorrow.
 */
async function everyDays(
  trx: DatabaseTransaction,
  { product_id: productId, next_at: due, interval_days: before }: SubscriptionRow,
  days: number | undefined,
  now: Date,
): Promise<Partial<SubscriptionRow> | undefined> {
  if (days === undefined || !(await subscriptionDays(trx, productId)).includes(days)) return undefined
  const [next, tomorrow] = [addDaysToMoment(due, days - before), addDaysToMoment(now.toISOString(), 1)]
  return { interval_days: days, next_at: next > tomorrow ? next : tomorrow }
}
