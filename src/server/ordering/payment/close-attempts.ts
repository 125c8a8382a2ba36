import { providerNamed } from '../../payments/providers.ts'
import { attemptsOf, endAttempt, type AttemptRow } from '../../payments/queries.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { addToOutbox } from '../../platform/outbox/queries.ts'

/** Expires an order's open attempts and closes their payment pages. Does not change the order. */
export async function expireAttempts(trx: DatabaseTransaction, orderId: string, at: string): Promise<void> {
  for (const attempt of await attemptsOf(trx, orderId)) {
    if (await endAttempt(trx, attempt.id, { status: 'expired', reason: null }, at))
      await closeAtProvider(trx, attempt, new Date(at))
  }
}

/**
 * Schedules closing the payment page after this transaction, so that nobody pays for an attempt that has ended, or
 * releasing what is authorized. `attempt` is as it was before; one whose page was paid while it was being closed may be
 * released later.
 */
export async function closeAtProvider(
  trx: DatabaseTransaction,
  { id, provider, status }: Pick<AttemptRow, 'id' | 'provider' | 'status'>,
  now: Date,
): Promise<void> {
  if (!providerNamed(provider)?.cancel) return
  const dedupeKey = status === 'started' ? `payment.cancel:${id}` : `payment.cancel:${id}:release`
  await addToOutbox(trx, { kind: 'payment.cancel', dedupeKey, payload: { attemptId: id } }, now)
}
