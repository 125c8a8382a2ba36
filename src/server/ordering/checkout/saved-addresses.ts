import type { Address } from '../../../contracts/profile-page.ts'
import type { CheckoutForm } from '../../../domain/checkout-form.ts'
import { addressesOf } from '../../identity/customers/address-queries.ts'
import { addressView } from '../../identity/customers/addresses.ts'
import { membershipOf } from '../../identity/organizations/organization-queries.ts'
import type { Queryable } from '../../platform/db/tables.ts'

/**
 * The address book of whoever the checkout belongs to: the organization's addresses first, as the checkout begins with
 * them.
 */
export async function savedAddresses(db: Queryable, customerId: string | null): Promise<Address[]> {
  if (customerId === null) return []
  const organization = await membershipOf(db, customerId)
  const shared = organization ? await addressesOf(db, { organizationId: organization.id }) : []
  return [...shared, ...(await addressesOf(db, { customerId }))].map(addressView)
}

/**
 * The form with the address that was chosen from the book, when `action` asks for it; another's address is none of this
 * book.
 */
export async function withSavedAddress(
  db: Queryable,
  customerId: string | null,
  form: CheckoutForm,
  posted: (name: string) => string | undefined,
): Promise<CheckoutForm> {
  if (posted('action') !== 'fill_in') return form
  const chosen = (await savedAddresses(db, customerId)).find(({ id }) => id === posted('saved_address'))
  if (!chosen) return form
  const { id: _, ...address } = chosen
  return { ...form, ...address, name: address.name || form.name }
}
