import type { CustomerRow } from '../../identity/customer-queries.ts'
import { addressesOf } from '../../identity/customers/address-queries.ts'
import { notesAbout } from '../../identity/customers/staff-note-queries.ts'
import { invitationsTo, type Membership } from '../../identity/organizations/organization-queries.ts'
import { sessionsOf } from '../../identity/sessions/session-queries.ts'
import { campaignDataJson, changedValuesJson, formJson, scopesJson } from '../../platform/db/json-columns.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { personalDiscounts } from '../../pricing/discounts/personal-discounts.ts'
import { documentsOf } from '../documents/document-queries.ts'
import { linesOfLists } from '../lists/line-queries.ts'
import { labelsOf } from '../orders/labels/label-queries.ts'
import { orderPage } from '../orders/order-page.ts'
import { orderEventRows, type OrderRow } from '../orders/queries.ts'
import { returnLineRows, returnsOf } from '../orders/return-queries.ts'
import { quoteLinesOf } from '../quotes/queries.ts'
import { requestsOfPerson } from '../requests/delete-queries.ts'
import { requestLines } from '../requests/queries.ts'
import type { Shop } from '../shop.ts'
import { subscriptionChanges } from '../subscriptions/revision-queries.ts'
import { ordersOfPerson } from './erase-queries.ts'
import {
  alertsOf,
  cartsOf,
  devicesSavedBy,
  listsMadeBy,
  quotesOfCustomer,
  savedCartOf,
  subscriptionsOf,
} from './export-queries.ts'

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
    part_requests: await exportedRequests(db, customer),
    subscriptions: await exportedSubscriptions(db, customer),
    stock_alerts: await alertsOf(db, customer),
    carts: await cartsOf(db, id),
    saved_cart: (await savedCartOf(db, id)) ?? null,
    lists: await exportedLists(db, id),
    devices: await devicesSavedBy(db, id),
    staff_notes: (await notesAbout(db, { kind: 'customer', id })).map(({ at, text }) => ({ at, text })),
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
    peppol_id: order.peppol_id,
    invoice_address: order.invoice_address,
    message: order.message,
    labels: (await labelsOf(db, [order.id])).get(order.id) ?? [],
    campaign_data: campaignDataJson.read(order.campaign_data),
    history: (await orderEventRows(db, order.id)).map(({ at, to_status: status }) => ({ at, status })),
    documents: (await documentsOf(db, order.id)).map(({ number, kind, issued_at }) => ({ number, kind, issued_at })),
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

/** Exports subscriptions with where they are sent and what the customer changed of them. */
async function exportedSubscriptions(db: Queryable, customer: CustomerRow) {
  const rows = await subscriptionsOf(db, customer)
  return Promise.all(
    rows.map(async ({ id, form, ...subscription }) => ({
      ...subscription,
      checkout: formJson.read(form),
      changes: (await subscriptionChanges(db, id)).map(({ changed_at, action, before, after }) => ({
        changed_at,
        action,
        before: changedValuesJson.read(before),
        after: changedValuesJson.read(after),
      })),
    })),
  )
}

async function exportedQuotes(db: Queryable, customerId: string) {
  const quotes = await quotesOfCustomer(db, customerId)
  const lines = await quoteLinesOf(
    db,
    quotes.map(({ id }) => id),
  )
  return quotes.map(({ id, customer_id: _customer, checkout_id: _checkout, ...quote }) => ({
    ...quote,
    lines: lines.filter((line) => line.quote_id === id),
  }))
}

async function exportedRequests(db: Queryable, customer: CustomerRow) {
  const requests = await requestsOfPerson(db, customer)
  const ids = requests.map(({ id }) => id)
  const lines = await requestLines(db, ids, customer.language)
  return requests.map(({ id, customer_id: _customer, fingerprint: _fingerprint, quote_id: _quote, ...request }) => ({
    ...request,
    lines: lines.filter((line) => line.request_id === id).map(({ text, quantity, sku }) => ({ text, quantity, sku })),
  }))
}

async function exportedLists(db: Queryable, customerId: string) {
  const lists = await listsMadeBy(db, customerId)
  const ids = lists.map(({ id }) => id)
  const lines = Map.groupBy(await linesOfLists(db, ids), ({ list_id: id }) => id)
  return lists.map(({ id, organization_id: organizationId, ...list }) => ({
    ...list,
    is_shared: organizationId !== null,
    lines: (lines.get(id) ?? []).map(({ sku, name, quantity, note }) => ({ sku, name, quantity, note })),
  }))
}
