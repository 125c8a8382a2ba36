import type { Minor } from '../../domain/money/money.ts'
import { attemptColumns } from '../platform/db/columns.ts'
import type { DatabaseTransaction, NewRow, Queryable } from '../platform/db/tables.ts'
import type { AttemptRow } from './queries.ts'

export async function refundById(db: Queryable, id: string) {
  return db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst()
}
export type RefundRow = NonNullable<Awaited<ReturnType<typeof refundById>>>

export async function refundByKey(db: Queryable, key: string): Promise<RefundRow | undefined> {
  return db.selectFrom('refunds').selectAll().where('dedupe_key', '=', key).executeTakeFirst()
}

export async function refundsOf(db: Queryable, orderId: string): Promise<RefundRow[]> {
  return db
    .selectFrom('refunds')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export async function refundsOfAttempts(db: Queryable, attempts: readonly AttemptRow[]): Promise<RefundRow[]> {
  const [ids, orders] = [attempts.map(({ id }) => id), attempts.map((attempt) => attempt.order_id)]
  return db
    .selectFrom('refunds')
    .selectAll()
    .where('order_id', 'in', orders)
    .where('attempt_id', 'in', ids)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Inserts a refund; returns false if one with the same key exists. */
export async function insertRefund(trx: DatabaseTransaction, refund: NewRow<'refunds'>): Promise<boolean> {
  const result = await trx
    .insertInto('refunds')
    .values({ ...refund, paid_at: refund.status === 'succeeded' ? refund.updated_at : null })
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** Reserves an amount of an attempt's captured money for a refund; returns false if less is left. */
export async function reserveRefund(
  trx: DatabaseTransaction,
  attemptId: string,
  amount: Minor,
  at: string,
): Promise<boolean> {
  const result = await trx
    .updateTable('payment_attempts')
    .set((row) => ({ refunded: row('refunded', '+', amount), updated_at: at }))
    .where('id', '=', attemptId)
    .where((row) => row(row('refunded', '+', amount), '<=', row.ref('captured')))
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Cancels a reserved refund amount, so that it can be refunded again. */
export async function restoreRefundable(
  trx: DatabaseTransaction,
  attemptId: string,
  amount: Minor,
  at: string,
): Promise<void> {
  await trx
    .updateTable('payment_attempts')
    .set((row) => ({ refunded: row('refunded', '-', amount), updated_at: at }))
    .where('id', '=', attemptId)
    .execute()
}

/** Releases part of an authorization before it is captured; returns false if less is authorized. */
export async function releaseAuthorized(
  trx: DatabaseTransaction,
  attemptId: string,
  amount: Minor,
  at: string,
): Promise<boolean> {
  const result = await trx
    .updateTable('payment_attempts')
    .set((row) => ({ authorized: row('authorized', '-', amount), updated_at: at }))
    .where('id', '=', attemptId)
    .where((row) => row(row('authorized', '-', amount), '>=', row.ref('captured')))
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export async function restoreAuthorized(
  trx: DatabaseTransaction,
  attemptId: string,
  amount: Minor,
  at: string,
): Promise<void> {
  await trx
    .updateTable('payment_attempts')
    .set((row) => ({ authorized: row('authorized', '+', amount), updated_at: at }))
    .where('id', '=', attemptId)
    .execute()
}

/** Records the captured amount; the rest of the authorization is released. */
export async function setCaptured(trx: DatabaseTransaction, id: string, captured: Minor, at: string): Promise<void> {
  await trx
    .updateTable('payment_attempts')
    .set({ captured, captured_at: at, authorized: captured, reason: null, updated_at: at })
    .where('id', '=', id)
    .execute()
}

/** Ends a refund; returns false unless its status is one of `from`. One that was paid before has come back. */
export async function endRefund(
  trx: DatabaseTransaction,
  id: string,
  from: readonly RefundRow['status'][],
  end: Pick<RefundRow, 'status' | 'error'> & Partial<Pick<RefundRow, 'provider_reference'>>,
  at: string,
): Promise<boolean> {
  const result = await trx
    .updateTable('refunds')
    .set((row) => ({
      ...end,
      updated_at: at,
      ...(end.status === 'succeeded'
        ? { paid_at: at }
        : { returned_at: row.case().when('paid_at', 'is not', null).then(at).else(null).end() }),
    }))
    .where('id', '=', id)
    .where('status', 'in', from)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export async function recordRefusal(
  db: Queryable,
  { id, refusals }: RefundRow,
  error: string,
  at: string,
): Promise<void> {
  await db
    .updateTable('refunds')
    .set({ refusals: refusals + 1, error, updated_at: at })
    .where('id', '=', id)
    .execute()
}

/** Lists refunds that the provider refused and that were not requested again. */
export async function failedRefunds(db: Queryable): Promise<RefundRow[]> {
  const rows = await db
    .selectFrom('refunds')
    .selectAll()
    .where((row) =>
      row.or([row('status', '=', 'failed'), row.and([row('status', '=', 'pending'), row('refusals', '>', 0)])]),
    )
    .orderBy('created_at')
    .execute()
  if (rows.length === 0) return []
  const repeats = await db
    .selectFrom('refunds')
    .select('dedupe_key')
    .where(
      'dedupe_key',
      'in',
      rows.map(({ id }) => `again:${id}`),
    )
    .execute()
  const repeated = new Set(repeats.map(({ dedupe_key: key }) => key))
  return rows.filter(({ id }) => !repeated.has(`again:${id}`))
}

/** Reads an attempt and locks it until the transaction ends. */
export async function lockAttempt(trx: DatabaseTransaction, id: string, at: string): Promise<AttemptRow | undefined> {
  return trx
    .updateTable('payment_attempts')
    .set({ updated_at: at })
    .where('id', '=', id)
    .returning(attemptColumns)
    .executeTakeFirst()
}

/** Reads the other attempts that the same payment of a provider pays: those of exchanges, oldest first. */
export async function attemptsOfSamePayment(
  db: Queryable,
  { id, provider, payment_reference: payment }: AttemptRow,
): Promise<AttemptRow[]> {
  if (payment === null) return []
  return db
    .selectFrom('payment_attempts')
    .select(attemptColumns)
    .where('payment_reference', '=', payment)
    .where('provider', '=', provider)
    .where('id', '<>', id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}
