import {
  mailSubscriber,
  type SubscriptionNews,
} from '../../../../src/server/ordering/subscriptions/subscription-mail.ts'
import { subscriptionNews } from '../../../../src/server/platform/outbox/effect-kinds.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { aForm } from '../../ordering/checkout/buyer.ts'
import { pay } from '../../ordering/orders/parcels.ts'
import { subscribed } from '../../ordering/subscriptions/subscriber.ts'

/** Every mail about a subscription, each case that has sentences of its own. */
export async function subscriptionMails(shop: Shop): Promise<void> {
  const billed = await subscriber(shop, 'invoice')
  for (const news of subscriptionNews) await tellOf(shop, billed, news)
  await tellOf(shop, await subscriber(shop, 'invoice'), 'changed', true)
  await tellOf(shop, await subscriber(shop, 'sandbox'), 'upcoming')
  const byCard = await subscriber(shop, 'sandbox')
  await shop.db
    .updateTable('payment_attempts')
    .set({ payment_reference: 'card' })
    .where('id', '=', byCard.attemptId)
    .execute()
  await tellOf(shop, byCard, 'upcoming')
  await shop.db.updateTable('orders').set({ status: 'failed' }).where('id', '=', byCard.orderId).execute()
  await tellOf(shop, byCard, 'payment_due')
  await tellOfChanged(shop, { country: 'XX' }, 'unavailable')
  await tellOfChanged(shop, { sku: 'BAT-OUT' }, 'upcoming')
  await tellOfChanged(shop, { quantity: 4_000 }, 'upcoming')
}

type Subscriber = Awaited<ReturnType<typeof subscribed>>

async function subscriber(shop: Shop, method: 'invoice' | 'sandbox'): Promise<Subscriber> {
  const result = await subscribed(shop, aForm({ payment_method: method }))
  if (method === 'sandbox') await pay(shop, result.attemptId)
  return result
}

type Changed = { country: string } | { sku: string } | { quantity: number }

async function tellOfChanged(shop: Shop, change: Changed, news: SubscriptionNews): Promise<void> {
  const changed = await subscriber(shop, 'invoice')
  await shop.db.updateTable('subscriptions').set(change).where('order_id', '=', changed.orderId).execute()
  await tellOf(shop, changed, news)
}

async function tellOf(
  shop: Shop,
  { checkoutId, orderId }: Subscriber,
  news: SubscriptionNews,
  isByStaff = false,
): Promise<void> {
  const { id, next_at: due } = await shop.db
    .selectFrom('subscriptions')
    .select(['id', 'next_at'])
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  const order = news === 'payment_due' ? checkoutId : orderId
  const mail = { id, news, due, order, tries: 1, isByStaff }
  await shop.db.transaction().execute((trx) => mailSubscriber(trx, mail, shop.now()))
}
