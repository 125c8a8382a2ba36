import type { Minor } from '../../../domain/money/money.ts'
import type { OrderHold } from '../../../domain/orders/order-holds.ts'
import type { DatabaseTransaction, Queryable } from '../../platform/db/tables.ts'

/** Lists names and registration numbers of all organizations with an account. */
export async function companyIdentities(db: Queryable) {
  return db.selectFrom('organizations').select(['id', 'name', 'organization_number', 'vat_number']).execute()
}
export type CompanyIdentity = Awaited<ReturnType<typeof companyIdentities>>[number]

export async function setHold(trx: DatabaseTransaction, orderId: string, hold: OrderHold): Promise<void> {
  await trx.updateTable('orders').set({ hold }).where('id', '=', orderId).execute()
}

/** Removes the hold of an order; returns false if it had none. */
export async function clearHold(trx: DatabaseTransaction, orderId: string): Promise<boolean> {
  const result = await trx
    .updateTable('orders')
    .set({ hold: null })
    .where('id', '=', orderId)
    .where('hold', 'is not', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Stores what is asked for a changed order and is not paid yet (minor units), and whether it waits for that. */
export async function setUnpaidDifference(
  trx: DatabaseTransaction,
  orderId: string,
  { unpaid, hold }: { unpaid: Minor; hold: OrderHold | null },
): Promise<void> {
  await trx.updateTable('orders').set({ unpaid_difference: unpaid, hold }).where('id', '=', orderId).execute()
}
