import type { BookkeepingSettings } from '../../../domain/settings/bookkeeping.ts'
import type { Queryable, Row } from '../../platform/db/tables.ts'
import { disputeRows, exchangedRows } from '../payouts/payout-queries.ts'
import { payoutEntry } from './book-entries.ts'
import { vouchersOf, type Voucher } from './vouchers.ts'

/** The voucher of one payout, as it is in the books; undefined where it is not, or moves nothing. */
export async function voucherOfPayout(
  db: Queryable,
  payout: Row<'payouts'>,
  accounts: BookkeepingSettings,
): Promise<Voucher | undefined> {
  const ids = [payout.id]
  const rows = { disputes: await disputeRows(db, ids), exchanged: await exchangedRows(db, ids) }
  return vouchersOf(payoutEntry(payout, rows), accounts)[0]
}
