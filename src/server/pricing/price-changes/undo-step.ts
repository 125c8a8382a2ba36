import { manyPrices, purgePrices } from '../../catalog/maintenance/finish-catalog.ts'
import { kindOf } from '../../platform/db/kind-of.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { endRows, productsIn, rowsUntil, setChange, takeChange } from './change-queries.ts'
import type { Step } from './prepare-step.ts'
import { backwards, endsOf, writeRows } from './write-rows.ts'

/**
 * Restores the prices of the next rows from the end; a product that was given another price since keeps it. @returns
 * whether there is more to do.
 */
export async function undoStep(trx: DatabaseTransaction, { id, size, at }: Step): Promise<boolean> {
  const change = await takeChange(trx, id)
  if (change?.state !== 'undoing') return false
  const rows = await rowsUntil(trx, id, change.cursor, size)
  const last = rows.at(-1)
  if (!last) {
    await purgePrices(trx, kindOf(trx), await productsIn(trx, id, ['undone'], manyPrices + 1), at.toISOString())
    await setChange(trx, id, { state: 'undone', undone_at: at.toISOString() })
    return false
  }
  const changed = rows.filter(({ state }) => state === 'done')
  const ends = endsOf(await writeRows(trx, changed, backwards, at), { done: 'undone', not: 'kept' })
  await endRows(trx, id, ends)
  const undone = ends.filter(({ state }) => state === 'undone').length
  await setChange(trx, id, {
    cursor: last.position - 1,
    undone: change.undone + undone,
    kept: change.kept + ends.length - undone,
  })
  return true
}
