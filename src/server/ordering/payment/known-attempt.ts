import type { PaymentProvider } from '../../payments/provider.ts'
import { providerNamed } from '../../payments/providers.ts'
import { attemptById, type AttemptRow } from '../../payments/queries.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { orderById, type OrderRow } from '../orders/queries.ts'

export type KnownAttempt = { attempt: AttemptRow; order: OrderRow; provider: PaymentProvider }

/** Reads an attempt with its order and provider; undefined if one of them is unknown. */
export async function knownAttempt(db: Queryable, attemptId: string): Promise<KnownAttempt | undefined> {
  const attempt = await attemptById(db, attemptId)
  const order = attempt && (await orderById(db, attempt.order_id))
  const provider = attempt && providerNamed(attempt.provider)
  return attempt && order && provider && { attempt, order, provider }
}

/** Reads an attempt with its order and provider; throws if one of them is unknown. */
export async function requireAttempt(db: Queryable, attemptId: string): Promise<KnownAttempt> {
  const known = await knownAttempt(db, attemptId)
  if (!known) throw new Error(`Payment attempt ${attemptId} has no order or no provider.`)
  return known
}
