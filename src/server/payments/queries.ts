import type { PaymentAttemptStatus } from '../../domain/payments.ts'
import type { DatabaseTransaction, NewRow, Queryable } from '../db/tables.ts'

export async function attemptById(db: Queryable, id: string) {
  return db.selectFrom('payment_attempts').selectAll().where('id', '=', id).executeTakeFirst()
}
export type AttemptRow = NonNullable<Awaited<ReturnType<typeof attemptById>>>

export async function latestAttempt(db: Queryable, orderId: string) {
  return db.selectFrom('payment_attempts').selectAll().where('order_id', '=', orderId).orderBy('created_at', 'desc').executeTakeFirst()
}

/** Keeps an event unless it has been heard before; tells whether it is new. */
export async function insertPaymentEvent(trx: DatabaseTransaction, event: NewRow<'payment_events'>): Promise<boolean> {
  const result = await trx.insertInto('payment_events').values(event)
    .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing()).executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** Ends an attempt; tells whether it was still open. */
export async function endAttempt(
  trx: DatabaseTransaction, id: string, status: PaymentAttemptStatus, reason: string | null, at: string,
): Promise<boolean> {
  const result = await trx.updateTable('payment_attempts').set({ status, reason, updated_at: at }).where('id', '=', id)
    .where('status', 'in', ['started', 'held']).executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Marks a started attempt as paid wrongly, so that its order neither is confirmed nor expires. */
export async function holdAttempt(trx: DatabaseTransaction, id: string, at: string): Promise<void> {
  await trx.updateTable('payment_attempts').set({ status: 'held', updated_at: at }).where('id', '=', id).where('status', '=', 'started').execute()
}

export async function expireAttempts(trx: DatabaseTransaction, orderId: string, at: string): Promise<void> {
  await trx.updateTable('payment_attempts').set({ status: 'expired', updated_at: at }).where('order_id', '=', orderId)
    .where('status', '=', 'started').execute()
}

export async function setAttemptReference(db: Queryable, id: string, reference: string): Promise<void> {
  await db.updateTable('payment_attempts').set({ provider_reference: reference }).where('id', '=', id).execute()
}

export async function settingValue(db: Queryable, key: string): Promise<string | undefined> {
  return (await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst())?.value
}

export async function insertSetting(db: Queryable, key: string, value: string): Promise<void> {
  await db.insertInto('settings').values({ key, value }).onConflict((conflict) => conflict.column('key').doNothing()).execute()
}
