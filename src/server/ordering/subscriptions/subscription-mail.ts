import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { addToOutbox } from '../../platform/outbox/queries.ts'

/**
 * What a subscriber is told: that it began, what is coming, what was ordered, what waits to be paid, what did not come,
 * that it rests.
 */
export const subscriptionNews = ['started', 'upcoming', 'renewed', 'payment_due', 'unavailable', 'unpaid'] as const
export type SubscriptionNews = (typeof subscriptionNews)[number]

/**
 * `due` and `tries` tell one mail from the next; `order` is its number or, where it waits for payment, the checkout's
 * id.
 */
export type NewsOf = { id: string; news: SubscriptionNews; due: string; tries?: number; order?: string }

/** Has a subscriber told something, once. */
export async function tellSubscriber(
  trx: DatabaseTransaction,
  { id, news, due, tries = 0, order = '' }: NewsOf,
  now: Date,
): Promise<void> {
  const dedupeKey = `mail.subscription:${news}:${id}:${due}:${tries}`
  await addToOutbox(
    trx,
    { kind: 'mail.subscription', dedupeKey, payload: { id, news, due, order, tries: String(tries) } },
    now,
  )
}
