import { attemptsOf } from '../../payments/queries.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { withoutMissedArrival } from '../delivery/missed-arrival.ts'
import { reservationsToKeep, type OrderRow } from '../orders/queries.ts'
import { lockOrder, tryTransition, type OrderAction } from '../orders/transition.ts'
import { taxAtPayment } from '../supply/vat-of-supply.ts'
import { closeAtProvider } from './close-attempts.ts'
import { reviveOrder } from './revive-order.ts'

/**
 * Confirms a paid order: keeps its stock reservation and closes all other payment pages. An expired order first
 * reserves its stock again. Returns undefined if the status has changed since the order was read; throws
 * ReservationConflict if something is no longer available.
 */
export async function confirmOrder(
  trx: DatabaseTransaction,
  order: OrderRow,
  action: OrderAction,
): Promise<OrderRow | undefined> {
  if (order.status === 'expired') {
    if ((await lockOrder(trx, order.id, action.now)).status !== 'expired') return undefined
    await reviveOrder(trx, order, action.now)
  }
  const confirmed = await tryTransition(trx, order, 'confirmed', action)
  if (!confirmed) return undefined
  await taxAtPayment(trx, await withoutMissedArrival(trx, confirmed, action.now), action)
  await reservationsToKeep(trx, order.id).execute()
  for (const attempt of await attemptsOf(trx, order.id)) {
    if (attempt.status === 'started') await closeAtProvider(trx, attempt, action.now)
  }
  return confirmed
}
