import type { Minor } from '../../domain/money/money.ts'
import type { PaymentAttemptStatus } from '../../domain/orders/payments.ts'
import type { Language } from '../../domain/places/locales.ts'
import { attemptColumns } from '../platform/db/columns.ts'
import type { DatabaseTransaction, NewRow, Queryable } from '../platform/db/tables.ts'

export async function attemptById(db: Queryable, id: string) {
  return db.selectFrom('payment_attempts').select(attemptColumns).where('id', '=', id).executeTakeFirst()
}
export type AttemptRow = NonNullable<Awaited<ReturnType<typeof attemptById>>>

export async function attemptsOf(db: Queryable, orderId: string): Promise<AttemptRow[]> {
  return db
    .selectFrom('payment_attempts')
    .select(attemptColumns)
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Reads the attempt that a shopper can pay now: an order has at most one. */
export async function openAttempt(db: Queryable, orderId: string): Promise<AttemptRow | undefined> {
  return db
    .selectFrom('payment_attempts')
    .select(attemptColumns)
    .where('order_id', '=', orderId)
    .where('status', '=', 'started')
    .executeTakeFirst()
}

/** Reads payments on hold for a person to check, except those refunded in full. */
export async function heldAttempts(db: Queryable): Promise<AttemptRow[]> {
  return db
    .selectFrom('payment_attempts')
    .select(attemptColumns)
    .where('status', '=', 'held')
    .where((row) => row.or([row('captured', '=', 0), row('captured', '>', row.ref('refunded'))]))
    .orderBy('created_at')
    .execute()
}

export async function insertAttempt(trx: DatabaseTransaction, attempt: NewRow<'payment_attempts'>): Promise<void> {
  await trx.insertInto('payment_attempts').values(attempt).execute()
}

/** Stores an event unless it is known; returns whether it is new. */
export async function insertPaymentEvent(trx: DatabaseTransaction, event: NewRow<'payment_events'>): Promise<boolean> {
  const result = await paymentEventToInsert(trx, event).executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export function paymentEventToInsert(trx: DatabaseTransaction, event: NewRow<'payment_events'>) {
  return trx
    .insertInto('payment_events')
    .values(event)
    .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing())
}

/** Reads a provider's notices of an attempt's refunds, in the order in which they came. */
export async function refundEventsOf(db: Queryable, attemptId: string) {
  return db
    .selectFrom('payment_events')
    .select('payload')
    .where('attempt_id', '=', attemptId)
    .where('kind', 'in', ['refunded', 'refund_failed'])
    .orderBy('received_at')
    .orderBy('event_id')
    .execute()
}

type AttemptEnd = {
  status: Exclude<PaymentAttemptStatus, 'started' | 'held' | 'succeeded'>
  reason: string | null
  payment_reference?: string | null
}

/** Ends an open attempt without payment; returns whether it was still open. */
export async function endAttempt(trx: DatabaseTransaction, id: string, end: AttemptEnd, at: string): Promise<boolean> {
  const result = await trx
    .updateTable('payment_attempts')
    .set({ ...end, updated_at: at })
    .where('id', '=', id)
    .where('status', '=', 'started')
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

type Paid = { authorized: Minor; captured: Minor; payment_reference?: string | null }

/** Records an attempt's payment, whatever its status was; returns false when it is already recorded. */
export async function recordPayment(trx: DatabaseTransaction, id: string, paid: Paid, at: string): Promise<boolean> {
  const result = await trx
    .updateTable('payment_attempts')
    .set({
      ...paid,
      status: 'succeeded',
      reason: null,
      updated_at: at,
      ...(paid.captured > 0 ? { captured_at: at } : {}),
    })
    .where('id', '=', id)
    .where('status', '<>', 'succeeded')
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Lets an attempt that waits be of another provider and amount, whose payment it takes over. */
export async function takeOverPayment(
  trx: DatabaseTransaction,
  id: string,
  { provider, amount }: { provider: string; amount: Minor },
  at: string,
): Promise<void> {
  await trx.updateTable('payment_attempts').set({ provider, amount, updated_at: at }).where('id', '=', id).execute()
}

/** Puts a payment that was just recorded on hold for a person to check. */
export async function holdAttempt(trx: DatabaseTransaction, id: string, at: string): Promise<void> {
  await trx
    .updateTable('payment_attempts')
    .set({ status: 'held', updated_at: at })
    .where('id', '=', id)
    .where('status', '=', 'succeeded')
    .execute()
}

/** Accepts a payment that was on hold; its amounts do not change. */
export async function acceptAttempt(trx: DatabaseTransaction, id: string, at: string): Promise<void> {
  await trx
    .updateTable('payment_attempts')
    .set({ status: 'succeeded', updated_at: at })
    .where('id', '=', id)
    .where('status', '=', 'held')
    .execute()
}

/** Cancels a payment before it is captured. */
export async function cancelAttempt(
  trx: DatabaseTransaction,
  id: string,
  reason: string,
  at: string,
): Promise<boolean> {
  const result = await trx
    .updateTable('payment_attempts')
    .set({ status: 'cancelled', reason, authorized: 0, updated_at: at })
    .where('id', '=', id)
    .where('status', 'in', ['started', 'held', 'succeeded'])
    .where('captured', '=', 0)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Adds to the captured amount, up to the authorized amount; returns whether it was added. */
export async function addCaptured(db: Queryable, id: string, amount: Minor, at: string): Promise<boolean> {
  const result = await db
    .updateTable('payment_attempts')
    .set((row) => ({
      captured: row('captured', '+', amount),
      captured_at: row.fn.coalesce('captured_at', row.val(at)),
      updated_at: at,
    }))
    .where('id', '=', id)
    .where((row) => row(row('captured', '+', amount), '<=', row.ref('authorized')))
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/**
 * Stores an attempt's payment page; returns false when the attempt is charged without the shopper meanwhile, who must
 * then not see the page.
 */
export async function storePaymentPage(
  db: Queryable,
  id: string,
  started: { url: string; reference: string | null },
  at: string,
): Promise<boolean> {
  const result = await db
    .updateTable('payment_attempts')
    .set({ url: started.url, provider_reference: started.reference, updated_at: at })
    .where('id', '=', id)
    .where('repeats', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Claims an open attempt to be charged without the shopper; returns false when a payment page was opened for it. */
export async function claimRepeat(db: Queryable, id: string, earlier: string): Promise<boolean> {
  const result = await db
    .updateTable('payment_attempts')
    .set({ repeats: earlier })
    .where('id', '=', id)
    .where('status', '=', 'started')
    .where('url', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export async function setAttemptReason(db: Queryable, id: string, reason: string, at: string): Promise<void> {
  await db.updateTable('payment_attempts').set({ reason, updated_at: at }).where('id', '=', id).execute()
}

type Due = { providers: readonly string[]; startedBefore: string; askedBefore: string; limit: number }

/** Reads open attempts that have not been queried for a while, the oldest first. */
export async function attemptsToAsk(
  db: Queryable,
  { providers, startedBefore, askedBefore, limit }: Due,
): Promise<AttemptRow[]> {
  return db
    .selectFrom('payment_attempts')
    .select(attemptColumns)
    .where('status', '=', 'started')
    .where('provider', 'in', providers)
    .where('created_at', '<=', startedBefore)
    .where((row) => row.or([row('asked_at', 'is', null), row('asked_at', '<=', askedBefore)]))
    .orderBy('created_at')
    .limit(limit)
    .execute()
}

/** Claims the query for this process; returns false when another process was faster. */
export async function claimAsking(db: Queryable, { id, asked_at: before }: AttemptRow, at: string): Promise<boolean> {
  const result = await db
    .updateTable('payment_attempts')
    .set({ asked_at: at })
    .where('id', '=', id)
    .where('asked_at', before === null ? 'is' : '=', before)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Reads an order's released reservations, ordered by product, the order in which they are reserved again. */
export async function releasedReservations(db: Queryable, orderId: string) {
  return db
    .selectFrom('stock_reservations')
    .select(['product_id', 'quantity'])
    .where('order_id', '=', orderId)
    .where('status', '=', 'released')
    .orderBy('product_id')
    .execute()
}

export async function reserveReleasedStock(trx: DatabaseTransaction, orderId: string): Promise<void> {
  await trx
    .updateTable('stock_reservations')
    .set({ status: 'held', expires_at: null })
    .where('order_id', '=', orderId)
    .where('status', '=', 'released')
    .execute()
}

export function newAttempt(
  of: {
    id: string
    orderId: string
    provider: string
    amount: Minor
    currency: AttemptRow['currency']
    language: Language
    isDifference?: boolean
  },
  at: string,
): NewRow<'payment_attempts'> {
  const { orderId, isDifference = false, ...rest } = of
  return {
    ...rest,
    is_difference: isDifference ? 1 : 0,
    order_id: orderId,
    status: 'started',
    provider_reference: null,
    payment_reference: null,
    url: null,
    reason: null,
    asked_at: null,
    created_at: at,
    updated_at: at,
  }
}

export async function settingValue(db: Queryable, key: string): Promise<string | undefined> {
  return (await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst())?.value
}

export async function insertSetting(db: Queryable, key: string, value: string): Promise<void> {
  await db
    .insertInto('settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}
