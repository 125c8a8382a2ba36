import { lockImports } from '../../../platform/db/locks/lock-imports.ts'
import { ShortTransactions } from '../../../platform/db/short-transactions.ts'
import type { Database, DatabaseTransaction } from '../../../platform/db/tables.ts'
import { finishInTurns } from '../../maintenance/finish-catalog.ts'
import { thisProcess } from './import-owner.ts'
import {
  addKept,
  renewHeartbeat,
  countSteps,
  deleteStep,
  endImport,
  lastStep,
  openImports,
  claimImport,
  type StoredImport,
} from './journal-queries.ts'
import { refusingWaitingRows } from './product-state-queries.ts'
import { restoreStep, type Restored, type RestoreOptions } from './restore-step.ts'
import { stepJson } from './step-json.ts'
import { forgetSourceProducts } from './undo-queries.ts'

type Options = RestoreOptions & { onProgress?: ((done: number, of: number) => void) | undefined }
/** Of so many products that are left alone the article numbers are told. */
const maxNamed = 20
/**
 * How many products were restored, deleted, hidden, and left alone because they had been changed since; `keptSkus`
 * names the first of these.
 */
export type Undone = Pick<Restored, 'restored' | 'removed' | 'hidden' | 'kept' | 'keptSkus' | 'keptCategories'>

/** Adds up what was undone of files or steps. */
export function addUndone(sum: Undone, more: Undone): Undone {
  return {
    restored: sum.restored + more.restored,
    removed: sum.removed + more.removed,
    hidden: sum.hidden + more.hidden,
    kept: sum.kept + more.kept,
    keptSkus: [...new Set([...sum.keptSkus, ...more.keptSkus])].slice(0, maxNamed),
    keptCategories: [...sum.keptCategories, ...more.keptCategories],
  }
}
export const nothingUndone: Undone = { restored: 0, removed: 0, hidden: 0, kept: 0, keptSkus: [], keptCategories: [] }

/**
 * Takes an import back, step by step from its end. A killed undo is continued by the next one. An import that ended is
 * taken back only where its products have not been changed since; one that was interrupted is taken back entirely.
 * Returns undefined when another process does it.
 */
export async function undoImport(db: Database, imported: StoredImport, options: Options): Promise<Undone | undefined> {
  const { number, state, ended_at: endedAt } = imported
  const changedAt = endedAt === null ? undefined : imported.changed_at
  if (!(await db.transaction().execute((trx) => takeOver(trx, imported)))) return undefined
  const transactions = new ShortTransactions(db, options.kind)
  const of = await countSteps(db, number)
  let sum = nothingUndone
  const [productIds, categoryIds] = [new Set<string>(), new Set<string>()]
  // What an earlier process restored before it was killed is not known.
  let isWide = state === 'undoing'
  for (let done = 0; ; done += 1) {
    const step = await transactions.run(0, (trx) => undoStep(trx, number, options, changedAt))
    if (!step) break
    sum = addUndone(sum, step)
    for (const id of step.productIds) productIds.add(id)
    for (const id of step.categoryIds) categoryIds.add(id)
    isWide ||= step.isWide
    options.onProgress?.(done + 1, of)
  }
  await finishInTurns(
    (work) =>
      transactions.run(0, async (trx) => {
        await work(trx)
        await renewHeartbeat(trx, number, thisProcess())
      }),
    options,
    isWide ? undefined : { productIds: [...productIds], categoryIds: [...categoryIds] },
  )
  await db.transaction().execute(async (trx) => {
    await forgetSourceProducts(trx, imported.run)
    await endImport(trx, number, thisProcess(), { state: 'undone' })
  })
  return sum
}

/** Tells whether no other import is open, and nobody else has taken this one. */
async function takeOver(trx: DatabaseTransaction, imported: StoredImport): Promise<boolean> {
  await lockImports(trx)
  const others = (await openImports(trx)).filter(({ number }) => number !== imported.number)
  const next = { state: 'undoing', owner: thisProcess(), at: new Date().toISOString() } as const
  return others.length === 0 && (await claimImport(trx, imported, next))
}

async function undoStep(
  trx: DatabaseTransaction,
  number: number,
  options: Options,
  changedAt: string | undefined,
): Promise<Restored | undefined> {
  const step = await lastStep(trx, number)
  if (!step) return undefined
  const before = stepJson.read(step.before)
  const ids = [...before.created, ...before.replaced.map(({ record }) => record.id)]
  const restored = await refusingWaitingRows(trx, options.kind, ids, () => restoreStep(trx, options, before, changedAt))
  await deleteStep(trx, number, step.step)
  await addKept(trx, number, restored.kept)
  await renewHeartbeat(trx, number, thisProcess())
  return restored
}
