import {
  addressFields,
  type Address,
  type AddressField,
  type ProfileForm,
} from '../../../contracts/customer-pages/profile-page.ts'
import {
  checkoutErrors,
  normalizedForm,
  readCheckoutForm,
  type FieldErrors,
} from '../../../domain/orders/checkout-form.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { newId } from '../../platform/ids.ts'
import { lockOrganization } from '../organizations/organization-queries.ts'
import { requireCustomer } from '../sessions/guards.ts'
import type { Shop } from '../shop.ts'
import { addressesOf, insertAddress, updateAddress, type AddressOwner, type AddressRow } from './address-queries.ts'

const maxAddresses = 20

type Written = Record<AddressField, string>
export type SavedAddress = { kind: 'saved' } | { kind: 'too_many' } | { kind: 'wrong'; errors: FieldErrors }

/** Validates an address by the checkout's rules, then creates it or updates this owner's existing one. */
export async function saveAddress(
  { db, now, settings }: Pick<Shop, 'db' | 'now' | 'settings'>,
  owner: AddressOwner,
  id: string,
  posted: ProfileForm,
): Promise<SavedAddress> {
  const form = readCheckoutForm((field) => (isAddressField(field) ? posted[field] : undefined))
  const found = checkoutErrors(form, [], settings.all)
  const errors = Object.fromEntries(Object.entries(found).filter(([field]) => isAddressField(field)))
  if (Object.keys(errors).length > 0) return { kind: 'wrong', errors }
  const written = pick(normalizedForm(form))
  return db.transaction().execute(async (trx) => {
    await ('customerId' in owner ? requireCustomer(trx, owner.customerId) : lockOrganization(trx, owner.organizationId))
    if (id === '') return addAddress(trx, owner, { ...written, id: newId(now().getTime()) })
    await updateAddress(trx, owner, id, written)
    return { kind: 'saved' }
  })
}

async function addAddress(
  trx: DatabaseTransaction,
  owner: AddressOwner,
  address: Written & { id: string },
): Promise<SavedAddress> {
  if ((await addressesOf(trx, owner)).length >= maxAddresses) return { kind: 'too_many' }
  const [customer, organization] = 'customerId' in owner ? [owner.customerId, null] : [null, owner.organizationId]
  await insertAddress(trx, { ...address, customer_id: customer, organization_id: organization })
  return { kind: 'saved' }
}

export function addressView({ id, ...row }: AddressRow): Address {
  return { id, ...pick(row) }
}

function pick(from: Written): Written {
  const { name, line1, line2, postal_code, city, country } = from
  return { name, line1, line2, postal_code, city, country }
}

function isAddressField(field: string): field is AddressField {
  return addressFields.some((each) => each === field)
}
