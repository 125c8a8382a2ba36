import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { undoForm } from '../../../contracts/console/staff.ts'
import { languages } from '../../../domain/places/locales.ts'
import type { CustomerRow } from '../../identity/customer-queries.ts'
import { changeDiscounts, changeLanguage, changeScopes } from '../../identity/customers/change-customer.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { fieldsWithout, parseLogFields, type Undoing } from '../staff/undo-record.ts'
import { requestedCustomer, customerTerms, customerVersion, onCustomer } from './on-customer.ts'

const logged = z.object({
  language: z.enum(languages),
  scopes: z.array(z.string()),
  discounts: z.record(z.string(), z.int()),
})

/**
 * How the terms of an account are taken back: discounts, what it may do, and its language. The log has no name and no
 * phone, and the consent to mails is the customer's own.
 */
export async function undoingOf({ shop }: ConsoleContext, customer: CustomerRow): Promise<Undoing> {
  return {
    subject: { kind: 'customer', id: customer.id },
    operations: ['customers.change', 'customers.discounts', 'customers.scopes', 'customers.undo'],
    now: await customerTerms(shop.db, customer),
    permission: 'customers.change',
  }
}

/** Takes one change of the terms of the account of the address back. */
export async function undoTerms(context: ConsoleContext, { entry }: z.output<typeof undoForm>): Promise<void> {
  const customer = await requestedCustomer(context)
  const version = await customerVersion(context.shop.db, customer)
  const undoing = await undoingOf(context, customer)
  const [now, former] = [
    parseLogFields(logged, undoing.now),
    parseLogFields(logged, await fieldsWithout(context, undoing, entry)),
  ]
  await onCustomer(context, { operation: 'customers.undo', version }, (shop, { id }) => {
    if (!isDeepStrictEqual(former.discounts, now.discounts))
      return changeDiscounts(shop, id, new Map(Object.entries(former.discounts)))
    if (!isDeepStrictEqual(former.scopes, now.scopes)) return changeScopes(shop, id, former.scopes)
    return changeLanguage(shop, id, former.language)
  })
}
