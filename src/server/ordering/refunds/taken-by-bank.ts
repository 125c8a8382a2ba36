import type { Minor } from '../../../domain/money/money.ts'
import { openDisputeOf } from '../../payments/dispute-queries.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { claimed, writtenOff } from './written-off-queries.ts'

export type TakenByBank = {
  /** What a bank has taken back in disputes that are still open. */
  disputed: Minor
  /** A dispute was lost: the bank has paid the buyer money back, so a refund pays less. */
  hasLostDispute: boolean
}

/** What banks have taken back of an order's payments, as far as it delays or reduces what a refund pays out. */
export async function takenByBank(db: Queryable, orderId: string): Promise<TakenByBank> {
  return {
    disputed: (await openDisputeOf(db, orderId))?.amount ?? 0,
    hasLostDispute: (await writtenOff(db, orderId)) + (await claimed(db, orderId)) > 0,
  }
}
