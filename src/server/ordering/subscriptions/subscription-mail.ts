import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import type { subscriptionNews } from '../../platform/outbox/effect-kinds.ts'
import { addToOutbox } from '../../platform/outbox/queries.ts'

export type SubscriptionNews = (typeof subscriptionNews)[number]

/**
 * `due`, `tries` and when the renewal was `opened` identify the mail. `order` is the order's id, or the checkout's id
 * while payment is pending.
 */
export type NewsOf = {
  id: string
  news: SubscriptionNews
  due: string
  tries?: number
  order?: string
  opened?: string
}

/** Schedules a mail to a subscriber, once. */
export async function mailSubscriber(
  trx: DatabaseTransaction,
  { id, news, due, tries = 0, order = '', opened = '' }: NewsOf,
  now: Date,
): Promise<void> {
  const dedupeKey = `mail.subscription:${news}:${id}:${due}:${tries}:${opened}`
  await addToOutbox(
    trx,
    { kind: 'mail.subscription', dedupeKey, payload: { id, news, due, order, tries, opened } },
    now,
  )
}
