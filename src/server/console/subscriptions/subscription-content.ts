import {
  subscriberValues,
  type RenewalShown,
  type StaffRevision,
  type SubscriberChangeShown,
  type SubscriptionDetails,
} from '../../../contracts/console/subscriptions.ts'
import {
  canBe,
  mayBeSkipped,
  subscriptionActions,
  type SubscriptionStatus,
} from '../../../domain/orders/subscriptions.ts'
import { subscriptionDays } from '../../catalog/products/product-queries.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { orderById } from '../../ordering/orders/queries.ts'
import { renewalPaymentMethod } from '../../ordering/renewals/payment-choice.ts'
import { storedForm } from '../../ordering/renewals/renewal-order.ts'
import { asStored, revisionShown } from '../../ordering/renewals/revision-answer.ts'
import type { Shop } from '../../ordering/shop.ts'
import type { SubscriptionRow } from '../../ordering/subscriptions/queries.ts'
import { canBeRetried } from '../../ordering/subscriptions/retry-renewal.ts'
import { subscriptionChanges } from '../../ordering/subscriptions/revision-queries.ts'
import { changedValuesJson } from '../../platform/db/json-columns.ts'
import type { Queryable, Row } from '../../platform/db/tables.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { historyOf } from '../staff/audit-history.ts'
import { requestedSubscription, shownRenewals, subscriptionVersion } from './on-subscription.ts'
import { newestRenewals, renewalOrders } from './subscription-list-queries.ts'

/** Everything that staff see of the subscription of the address; undefined where there is none. */
export async function subscriptionContent(context: ConsoleContext): Promise<SubscriptionDetails | undefined> {
  const row = await requestedSubscription(context)
  if (!row) return undefined
  const { session, shop } = context
  const { db } = shop
  const { id, name, sku, quantity, status, email, interval_days: intervalDays } = row
  const form = storedForm(row)
  const intervals = await subscriptionDays(db, row.product_id)
  const mayChange = may(session, 'subscriptions.change')
  const renewals = await renewalsShown(db, id, status)
  return {
    id,
    version: await subscriptionVersion(db, row),
    name,
    sku,
    quantity,
    intervalDays,
    intervals,
    nextAt: row.next_at,
    status,
    createdAt: row.created_at,
    email,
    customerId: row.customer_id,
    order: (await orderById(db, row.order_id))?.number ?? '',
    address: [form.name, form.line1, form.line2, `${form.postal_code} ${form.city}`, form.country].filter(
      (line) => line.trim() !== '',
    ),
    isByCard: status !== 'cancelled' && (await renewalPaymentMethod(db, row)) === 'card',
    renewals: renewals.map((each) => ({ ...each, mayRetry: mayChange && each.mayRetry })),
    changes: (await subscriptionChanges(db, id)).map(changeShown),
    actions: subscriptionActions.filter(
      (action) =>
        mayChange &&
        canBe(action, status) &&
        (action !== 'interval' || intervals.some((days) => days !== intervalDays)) &&
        (action !== 'skip' || mayBeSkipped(row.next_at, shop.now())),
    ),
    revision: mayChange && canBe('revise', status) ? revisionAsStored(shop, row) : null,
    audit: await historyOf(context, { kind: 'subscription', id }),
    maySee: { orders: may(session, 'orders.view'), customers: may(session, 'customers.view') },
  }
}

function revisionAsStored(shop: Shop, row: SubscriptionRow): StaffRevision {
  const { countries } = shop.settings.all.sales
  const shown = revisionShown(shop, row, { ...asStored(row), refusal: null })
  return { ...shown, currency: row.currency, countries }
}

function changeShown({ changed_at: at, action, access, ...row }: Row<'subscription_changes'>): SubscriberChangeShown {
  const [before, after] = [changedValuesJson.read(row.before), changedValuesJson.read(row.after)]
  const changes = subscriberValues.map((value) => ({ value, before: before[value] ?? '', after: after[value] ?? '' }))
  return { at, action, access, changes: changes.filter((change) => change.before !== change.after) }
}

async function renewalsShown(db: Queryable, id: string, of: SubscriptionStatus): Promise<RenewalShown[]> {
  const renewals = await newestRenewals(db, id, shownRenewals)
  const ids = renewals.map(({ checkout_id: checkoutId }) => checkoutId)
  const orders = ids.length > 0 ? await renewalOrders(db, ids) : []
  return renewals.map(({ due_at: due, status, tries, try_at: nextTry, checkout_id: checkoutId }) => {
    const own = orders.filter((order) => order.checkout_id === checkoutId)
    const byNumber = new Map(own.map((order) => [order.number, order]))
    return {
      due,
      status,
      tries,
      nextTry: status === 'open' ? nextTry : null,
      orders: [...byNumber.values()].map((order) => ({
        number: order.number,
        status: order.status,
        reason: order.reason ?? '',
      })),
      mayRetry: canBeRetried(status, tries, of),
    }
  })
}
