import { deleteExpiredMailLinks } from '../identity/login/mail-link-queries.ts'
import { notifyBackInStock } from '../notifications/back-in-stock/notify-back-in-stock.ts'
import { renewSubscriptions } from '../ordering/renewals/renew.ts'
import type { Shop } from '../ordering/shop.ts'
import { announceRenewals } from '../ordering/subscriptions/announce.ts'

/** Announces renewals, orders for subscriptions, mails who waits for a part, and deletes expired mail links. */
export async function renewAndAlert(shop: Shop): Promise<void> {
  await announceRenewals(shop)
  await renewSubscriptions(shop)
  await notifyBackInStock(shop)
  await deleteExpiredMailLinks(shop.db, shop.now().toISOString())
}
