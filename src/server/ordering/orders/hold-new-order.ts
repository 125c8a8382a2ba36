import type { CheckoutForm } from '../../../domain/orders/checkout-form.ts'
import { companyNamed, type OrderHold } from '../../../domain/orders/order-holds.ts'
import type { CompanyIdentity } from './hold-queries.ts'

type Named = Pick<CheckoutForm, 'organization_name' | 'organization_number' | 'vat_number' | 'name' | 'line1' | 'line2'>

/**
 * Returns why an order needs a manual check: it names an organization with an account, and the buyer is not its member.
 * Every field that is printed on the parcel label is compared. Null if no check is needed.
 */
export function holdFor(companies: readonly CompanyIdentity[], form: Named, memberOf: string | null): OrderHold | null {
  const isNamed = companyNamed({
    names: [form.organization_name, form.name, form.line1, form.line2],
    numbers: [form.organization_number, form.vat_number],
  })
  const isKnown = companies.some(
    ({ id, name, organization_number: number, vat_number: vatNumber }) =>
      id !== memberOf && isNamed({ names: [name], numbers: [number, vatNumber] }),
  )
  return isKnown ? 'known_organization' : null
}
