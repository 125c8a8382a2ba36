import { manyPrices, purgePrices } from '../../catalog/maintenance/finish-catalog.ts'
import { kindOf } from '../../platform/db/kind-of.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { endRows, productsIn, rowsAfter, setChange, takeChange } from './change-queries.ts'
import type { Step } from './prepare-step.ts'
import { endsOf, forwards, writeRows } from './write-rows.ts'

/** Changes the prices of the next rows; after the last one, purges the pages. @returns whether there is more to do. */
export async function runStep(trx: DatabaseTransaction, { id, size, at }: Step): Promise<boolean> {
  const change = await takeChange(trx, id)
  if (change?.state !== 'running') return false
  const rows = await rowsAfter(trx, id, change.cursor, size)
  const last = rows.at(-1)
  if (!last) {
    await purgePrices(trx, kindOf(trx), await productsIn(trx, id, ['done'], manyPrices + 1), at.toISOString())
    await setChange(trx, id, { state: 'done', ended_at: at.toISOString() })
    return false
  }
  const waiting = rows.filter(({ state }) => state === 'waiting')
  const ends = endsOf(await writeRows(trx, waiting, forwards, at), { done: 'done', not: 'refused' })
  await endRows(trx, id, ends)
  const changed = ends.filter(({ state }) => state === 'done').length
  await setChange(trx, id, {
    cursor: last.position,
    changed: change.changed + changed,
    refused: change.refused + ends.length - changed,
  })
  return true
}
