import { deleteExpiredMailLinks } from '../identity/login/mail-link-queries.ts'
import { tellOfStock } from '../notifications/back-in-stock/tell-of-stock.ts'
import type { Shop } from '../ordering/shop.ts'
import { announceRenewals } from '../ordering/subscriptions/announce.ts'
import { renewSubscriptions } from '../ordering/renewals/renew.ts'

/** What the shop said it would do by itself: announce and order subscriptions, and tell of parts that are back. */
export async function runScheduledJobs(shop: Shop): Promise<void> {
  await announceRenewals(shop)
  await renewSubscriptions(shop)
  await tellOfStock(shop)
  await deleteExpiredMailLinks(shop.db, shop.now().toISOString())
}
