import { setImmediate as turn } from 'node:timers/promises'
import type { Database } from '../../platform/db/tables.ts'
import { deleteLeftoverRows, giveUpLeftovers, leftoversBefore } from './leftover-queries.ts'

const rowsOfTurn = 500
/** What was not written for so long is of a process that has ended, or will find that it was given up. */
const abandonedAfterMs = 600_000

/** Deletes rows of lists that are not in use, in portions, at `at` (UTC ISO). */
export async function clearLeftovers(db: Database, at: string): Promise<void> {
  const before = new Date(Date.parse(at) - abandonedAfterMs).toISOString()
  for (const leftover of await leftoversBefore(db, before)) {
    await giveUpLeftovers(db, leftover.rows_id, before)
    while ((await deleteLeftoverRows(db, leftover, rowsOfTurn)) > 0) await turn()
  }
}
