import { consolePath } from '../../../console-routes.ts'
import {
  customerAccessForm,
  customerDetailsForm,
  discountsForm,
  eraseForm,
  logInAsForm,
} from '../../../contracts/console/customers.ts'
import { addNoteForm, removeNoteForm } from '../../../contracts/console/notes.ts'
import { emptyForm, undoForm } from '../../../contracts/console/staff.ts'
import { customerScope } from '../../../domain/visitors/scopes.ts'
import { changeCustomer, changeDiscounts, changeScopes } from '../../identity/customers/change-customer.ts'
import { addNote, removeNote } from '../../identity/customers/staff-notes.ts'
import { queueStaffsLink } from '../../identity/login/request-login-link.ts'
import { membershipOf } from '../../identity/organizations/organization-queries.ts'
import { eraseCustomer } from '../../ordering/account/erase-customer.ts'
import { exportCustomer } from '../../ordering/account/export-customer.ts'
import { appendAudit } from '../../platform/audit/audit.ts'
import { ConsoleError, TypedAgain } from '../frame/console-error.ts'
import { consoleAction } from '../frame/console-screen.ts'
import { dataFile } from './data-file.ts'
import { logInAs } from './log-in-as.ts'
import { requestedCustomer, customerSubject, onCustomer } from './on-customer.ts'
import { readDiscounts } from './read-discounts.ts'
import { undoTerms } from './undo-terms.ts'

/** What can be done with a customer's account. */
export const customerActions = {
  details: consoleAction({
    permission: 'customers.change',
    form: customerDetailsForm,
    run: (context, { version, name, phone, language, consent }) =>
      onCustomer(context, { operation: 'customers.change', version }, (shop, customer) =>
        changeCustomer(shop, customer.id, {
          name,
          phone,
          language: language ?? customer.language,
          hasConsent: consent === 'yes',
        }),
      ),
  }),
  access: consoleAction({
    permission: 'customers.change',
    form: customerAccessForm,
    run: (context, { version, active, scopes }) => {
      const others = scopes.split(/\s+/).filter((scope) => scope !== '' && scope !== customerScope)
      return onCustomer(context, { operation: 'customers.scopes', version }, (shop, { id }) =>
        changeScopes(shop, id, [...(active === 'yes' ? [customerScope] : []), ...others]),
      )
    },
  }),
  discounts: consoleAction({
    permission: 'customers.change',
    form: discountsForm,
    run: (context, { version, more, 'set:': typed }) => {
      if (more !== '') throw new TypedAgain()
      const percents = readDiscounts(typed)
      return onCustomer(context, { operation: 'customers.discounts', version }, (shop, { id }) =>
        changeDiscounts(shop, id, percents),
      )
    },
  }),
  undo: consoleAction({ permission: 'customers.change', form: undoForm, run: undoTerms }),
  link: consoleAction({
    permission: 'customers.change',
    form: emptyForm,
    run: (context) =>
      onCustomer(context, { operation: 'customers.link' }, async (shop, customer) => {
        const { id, email, name, language, country, currency_id: currency } = customer
        const target = { email, name, language, country, currency_id: String(currency), customer_id: id, browser: '' }
        return (await queueStaffsLink(shop, { purpose: 'reset', ...target })) ? null : 'asked_too_often'
      }),
  }),
  add_note: consoleAction({
    permission: 'customers.change',
    form: addNoteForm,
    run: (context, { note: text }) =>
      onCustomer(context, { operation: 'customers.add_note' }, (shop, { id }) =>
        addNote(shop, { kind: 'customer', id }, { author: context.session.actor.name, text }),
      ),
  }),
  remove_note: consoleAction({
    permission: 'customers.change',
    form: removeNoteForm,
    run: (context, { id: note }) =>
      onCustomer(context, { operation: 'customers.remove_note' }, (shop, { id }) =>
        removeNote(shop, { kind: 'customer', id }, note),
      ),
  }),
  export: consoleAction({
    permission: 'customers.export',
    stepUp: true,
    isFile: true,
    form: emptyForm,
    run: async (context) => {
      const { shop, session } = context
      const customer = await requestedCustomer(context)
      const data = await exportCustomer(shop, customer, await membershipOf(shop.db, customer.id))
      const action = { operation: 'customers.export', subject: customerSubject(customer.id) }
      await shop.db.transaction().execute((trx) => appendAudit(trx, session.actor, action, shop.now()))
      return dataFile(`customer-${customer.id}`, data)
    },
  }),
  log_in: consoleAction({
    permission: 'customers.impersonate',
    stepUp: true,
    form: logInAsForm,
    run: logInAs,
  }),
  erase: consoleAction({
    permission: 'customers.erase',
    stepUp: true,
    form: eraseForm,
    run: async (context, { sure }) => {
      if (sure !== 'yes') throw new ConsoleError('not_sure')
      await onCustomer(context, { operation: 'customers.erase', isErasing: true }, async (shop, customer) => {
        const membership = await membershipOf(shop.db, customer.id)
        return (await eraseCustomer(shop, customer, membership)) ? null : 'erase_blocked'
      })
      return consolePath('customers')
    },
  }),
}
