import type { Minor } from '../../domain/money/money.ts'
import type { DatabaseTransaction } from '../platform/db/tables.ts'

/** Raises an amount that is owed and not captured yet, such as an invoice's; returns whether it did. */
export async function raiseAuthorized(
  trx: DatabaseTransaction,
  id: string,
  amount: Minor,
  at: string,
): Promise<boolean> {
  const result = await trx
    .updateTable('payment_attempts')
    .set((row) => ({ amount: row('amount', '+', amount), authorized: row('authorized', '+', amount), updated_at: at }))
    .where('id', '=', id)
    .where('status', '=', 'succeeded')
    .where('captured', '=', 0)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Raises what is owed on an invoice that is billed already; returns whether it did. */
export async function raiseBilled(trx: DatabaseTransaction, id: string, amount: Minor, at: string): Promise<boolean> {
  const result = await trx
    .updateTable('payment_attempts')
    .set((row) => ({
      amount: row('amount', '+', amount),
      authorized: row('authorized', '+', amount),
      captured: row('captured', '+', amount),
      updated_at: at,
    }))
    .where('id', '=', id)
    .where('provider', '=', 'invoice')
    .where('status', '=', 'succeeded')
    .where('captured', '>', 0)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}
