import { audited, type Actor } from '../../platform/audit/audit.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { lockClosing } from '../closing/closing-queries.ts'
import type { OrderServices } from '../orders/transition.ts'
import { importPayouts, type Imported } from './import-payouts.ts'
import { payoutById } from './payout-queries.ts'
import { readPayouts } from './read-payouts.ts'

const maxLabelLength = 200

/**
 * Reads a provider's report and notes its payouts, with one entry of the audit log that names all of them. Throws
 * PayoutFileError or OrderError if it is not as expected.
 */
export async function importReport(services: OrderServices, actor: Actor, bytes: Uint8Array): Promise<Imported> {
  const payouts = await readPayouts(bytes)
  const ids = payouts.map(({ id }) => id)
  const known = async (trx: DatabaseTransaction) => {
    const found = await Promise.all(ids.map((id) => payoutById(trx, id)))
    return { payouts: found.flatMap((payout) => (payout ? [payout.id] : [])) }
  }
  const subject = { kind: 'payout', id: ids[0] ?? '', label: labelOf(ids) }
  // What was known is read after another import has ended.
  const guard = async (trx: DatabaseTransaction) => void (await lockClosing(trx))
  const action = { operation: 'payouts.import', subject, guard, fields: known }
  return audited(services, actor, action, (own) => importPayouts(own, payouts, actor.name))
}

/** The payouts by their ids; of very many, the first, and how many there are. */
function labelOf(ids: readonly string[]): string {
  const all = ids.join(', ')
  if (all.length <= maxLabelLength) return all
  return `${all.slice(0, all.lastIndexOf(', ', maxLabelLength))} … (${ids.length})`
}
