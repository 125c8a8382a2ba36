import type { CheckoutForm } from '../../../domain/orders/checkout-form.ts'
import { customerById } from '../../identity/customer-queries.ts'
import { firstAddress } from '../../identity/customers/address-queries.ts'
import { membershipOf } from '../../identity/organizations/organization-queries.ts'
import type { Queryable } from '../../platform/db/tables.ts'

/** Returns the form values known of a customer. Members of an organization default to its invoice. */
export async function checkoutDefaults(db: Queryable, customerId: string): Promise<Partial<CheckoutForm>> {
  const customer = await customerById(db, customerId)
  if (!customer) return {}
  const organization = await membershipOf(db, customerId)
  const known = await firstAddress(db, { customerId, organizationId: organization?.id ?? null })
  const { line1, line2, postal_code, city, country } = known ?? {}
  return {
    ...(known && { line1, line2, postal_code, city, country }),
    name: customer.name,
    email: customer.email,
    phone: customer.phone,
    ...(organization && {
      customer_kind: 'organization',
      organization_name: organization.name,
      organization_number: organization.organization_number,
      vat_number: organization.vat_number ?? '',
      cost_centre: organization.cost_centre,
      peppol_id: organization.peppol_id,
      invoice_address: organization.invoice_address,
      payment_method: 'invoice',
    }),
  }
}
