import { FileError } from '../../server/catalog/import/file-error.ts'
import type { ImportOrder } from '../../server/catalog/import/import-arguments.ts'
import { lastChanges } from '../../server/catalog/import/journal/last-changes.ts'
import { undoRun } from '../../server/catalog/import/journal/undo-run.ts'
import { notesJson } from '../../server/catalog/import/runs/run-json.ts'
import { endTask, importById, type ImportRow } from '../../server/catalog/import/runs/run-queries.ts'
import { faultOf } from '../../server/catalog/import/runs/stored-reasons.ts'
import { withDatabase, type ToolShop } from '../open-database.ts'
import { checkUpload, importUpload } from './import-upload.ts'
import { guessUpload, previewUpload } from './preview-upload.ts'
import { storedProgress } from './stored-progress.ts'

type Ended = Partial<Omit<ImportRow, 'id' | 'task' | 'lease'>>

/**
 * Carries out what the console asked for an import, and writes what came of it into the import's row: a fault is a
 * sentence and its code there. @returns the exit code.
 */
export async function carryOutOrder({ importId, lease }: ImportOrder): Promise<number> {
  const work = async (shop: ToolShop): Promise<number> => {
    const row = await importById(shop.db, importId)
    if (!row || row.lease !== lease || row.task === '') return 0
    await endTask(shop.db, row, await endedOrFault(shop, row))
    return 0
  }
  return withDatabase(work, { isBulk: true })
}

async function endedOrFault(shop: ToolShop, row: ImportRow): Promise<Ended> {
  try {
    return { ...faultOf([]), ...(await carryOut(shop, row)) }
  } catch (error) {
    if (!(error instanceof FileError)) throw error
    return { ...faultOf([error.detail]), is_checked: 0 }
  }
}

async function carryOut(shop: ToolShop, row: ImportRow): Promise<Ended> {
  switch (row.task) {
    case 'guess':
      return guessUpload(shop, row)
    case 'preview':
      return previewUpload(shop, row)
    case 'check':
      return checkUpload(shop, row)
    case 'import':
      return importUpload(shop, row)
    case 'undo':
      return undo(shop, row)
    case '':
      return {}
  }
}

async function undo({ db, kind }: ToolShop, row: ImportRow): Promise<Ended> {
  if (row.run === null) return {}
  await using progress = storedProgress(db, row.id)
  const { keptCategories, keptSkus, ...undone } = await undoRun(
    { db, kind, now: new Date() },
    row.run,
    (_title, done, of) => progress.show({ phase: 'undoing', done, of, rows: done }),
  )
  const keptProducts = await lastChanges(db, keptSkus)
  const note = { undone, keptCategories: [...keptCategories], keptProducts }
  return { notes: notesJson.write([...notesJson.read(row.notes), note]) }
}
