import type { NewRow, Queryable, Row } from '../../platform/db/tables.ts'

export type AddressRow = Row<'addresses'>
/** Owner of an address book: a customer or an organization. */
export type AddressOwner = { customerId: string } | { organizationId: string }

function addressesIn(db: Queryable, owner: AddressOwner) {
  const all = db.selectFrom('addresses').selectAll()
  return 'customerId' in owner
    ? all.where('customer_id', '=', owner.customerId)
    : all.where('organization_id', '=', owner.organizationId)
}

/** Reads the addresses, oldest first; the checkout preselects the first. */
export async function addressesOf(db: Queryable, owner: AddressOwner): Promise<AddressRow[]> {
  return addressesIn(db, owner).orderBy('id').limit(50).execute()
}

/** Reads the address that the checkout preselects: the organization's, else the customer's own. */
export async function firstAddress(
  db: Queryable,
  { customerId, organizationId }: { customerId: string; organizationId: string | null },
): Promise<AddressRow | undefined> {
  const shared =
    organizationId === null
      ? undefined
      : await addressesIn(db, { organizationId }).orderBy('id').limit(1).executeTakeFirst()
  return shared ?? addressesIn(db, { customerId }).orderBy('id').limit(1).executeTakeFirst()
}

export async function insertAddress(db: Queryable, address: NewRow<'addresses'>): Promise<void> {
  await db.insertInto('addresses').values(address).execute()
}

/** Updates an address of this owner; returns whether it exists. */
export async function updateAddress(
  db: Queryable,
  owner: AddressOwner,
  id: string,
  change: Partial<AddressRow>,
): Promise<boolean> {
  const named = db.updateTable('addresses').set(change).where('id', '=', id)
  const own =
    'customerId' in owner
      ? named.where('customer_id', '=', owner.customerId)
      : named.where('organization_id', '=', owner.organizationId)
  return (await own.executeTakeFirst()).numUpdatedRows === 1n
}

export async function deleteAddress(db: Queryable, owner: AddressOwner, id: string): Promise<void> {
  const named = db.deleteFrom('addresses').where('id', '=', id)
  await (
    'customerId' in owner
      ? named.where('customer_id', '=', owner.customerId)
      : named.where('organization_id', '=', owner.organizationId)
  ).execute()
}
