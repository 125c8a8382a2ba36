import type { SubscriptionView } from '../../../contracts/customer-pages/subscription-page.ts'
import type { CheckoutForm } from '../../../domain/orders/checkout-form.ts'
import { canBe, daysOfNextOrder, mayBeSkipped, subscriberActions } from '../../../domain/orders/subscriptions.ts'
import type { Language } from '../../../domain/places/locales.ts'
import { dayOf } from '../../../domain/places/working-days.ts'
import { soldCountry } from '../../../domain/settings/sales.ts'
import { href } from '../../../routes.ts'
import { slugsOf, subscriptionDays } from '../../catalog/products/product-queries.ts'
import type { Shop } from '../shop.ts'
import { lastOrderOf, subscriptionsOf, type SubscriptionRow } from '../subscriptions/queries.ts'
import { renewalPaymentMethod } from './payment-choice.ts'
import { priceRenewal, storedForm } from './renewal-order.ts'

/** Lists a customer's subscriptions, newest first. */
export async function customerSubscriptions(
  shop: Shop,
  customerId: string,
  language: Language,
): Promise<SubscriptionView[]> {
  const views: SubscriptionView[] = []
  for (const row of await subscriptionsOf(shop.db, customerId)) views.push(await subscriptionView(shop, row, language))
  return views
}

export async function subscriptionView(
  shop: Shop,
  row: SubscriptionRow,
  language: Language,
): Promise<SubscriptionView> {
  const { db } = shop
  const { home } = shop.settings.all
  const { id, name, sku, quantity, status, interval_days: intervalDays, product_id: productId, next_at: nextAt } = row
  const slug = (await slugsOf(db, productId)).find((each) => each.language === language)?.slug
  const intervals = await subscriptionDays(db, productId)
  const actions = subscriberActions.filter(
    (action) =>
      canBe(action, status) &&
      (action !== 'interval' || intervals.some((days) => days !== intervalDays)) &&
      (action !== 'skip' || mayBeSkipped(nextAt, shop.now())),
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
    days: { next: dayOf(new Date(nextAt), home), ...daysOfNextOrder(shop.now(), home) },
    path: href(language, 'product', { slug: slug ?? productId }),
    isByCard: status !== 'cancelled' && (await renewalPaymentMethod(db, row)) === 'card',
    address: addressRows(storedForm(row)),
    country: row.country,
    cost: await costOf(shop, row),
    currency: row.currency,
    lastOrder: await lastOrderOf(db, id),
  }
}

/** Where a subscription is sent, in rows, without the country. */
export function addressRows({ organization_name: organization, name, line1, line2, postal_code: code, city }: Address) {
  return [organization, name, line1, line2, `${code} ${city}`].filter((line) => line.trim() !== '')
}

type Address = Pick<CheckoutForm, 'organization_name' | 'name' | 'line1' | 'line2' | 'postal_code' | 'city'>

/**
 * What the next order will cost as prices and stock are now; null where it cannot be placed in full. An organization
 * with a VAT number is not told: the number would be checked each time that the page is opened.
 */
async function costOf(shop: Shop, row: SubscriptionRow): Promise<number | null> {
  const isSold = soldCountry(shop.settings.all.sales, row.country) !== undefined
  if (row.status !== 'active' || !isSold || storedForm(row).vat_number !== '') return null
  const { lines, totals } = await priceRenewal(shop, row, new Date(row.next_at))
  const units = lines.reduce((sum, line) => sum + line.quantity, 0)
  return units < row.quantity ? null : totals.total.inc
}
