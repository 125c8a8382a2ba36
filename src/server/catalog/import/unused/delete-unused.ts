import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { dayMs } from '../../../../domain/durations.ts'
import { slices } from '../../../platform/db/bulk.ts'
import type { DatabaseKind } from '../../../platform/db/connect.ts'
import { lockImports } from '../../../platform/db/locks/lock-imports.ts'
import type { Database } from '../../../platform/db/tables.ts'
import { unmarkUnused } from '../../maintenance/write-queries.ts'
import { filesOfPicture } from '../files/files-of.ts'
import { openImports } from '../journal/journal-queries.ts'
import type { Journal } from '../journal/journal.ts'
import { whileNoOther, withJournal } from '../journal/with-journal.ts'
import { otherUses } from './other-uses.ts'
import {
  deleteFileRows,
  dueFiles,
  filesAfter,
  filesOfProducts,
  unmarkReturned,
  lockFiles,
  markUnused,
  oldestUndoable,
  type FileKind,
} from './unused-queries.ts'

type Files = { db: Database; kind: DatabaseKind; now: Date; folder: string; retentionDays: number }
/** How many files were deleted. */
export type Deleted = { pictures: number; documents: number }

const [readAtOnce, deletedAtOnce] = [1_000, 100]
const kinds = ['picture', 'document'] as const satisfies FileKind[]

/**
 * Notes pictures and documents that nothing refers to, and deletes those that have been so for `retentionDays` and
 * that no undo of an import needs. Does nothing while an import is open. It is an import itself for others: one that
 * read the catalogue before reads it again, so that it does not refer to what is gone.
 */
export async function deleteUnused(files: Files): Promise<Deleted> {
  const { db, kind, now } = files
  for (const file of kinds) await updateUnusedMarks(files, file)
  const options = { db, kind, now, dryRun: false }
  return whileNoOther(options, async (mark) => {
    const done = { pictures: 0, documents: 0 }
    const before = await longUnused(files)
    const pictures = await dueFiles(db, 'picture', { before })
    const documents = await dueFiles(db, 'document', { before })
    if (pictures.length + documents.length === 0) return done
    await withJournal(options, { title: 'unused files', mark }, async (journal) => {
      done.pictures = await deleteAll(files, journal, { file: 'picture', ids: pictures, before })
      done.documents = await deleteAll(files, journal, { file: 'document', ids: documents, before })
      return { created: 0, changed: 0 }
    })
    return done
  })
}

/** Files that have been unused since before this moment may go. */
async function longUnused({ db, now, retentionDays }: Files): Promise<string> {
  const kept = new Date(now.getTime() - retentionDays * dayMs).toISOString()
  const undoable = await oldestUndoable(db)
  return undoable !== undefined && undoable < kept ? undoable : kept
}

/** Compares what is noted as unused with what is, some files at a time, while no import writes. */
async function updateUnusedMarks({ db, kind, now }: Files, file: FileKind): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined;) {
    const from: string = after
    after = await db.transaction().execute(async (trx) => {
      await lockImports(trx)
      if ((await openImports(trx)).length > 0) return undefined
      const elsewhere = (await otherUses(trx))[file]
      const rows = await filesAfter(trx, file, from, readAtOnce)
      const isUsed = (row: (typeof rows)[number]): boolean => row.used === 1 || elsewhere.has(row.id)
      const [used, unused] = [rows.filter(isUsed), rows.filter((row) => !isUsed(row))]
      await unmarkReturned(trx, file)
      await unmarkUnused(
        trx,
        kind,
        file,
        used.map(({ id }) => id),
      )
      await markUnused(trx, kind, file, { ids: unused.map(({ id }) => id), at: now.toISOString() })
      return rows.length < readAtOnce ? undefined : rows.at(-1)?.id
    })
  }
}

type Due = { file: FileKind; ids: readonly string[]; before: string }

/** Deletes rows before their files, so that nothing refers to a file that is not there. */
async function deleteAll({ db, kind, folder }: Files, journal: Journal, { file, ids, before }: Due): Promise<number> {
  let count = 0
  for (const some of slices(ids, deletedAtOnce)) {
    let deleted: string[] = []
    await journal.followUp(async (trx) => {
      await lockFiles(trx, kind, file, some)
      const used = new Set([...(await filesOfProducts(trx, kind, file, some)), ...(await otherUses(trx))[file]])
      const due = await dueFiles(trx, file, { before, among: { kind, ids: some } })
      deleted = due.filter((id) => !used.has(id))
      await deleteFileRows(trx, kind, file, deleted)
    })
    for (const id of deleted) for (const name of namesOf(file, id)) await rm(join(folder, name), { force: true })
    await unmarkUnused(db, kind, file, deleted)
    count += deleted.length
  }
  return count
}

/** The files of a picture or document in the data folder. */
function namesOf(file: FileKind, id: string): string[] {
  if (file === 'document') return [join('documents', `${id}.pdf`)]
  return [...filesOfPicture(id).map((name) => join('pictures', name)), join('originals', id)]
}
