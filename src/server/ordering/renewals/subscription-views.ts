import type { SubscriptionView } from '../../../contracts/customer-pages/subscription-page.ts'
import type { Language } from '../../../domain/places/locales.ts'
import { canBe, mayBeSkipped, subscriptionActions } from '../../../domain/orders/subscriptions.ts'
import { href } from '../../../routes.ts'
import { slugsOf, subscriptionDays } from '../../catalog/products/product-queries.ts'
import type { Shop } from '../shop.ts'
import { renewalPaymentMethod } from './payment-choice.ts'
import { lastOrderOf, subscriptionsOf, type SubscriptionRow } from '../subscriptions/queries.ts'

/** Lists a customer's subscriptions, newest first. */
export async function customerSubscriptions(
  shop: Pick<Shop, 'db' | 'now'>,
  customerId: string,
  language: Language,
): Promise<SubscriptionView[]> {
  const views: SubscriptionView[] = []
  for (const row of await subscriptionsOf(shop.db, customerId)) views.push(await subscriptionView(shop, row, language))
  return views
}

export async function subscriptionView(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  row: SubscriptionRow,
  language: Language,
): Promise<SubscriptionView> {
  const { id, name, sku, quantity, status, interval_days: intervalDays, product_id: productId, next_at: nextAt } = row
  const slug = (await slugsOf(db, productId)).find((each) => each.language === language)?.slug
  const intervals = await subscriptionDays(db, productId)
  const actions = subscriptionActions.filter(
    (action) =>
      canBe(action, status) &&
      (action !== 'interval' || intervals.some((days) => days !== intervalDays)) &&
      (action !== 'skip' || mayBeSkipped(nextAt, now())),
  )
  return {
    id,
    name,
    sku,
    quantity,
    status,
    intervalDays,
    intervals,
    nextAt,
    actions,
    path: href(language, 'product', { slug: slug ?? productId }),
    isByCard: status !== 'cancelled' && (await renewalPaymentMethod(db, row)) === 'card',
    lastOrder: await lastOrderOf(db, id),
  }
}
