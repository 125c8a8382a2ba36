import { noticeDays, addDaysToMoment } from '../../../domain/orders/subscriptions.ts'
import type { Shop } from '../shop.ts'
import { markAnnounced, unannounced } from './queries.ts'
import { mailSubscriber } from './subscription-mail.ts'

/** Mails subscribers three days before an order, once per due date. Returns how many. */
export async function announceRenewals(shop: Shop): Promise<number> {
  const now = shop.now()
  const coming = await unannounced(shop.db, addDaysToMoment(now.toISOString(), noticeDays), 100)
  for (const subscription of coming) {
    await shop.db.transaction().execute(async (trx) => {
      if (await markAnnounced(trx, subscription))
        await mailSubscriber(trx, { id: subscription.id, news: 'upcoming', due: subscription.next_at }, now)
    })
  }
  return coming.length
}
