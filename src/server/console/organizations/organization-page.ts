import type { ConsoleOrganization } from '../../../contracts/console/organizations.ts'
import { dayOf } from '../../../domain/places/working-days.ts'
import { notesAbout } from '../../identity/customers/staff-note-queries.ts'
import { usedCredit } from '../../identity/organizations/organization-credit.ts'
import {
  discountsOfOrganization,
  invitationsOf,
  membersOf,
  openInvoicesOf,
  organizationById,
} from '../../identity/organizations/organization-queries.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { priceListsOf } from '../../pricing/price-lists/price-list-queries.ts'
import { noteLine } from '../customers/note-line.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { consoleScreen } from '../frame/console-screen.ts'
import { undoableHistory } from '../staff/undo-record.ts'
import { organizationVersion } from './on-organization.ts'
import { organizationActions } from './organization-actions.ts'
import { ordersOfOrganization } from './organization-list-queries.ts'
import { undoingOf } from './undo-terms.ts'

/** One organization with its members, credit, price agreement, orders and unpaid invoices. */
export const organizationScreen = consoleScreen<ConsoleOrganization>({
  screen: 'organization',
  permission: 'customers.view',
  isSensitive: true,
  load: organizationContent,
  actions: organizationActions,
})

async function organizationContent(context: ConsoleContext): Promise<ConsoleOrganization | undefined> {
  const { shop, session, request } = context
  const { db, now, settings } = shop
  const row = await organizationById(db, request.params['id'] ?? '')
  if (!row) return undefined
  const { id } = row
  const invitations = await invitationsOf(db, id, now().toISOString())
  return {
    id,
    version: await organizationVersion(db, row),
    name: row.name,
    number: row.organization_number,
    country: row.country,
    vatNumber: row.vat_number ?? '',
    costCentre: row.cost_centre,
    peppolId: row.peppol_id,
    invoiceAddress: row.invoice_address,
    createdAt: row.created_at,
    credit: {
      currency: settings.all.home.currency,
      limit: row.credit_limit,
      used: await usedCredit(db, id, now()),
    },
    members: await membersOf(db, id),
    invitations: invitations.map(({ expires_at: expiresAt, id: invitation, email, role }) => ({
      id: invitation,
      email,
      role,
      expiresAt,
    })),
    discounts: (await discountsOfOrganization(db, id)).map((each) => ({
      category: each.discount_category,
      percent: each.percent,
    })),
    priceLists: await priceListsShown(context, id),
    invoices: (await openInvoicesOf(db, id)).map((order) => ({
      number: order.number,
      placedAt: order.placed_at,
      currency: order.currency,
      unpaid: order.open,
    })),
    orders: (await ordersOfOrganization(db, id)).map(({ placed_at: placedAt, ...order }) => ({ ...order, placedAt })),
    notes: (await notesAbout(db, { kind: 'organization', id })).map(noteLine),
    audit: await undoableHistory(context, await undoingOf(context, row)),
    may: allowed(session),
  }
}

function allowed(session: ConsoleContext['session']): ConsoleOrganization['may'] {
  return {
    change: may(session, 'customers.change'),
    pay: may(session, 'payments.change'),
    changePrices: may(session, 'prices.change'),
  }
}

async function priceListsShown(
  { shop, session }: ConsoleContext,
  id: string,
): Promise<ConsoleOrganization['priceLists']> {
  if (!may(session, 'prices.view')) return null
  const now = shop.now().toISOString()
  const { home } = shop.settings.all
  return (await priceListsOf(shop.db, id)).map((list) => ({
    id: list.id,
    name: list.name,
    isOver: list.ends_at <= now,
    from: list.starts_at > now ? dayOf(new Date(list.starts_at), home) : null,
  }))
}
