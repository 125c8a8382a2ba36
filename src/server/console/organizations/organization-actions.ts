import { discountsForm } from '../../../contracts/console/customers.ts'
import { addNoteForm, removeNoteForm } from '../../../contracts/console/notes.ts'
import {
  invoicePaidForm,
  memberForm,
  memberRoleForm,
  organizationDetailsForm,
  organizationInvitationForm,
  organizationLimitForm,
  organizationMemberForm,
} from '../../../contracts/console/organizations.ts'
import { undoForm } from '../../../contracts/console/staff.ts'
import { addNote, removeNote } from '../../identity/customers/staff-notes.ts'
import {
  addMember,
  readCredit,
  setCreditLimit,
  setOrganizationDiscounts,
} from '../../identity/organizations/change-organization.ts'
import { lockOrganization, openInvoicesOf } from '../../identity/organizations/organization-queries.ts'
import {
  callOffInvitation,
  changeMember,
  invite,
  saveOrganization,
} from '../../identity/organizations/organizations.ts'
import { payInvoice } from '../../ordering/invoices/pay-invoice.ts'
import { orderByNumber } from '../../ordering/orders/queries.ts'
import { audited } from '../../platform/audit/audit.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { readDiscounts } from '../customers/read-discounts.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError, TypedAgain } from '../frame/console-error.ts'
import { consoleAction } from '../frame/console-screen.ts'
import { requestedOrganization, onOrganization } from './on-organization.ts'
import { undoTerms } from './undo-terms.ts'

const permission = 'customers.change'

/** What can be done with an organization. */
export const organizationActions = {
  add_note: consoleAction({
    permission: 'customers.change',
    form: addNoteForm,
    run: (context, { note: text }) =>
      onOrganization(context, { operation: 'organizations.add_note' }, (shop, { id }) =>
        addNote(shop, { kind: 'organization', id }, { author: context.session.actor.name, text }),
      ),
  }),
  remove_note: consoleAction({
    permission: 'customers.change',
    form: removeNoteForm,
    run: (context, { id: note }) =>
      onOrganization(context, { operation: 'organizations.remove_note' }, (shop, { id }) =>
        removeNote(shop, { kind: 'organization', id }, note),
      ),
  }),
  details: consoleAction({
    permission,
    form: organizationDetailsForm,
    run: (context, { version, name, vat_number: vatNumber, cost_centre: costCentre, ...invoices }) =>
      onOrganization(context, { operation: 'organizations.change', version }, (shop, organization) =>
        saveOrganization(shop, organization, {
          name,
          vatNumber,
          costCentre,
          peppolId: invoices.peppol_id,
          invoiceAddress: invoices.invoice_address,
        }),
      ),
  }),
  limit: consoleAction({
    permission,
    stepUp: true,
    form: organizationLimitForm,
    run: (context, { version, limit }) => {
      const amount = readCredit(limit)
      if (amount === undefined) throw new ConsoleError('credit_invalid')
      return onOrganization(context, { operation: 'organizations.limit', version }, (shop, { id }) =>
        setCreditLimit(shop, id, amount),
      )
    },
  }),
  discounts: consoleAction({
    permission,
    form: discountsForm,
    run: (context, { version, more, 'set:': typed }) => {
      if (more !== '') throw new TypedAgain()
      const percents = readDiscounts(typed)
      return onOrganization(context, { operation: 'organizations.discounts', version }, (shop, { id }) =>
        setOrganizationDiscounts(shop, id, percents),
      )
    },
  }),
  add: consoleAction({
    permission,
    form: organizationMemberForm,
    run: (context, { email, role = 'buyer' }) =>
      onOrganization(context, { operation: 'organizations.add' }, (shop, { id }) =>
        addMember(shop, id, { email, role }),
      ),
  }),
  invite: consoleAction({
    permission,
    form: organizationMemberForm,
    run: (context, { email, role = 'buyer' }) => {
      if (email === '') throw new ConsoleError('email_invalid')
      return onOrganization(context, { operation: 'organizations.invite' }, (shop, organization) =>
        invite(shop, organization, { email, role }),
      )
    },
  }),
  call_off: consoleAction({
    permission,
    form: organizationInvitationForm,
    run: (context, { invitation }) =>
      onOrganization(context, { operation: 'organizations.call_off' }, (shop, organization) =>
        callOffInvitation(shop, organization, invitation),
      ),
  }),
  role: consoleAction({
    permission,
    form: memberRoleForm,
    run: (context, { member, role }) => {
      if (!role) throw new ConsoleError('required')
      return onOrganization(context, { operation: 'organizations.role' }, (shop, { id }) =>
        changeMember(shop, id, member, role),
      )
    },
  }),
  remove: consoleAction({
    permission,
    form: memberForm,
    run: (context, { member }) =>
      onOrganization(context, { operation: 'organizations.remove' }, (shop, { id }) =>
        changeMember(shop, id, member, null),
      ),
  }),
  undo: consoleAction({ permission, stepUp: true, form: undoForm, run: undoTerms }),
  paid: consoleAction({ permission: 'payments.change', stepUp: true, form: invoicePaidForm, run: markInvoicePaid }),
}

/** Notes an invoice of the organization as paid; the entry of the log is the order's. */
async function markInvoicePaid(context: ConsoleContext, { number }: { number: string }): Promise<void> {
  const { id } = await requestedOrganization(context)
  const order = await orderByNumber(context.shop.db, number)
  if (!order || order.organization_id !== id) throw new ConsoleError('invoice_unknown')
  const action = {
    operation: 'organizations.paid',
    subject: { kind: 'order', id: order.id, label: order.number },
    guard: async (trx: DatabaseTransaction) => {
      await lockOrganization(trx, id)
      const open = await openInvoicesOf(trx, id)
      if (!open.some((each) => each.number === number)) throw new ConsoleError('invoice_unknown')
    },
    fields: async (trx: DatabaseTransaction) => ({
      invoice_paid_at: (await orderByNumber(trx, number))?.invoice_paid_at,
    }),
  }
  await audited(context.shop, context.session.actor, action, (shop) =>
    payInvoice(shop, { orderId: order.id, actor: context.session.actor.name }),
  )
}
