import type { CheckoutPageForm } from '../../../contracts/customer-pages/checkout-page.ts'
import type { Address } from '../../../contracts/customer-pages/profile-page.ts'
import type { CheckoutForm } from '../../../domain/orders/checkout-form.ts'
import { addressesOf } from '../../identity/customers/address-queries.ts'
import { addressView } from '../../identity/customers/addresses.ts'
import { membershipOf } from '../../identity/organizations/organization-queries.ts'
import type { Queryable } from '../../platform/db/tables.ts'

/** Lists the addresses of the checkout's customer, the organization's first. */
export async function savedAddresses(db: Queryable, customerId: string | null): Promise<Address[]> {
  if (customerId === null) return []
  const organization = await membershipOf(db, customerId)
  const shared = organization ? await addressesOf(db, { organizationId: organization.id }) : []
  return [...shared, ...(await addressesOf(db, { customerId }))].map(addressView)
}

/** Whether an order was sent with a saved address that was chosen and is not filled in yet. */
export function isAddressOpen({ action, saved_address: saved, saved_before: before }: Choice): boolean {
  return action === 'place' && before !== undefined && saved !== '' && saved !== before
}

type Choice = Pick<CheckoutPageForm, 'action' | 'saved_address' | 'saved_before'>

/**
 * Fills the form with a saved address if `action` is `fill_in`. Ids that are not in this customer's address book are
 * ignored.
 */
export async function withSavedAddress(
  db: Queryable,
  customerId: string | null,
  form: CheckoutForm,
  { action, saved_address: saved }: Pick<CheckoutPageForm, 'action' | 'saved_address'>,
): Promise<CheckoutForm> {
  if (action !== 'fill_in') return form
  const chosen = (await savedAddresses(db, customerId)).find(({ id }) => id === saved)
  if (!chosen) return form
  const { id: _, ...address } = chosen
  return { ...form, ...address, name: address.name || form.name }
}
