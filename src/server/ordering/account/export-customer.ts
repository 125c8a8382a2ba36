import { campaignDataJson, scopesJson } from '../../platform/db/json-columns.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { personalDiscounts } from '../../pricing/discounts/personal-discounts.ts'
import { documentsOf } from '../documents/document-queries.ts'
import { orderPage } from '../orders/order-page.ts'
import { orderEventRows, type OrderRow } from '../orders/queries.ts'
import { returnLineRows, returnsOf } from '../orders/return-queries.ts'
import { quoteLinesOf } from '../quotes/queries.ts'
import type { Shop } from '../shop.ts'
import { addressesOf } from '../../identity/customers/address-queries.ts'
import type { CustomerRow } from '../../identity/customer-queries.ts'
import { ordersOfPerson } from './erase-queries.ts'
import { alertsOf, cartsOf, quotesAskedBy, savedCartOf, subscriptionsOf } from './export-queries.ts'
import { invitationsTo, type Membership } from '../../identity/organizations/organization-queries.ts'
import { sessionsOf } from '../../identity/sessions/session-queries.ts'

/**
 * Exports all data about a customer (GDPR articles 15 and 20) as a machine-readable object, without hashes and other
 * secrets.
 */
export async function exportCustomer(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  customer: CustomerRow,
  membership: Membership | undefined,
) {
  const { password_hash: _secret, id, ...profile } = customer
  const at = now().toISOString()
  return {
    exported_at: at,
    profile: { ...profile, mail_consent: profile.mail_consent === 1, scopes: scopesJson.read(profile.scopes) },
    addresses: (await addressesOf(db, { customerId: id })).map(
      ({ customer_id: _customer, organization_id: _organization, ...address }) => address,
    ),
    organization: membership
      ? { name: membership.name, organization_number: membership.organization_number, role: membership.role }
      : null,
    invitations: (await invitationsTo(db, customer.email, at)).map(({ organization, role, created_at }) => ({
      organization,
      role,
      created_at,
    })),
    personal_discounts: { ...(await personalDiscounts(db, id)) },
    sessions: (await sessionsOf(db, id, at)).map(({ created_at, last_used_at, user_agent, method }) => ({
      created_at,
      last_used_at,
      user_agent,
      method,
    })),
    orders: await Promise.all((await ordersOfPerson(db, customer)).map((order) => exportedOrder(db, order))),
    quotes: await exportedQuotes(db, id),
    subscriptions: await subscriptionsOf(db, customer),
    stock_alerts: await alertsOf(db, customer.email),
    carts: await cartsOf(db, id),
    saved_cart: (await savedCartOf(db, id)) ?? null,
  }
}

/** Exports an order with its history, documents and returns. */
export async function exportedOrder(db: Queryable, order: OrderRow) {
  const returns = await returnsOf(db, order.id)
  return {
    ...(await orderPage(db, order)),
    phone: order.phone,
    order_reference: order.order_reference,
    cost_centre: order.cost_centre,
    campaign_data: campaignDataJson.read(order.campaign_data),
    history: (await orderEventRows(db, order.id)).map(({ at, to_status: status }) => ({ at, status })),
    documents: await documentsOf(db, order.id),
    returns: await Promise.all(
      returns.map(async ({ id, number, kind, status, name, message, requested_at }) => ({
        number,
        kind,
        status,
        name,
        message,
        requested_at,
        lines: await returnLineRows(db, id),
      })),
    ),
  }
}

async function exportedQuotes(db: Queryable, customerId: string) {
  const quotes = await quotesAskedBy(db, customerId)
  const lines = await quoteLinesOf(
    db,
    quotes.map(({ id }) => id),
  )
  return quotes.map(({ id, customer_id: _customer, checkout_id: _checkout, ...quote }) => ({
    ...quote,
    lines: lines.filter((line) => line.quote_id === id),
  }))
}
