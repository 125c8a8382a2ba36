import { dayMs } from '../../domain/durations.ts'
import { deleteOldSteps } from '../catalog/import/journal/journal-queries.ts'
import { recoverImports } from '../catalog/import/journal/with-journal.ts'
import type { Shop } from '../platform/shop.ts'
import { clearLeftovers } from '../pricing/price-lists/clear-leftovers.ts'

/** How long an import can be undone. */
const undoableMs = 30 * dayMs

/**
 * Takes back imports whose processes were killed, deletes rows that a killed import of a price list has left, and
 * forgets what old imports replaced.
 */
export async function cleanUpImports({ db, kind, now }: Pick<Shop, 'db' | 'kind' | 'now'>): Promise<void> {
  await recoverImports({ db, kind, now: now() })
  await clearLeftovers(db, now().toISOString())
  await deleteOldSteps(db, new Date(now().getTime() - undoableMs).toISOString())
}
