import type { Minor } from '../../../domain/money/money.ts'
import { leftOf, openDisputeOf, takenOf } from '../../payments/dispute-queries.ts'
import { attemptsOf, type AttemptRow } from '../../payments/queries.ts'
import type { Database, DatabaseTransaction } from '../../platform/db/tables.ts'
import type { OrderRow } from '../orders/queries.ts'
import { refundsOf, setSetOff } from '../orders/refund-queries.ts'
import { paidTooMuch } from '../refunds/billing.ts'
import { payBack } from '../refunds/pay-back.ts'
import { lockOrdersOf } from './orders-of-dispute.ts'

type Services = { db: Database; now: () => Date }
type Owing = { actor: string; now: Date; key: string }

/** Pays back what disputes that were won leave owed to the buyers of their payments, by the provider's ids. */
export async function payWonBack(
  { db, now }: Services,
  references: readonly string[],
  { actor, key }: Omit<Owing, 'now'>,
): Promise<void> {
  for (const reference of new Set(references))
    await db.transaction().execute(async (trx) => {
      for (const order of await lockOrdersOf(trx, reference, now()))
        await payOwed(trx, order, { actor, key, now: now() })
    })
}

/**
 * Pays back refunds of a locked order that were set off against what its bank had taken, when the shop has that money
 * again: the dispute was won, and no settlement says that it is lost. Nothing is paid while a dispute is open.
 */
export async function payOwed(trx: DatabaseTransaction, order: OrderRow, { actor, now, key }: Owing): Promise<void> {
  const refunds = (await refundsOf(trx, order.id)).filter(({ set_off: setOff }) => (setOff ?? 0) > 0)
  if (refunds.length === 0 || (await openDisputeOf(trx, order.id))) return
  const setOff = refunds.reduce((sum, each) => sum + (each.set_off ?? 0), 0)
  const attempts = await attemptsOf(trx, order.id)
  const taken = await takenOf(trx, order.id)
  const left = attempts.reduce((sum, attempt) => sum + leftOf(attempt, taken), 0)
  const amount = Math.min(setOff, left, await paidTooMuch(trx, order))
  if (amount <= 0) return
  const asked = {
    orderId: order.id,
    amount,
    attempts,
    reason: 'dispute won',
    mostOf: (attempt: AttemptRow) => leftOf(attempt, taken),
    keyOf: ({ id }: { id: string }) => `won:${key}:${id}`,
  }
  let paid: Minor = amount - (await payBack(trx, asked, { actor, now }))
  for (const refund of refunds.toReversed()) {
    const part = Math.min(paid, refund.set_off ?? 0)
    paid -= part
    if (part > 0) await setSetOff(trx, refund.id, (refund.set_off ?? 0) - part)
  }
}
