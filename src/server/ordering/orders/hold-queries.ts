import type { DatabaseTransaction, Queryable } from '../../platform/db/tables.ts'

/** Names and numbers of the organizations that have an account. */
export async function companyIdentities(db: Queryable) {
  return db.selectFrom('organizations').select(['id', 'name', 'organization_number', 'vat_number']).execute()
}
export type CompanyIdentity = Awaited<ReturnType<typeof companyIdentities>>[number]

/** Takes the hold off an order; tells whether it had one. */
export async function clearHold(trx: DatabaseTransaction, orderId: string): Promise<boolean> {
  const result = await trx
    .updateTable('orders')
    .set({ hold: null })
    .where('id', '=', orderId)
    .where('hold', 'is not', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Forgets where orders placed before a moment came from. */
export async function forgetNetworks(db: Queryable, before: string): Promise<void> {
  await db
    .updateTable('orders')
    .set({ network: '' })
    .where('network', '<>', '')
    .where('placed_at', '<', before)
    .execute()
}
