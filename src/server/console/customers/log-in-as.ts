import { customerScope } from '../../../domain/visitors/scopes.ts'
import { createVisitLink } from '../../identity/staff/customer-visits.ts'
import { leadTo } from '../../identity/staff/lead-to.ts'
import { scopesJson } from '../../platform/db/json-columns.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { requestedCustomer } from './on-customer.ts'

/** Leads to the storefront as the customer of the address, for a reason. */
export async function logInAs(context: ConsoleContext, { reason }: { reason: string }): Promise<Response> {
  const { shop, session, request } = context
  const customer = await requestedCustomer(context)
  if (reason === '') throw new ConsoleError('required')
  if (!scopesJson.read(customer.scopes).includes(customerScope)) throw new ConsoleError('unknown')
  const address = await createVisitLink(shop, session, { customerId: customer.id, reason })
  return leadTo(shop.env, request.locals, address)
}
