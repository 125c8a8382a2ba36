import { addDaysToMoment } from '../../../domain/orders/subscriptions.ts'
import { startContext } from '../../../domain/places/shopping-context.ts'
import { productFacts } from '../../catalog/products/product-facts.ts'
import type { Shop } from '../../ordering/shop.ts'
import { addToOutbox } from '../../platform/outbox/queries.ts'
import { awaitedProducts, deleteOldAlerts, claimWaitingAlerts } from './queries.ts'

const atOnce = 200
const unconfirmedDays = 7
const settledDays = 90

/**
 * Queues one mail per waiting alert whose product is available again. It reads the stock itself, so an import, a
 * return and a cancelled order all count. Returns the number of mails.
 */
export async function notifyBackInStock(shop: Shop): Promise<number> {
  let notified = 0
  let ids = await awaitedProducts(shop.db, '', atOnce)
  while (ids.length > 0) {
    notified += await queueMails(shop, await backInStock(shop, ids))
    ids = await awaitedProducts(shop.db, ids.at(-1) ?? '', atOnce)
  }
  const at = shop.now().toISOString()
  await deleteOldAlerts(shop.db, {
    unconfirmedBefore: addDaysToMoment(at, -unconfirmedDays),
    settledBefore: addDaysToMoment(at, -settledDays),
  })
  return notified
}

async function backInStock(shop: Shop, ids: readonly string[]): Promise<string[]> {
  const facts = await productFacts(shop.db, startContext(shop.settings.locale('sv')), ids, shop.now())
  return ids.filter((id) => {
    const own = facts.get(id)
    return own !== undefined && own.stock.available > 0 && own.prices.n.length > 0
  })
}

async function queueMails(shop: Shop, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0
  const now = shop.now()
  return shop.db.transaction().execute(async (trx) => {
    const waiting = await claimWaitingAlerts(trx, ids, now.toISOString())
    for (const { id } of waiting) {
      await addToOutbox(
        trx,
        {
          kind: 'mail.back_in_stock',
          dedupeKey: `mail.back_in_stock:${id}:${now.toISOString()}`,
          payload: { alertId: id },
        },
        now,
      )
    }
    return waiting.length
  })
}
