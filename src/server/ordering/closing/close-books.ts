import { dayOf } from '../../../domain/places/working-days.ts'
import { homeNow } from '../../platform/db/home-queries.ts'
import type { Database, DatabaseTransaction } from '../../platform/db/tables.ts'
import { OrderError } from '../orders/order-error.ts'
import { lockClosing, setClosedThrough } from './closing-queries.ts'

/** Throws OrderError `period_closed` if a day is closed. What is closed stays so until the transaction ends. */
export async function requireOpenDay(trx: DatabaseTransaction, day: string): Promise<void> {
  const closed = await lockClosing(trx)
  if (day <= closed) throw new OrderError('period_closed', `The books are closed through ${closed}.`)
}

type Closing = { from: string; to: string }

/**
 * So long after its midnight a day stays open: what began before it is written by then, also by another machine, whose
 * clock is behind.
 */
const openMs = 10 * 60_000

/**
 * Closes the books through a day before today, or opens them again with an earlier day or none. `from` is the last
 * closed day as the person saw it. Throws OrderError if it is another by now.
 */
export async function closeBooks({ db, now }: { db: Database; now: () => Date }, { from, to }: Closing): Promise<void> {
  return db.transaction().execute(async (trx) => {
    if ((await lockClosing(trx)) !== from)
      throw new OrderError('changed_meanwhile', 'Somebody else has closed or opened the books.')
    if (to >= dayOf(new Date(now().getTime() - openMs), await homeNow(trx)))
      throw new OrderError('day_not_over', 'A day can be closed ten minutes after its midnight.')
    await setClosedThrough(trx, to)
  })
}
