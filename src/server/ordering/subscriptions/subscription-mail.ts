import type { DatabaseTransaction, Queryable } from '../../platform/db/tables.ts'
import type { subscriptionNews } from '../../platform/outbox/effect-kinds.ts'
import { addToOutbox, hasEffect } from '../../platform/outbox/queries.ts'
import type { RenewalRow } from './queries.ts'

export type SubscriptionNews = (typeof subscriptionNews)[number]

/**
 * `due`, `tries` and when the renewal was `opened`, or the subscription changed, identify the mail. `order` is the
 * order's id, or the checkout's id while payment is pending.
 */
export type NewsOf = {
  id: string
  news: SubscriptionNews
  due: string
  tries?: number
  order?: string
  opened?: string
  /** Whether staff changed it for the subscriber. */
  isByStaff?: boolean
}

/** Schedules a mail to a subscriber, once. */
export async function mailSubscriber(trx: DatabaseTransaction, of: NewsOf, now: Date): Promise<void> {
  const { id, news, due, tries = 0, order = '', opened = '', isByStaff } = of
  const payload = { id, news, due, order, tries, opened, ...(isByStaff ? { isByStaff } : {}) }
  await addToOutbox(trx, { kind: 'mail.subscription', dedupeKey: keyOf(of), payload }, now)
}

/** Tells whether the subscriber was asked to pay a renewal, on any of its tries since it was opened. */
export async function hasPaymentMail(
  db: Queryable,
  { subscription_id: id, due_at: due, tries, opened_at: opened }: RenewalRow,
): Promise<boolean> {
  const keys = Array.from({ length: tries }, (_, before) =>
    keyOf({ id, news: 'payment_due', due, tries: before + 1, opened }),
  )
  return hasEffect(db, keys)
}

function keyOf({ id, news, due, tries = 0, opened = '' }: NewsOf): string {
  return `mail.subscription:${news}:${id}:${due}:${tries}:${opened}`
}
