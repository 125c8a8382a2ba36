import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { lockClosing } from '../closing/closing-queries.ts'
import { OrderError } from '../orders/order-error.ts'
import type { OrderServices } from '../orders/transition.ts'
import { forgetChecks } from './check-queries.ts'
import { payWonBack } from './pay-owed.ts'
import { hasPayoutRow, insertPayout, payoutById } from './payout-queries.ts'
import type { Payout } from './read-payouts.ts'

/** Which payouts are new, and which were there already. */
export type Imported = { added: string[]; known: string[] }

/**
 * Notes the payouts of a report, all or none, and pays back what disputes that were won leave owed. One that is there
 * with the same content is left as it is. Throws OrderError if it is there with another, if a row belongs to another
 * payout, or if its day is closed.
 */
export async function importPayouts(
  services: OrderServices,
  payouts: readonly Payout[],
  actor: string,
): Promise<Imported> {
  const { db, now } = services
  const imported = await db.transaction().execute(async (trx) => {
    // A second import waits here for the end of the first.
    const closed = await lockClosing(trx)
    const done: Imported = { added: [], known: [] }
    for (const payout of payouts) {
      const isNew = await isNewPayout(trx, payout)
      if (isNew && payout.day <= closed)
        throw new OrderError('period_closed', `The books are closed through ${closed}.`)
      if (isNew) {
        const references = payout.rows.map(({ reference }) => reference)
        await insertPayout(trx, payout, { actor, at: now().toISOString() })
        await forgetChecks(trx, references)
      }
      done[isNew ? 'added' : 'known'].push(payout.id)
    }
    return done
  })
  // Also of payouts that were known: this process may have ended before.
  const won = payouts.flatMap(({ rows }) => rows).filter(({ kind }) => kind === 'dispute_won')
  const references = won.map(({ reference }) => reference).filter((reference) => reference !== '')
  await payWonBack(services, references, actor)
  return imported
}

async function isNewPayout(trx: DatabaseTransaction, { id, hash, rows }: Payout): Promise<boolean> {
  const known = await payoutById(trx, id)
  if (known?.hash === hash) return false
  const ids = rows.map((row) => row.id)
  if (known || (await hasPayoutRow(trx, ids)))
    throw new OrderError('payout_differs', `Payout ${id} differs from what was imported before.`, { payout: id })
  return true
}
