import type { Minor } from '../../../domain/money/money.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { setUnpaidDifference } from './hold-queries.ts'
import type { OrderRow } from './queries.ts'

type UnpaidOrder = Pick<OrderRow, 'id' | 'hold' | 'unpaid_difference'>

/**
 * Lowers what is still asked for a changed order, whose row the transaction has locked: it was paid, or the order
 * became cheaper. Returns by how much, at most `amount`; with nothing left to pay the order waits no longer.
 */
export async function lowerUnpaid(trx: DatabaseTransaction, order: UnpaidOrder, amount: Minor): Promise<Minor> {
  const lowered = Math.max(0, Math.min(amount, order.unpaid_difference))
  if (lowered === 0) return 0
  const unpaid = order.unpaid_difference - lowered
  await setUnpaidDifference(trx, order.id, { unpaid, hold: unpaid === 0 ? holdWithout(order) : order.hold })
  return lowered
}

/** The order's hold with the one for an unpaid difference, unless another keeps it already. */
export function holdWith({ hold }: Pick<OrderRow, 'hold'>): OrderRow['hold'] {
  return hold ?? 'unpaid_difference'
}

/** The order's hold without the one for an unpaid difference. */
export function holdWithout({ hold }: Pick<OrderRow, 'hold'>): OrderRow['hold'] {
  return hold === 'unpaid_difference' ? null : hold
}
