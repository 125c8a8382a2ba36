import { batchQueries } from '../../platform/db/batch-queries.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { attemptsOf } from '../../payments/queries.ts'
import { reservationsToKeep, type OrderRow } from '../orders/queries.ts'
import { lockOrder, tryTransition, type OrderAction } from '../orders/transition.ts'
import { closeAtProvider } from './close-attempts.ts'
import { reviveOrder } from './revive-order.ts'

/**
 * Confirms an order that has been paid: it keeps its stock, and no other page is left on which it could be paid again.
 * One that had expired takes its stock again first. Returns undefined where the order no longer has the status that it
 * was read with; throws ReservationConflict where what it had is gone.
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
  await batchQueries(trx, reservationsToKeep(trx, order.id))
  for (const attempt of await attemptsOf(trx, order.id)) {
    if (attempt.status === 'started') await closeAtProvider(trx, attempt, action.now)
  }
  return confirmed
}
