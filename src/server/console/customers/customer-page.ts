import type { CustomerPage } from '../../../contracts/console/customers.ts'
import { customerScope } from '../../../domain/visitors/scopes.ts'
import { customerById } from '../../identity/customer-queries.ts'
import { notesAbout } from '../../identity/customers/staff-note-queries.ts'
import { membershipOf } from '../../identity/organizations/organization-queries.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { eraseBlockOf } from '../../ordering/account/erase-queries.ts'
import { scopesJson } from '../../platform/db/json-columns.ts'
import { consoleScreen } from '../frame/console-screen.ts'
import { undoableHistory } from '../staff/undo-record.ts'
import { customerActions } from './customer-actions.ts'
import { addressesOfCustomer, discountsOfCustomer, ordersOfCustomer } from './customer-list-queries.ts'
import { noteLine } from './note-line.ts'
import { customerVersion } from './on-customer.ts'
import { undoingOf } from './undo-terms.ts'

/** One account with its orders, addresses and discounts, and what can be done with it. */
export const customerScreen = consoleScreen<CustomerPage>({
  screen: 'customer',
  permission: 'customers.view',
  isSensitive: true,
  load: async (context) => {
    const {
      shop: { db },
      session,
      request,
    } = context
    const customer = await customerById(db, request.params['id'] ?? '')
    if (!customer) return undefined
    const { id } = customer
    const membership = await membershipOf(db, id)
    const scopes = scopesJson.read(customer.scopes)
    return {
      id,
      version: await customerVersion(db, customer),
      name: customer.name,
      email: customer.email,
      phone: customer.phone,
      language: customer.language,
      country: customer.country,
      hasConsent: customer.mail_consent === 1,
      isVerified: customer.verified_at !== null,
      maySignIn: scopes.includes(customerScope),
      scopes: scopes.filter((scope) => scope !== customerScope),
      createdAt: customer.created_at,
      addresses: (await addressesOfCustomer(db, id)).map((each) =>
        [each.name, each.line1, each.line2, `${each.postal_code} ${each.city}`, each.country]
          .filter((part) => part.trim() !== '')
          .join(', '),
      ),
      organization: membership ? { id: membership.id, name: membership.name, role: membership.role } : null,
      discounts: (await discountsOfCustomer(db, id)).map((each) => ({
        category: each.discount_category,
        percent: each.percent,
      })),
      orders: (await ordersOfCustomer(db, id)).map(({ placed_at: placedAt, ...order }) => ({ ...order, placedAt })),
      notes: (await notesAbout(db, { kind: 'customer', id })).map(noteLine),
      audit: await undoableHistory(context, await undoingOf(context, customer)),
      eraseBlock: may(session, 'customers.erase')
        ? await eraseBlockOf(db, customer, membership)
        : { orders: [], isLastAdmin: false },
      may: {
        change: may(session, 'customers.change'),
        export: may(session, 'customers.export'),
        erase: may(session, 'customers.erase'),
        merge: may(session, 'customers.erase'),
        logIn: may(session, 'customers.impersonate') && scopes.includes(customerScope),
      },
    }
  },
  doneElsewhere: ['merge'],
  actions: customerActions,
})
