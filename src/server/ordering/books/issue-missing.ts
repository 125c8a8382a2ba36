import type { Database } from '../../platform/db/tables.ts'
import { issueCharge } from '../documents/issue-document.ts'
import { lockOrder } from '../orders/transition.ts'

/**
 * Issues the invoice or receipt of an order that was sent before documents came with the first parcel. It counts from
 * today; an order that has one keeps it.
 */
export async function issueMissing({ db, now }: { db: Database; now: () => Date }, orderId: string): Promise<void> {
  return db.transaction().execute(async (trx) => issueCharge(trx, await lockOrder(trx, orderId, now()), now()))
}
