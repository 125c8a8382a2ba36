import { fileReason } from '../../domain/products/file-reasons.ts'
import type { ImportRun } from '../../server/catalog/import/feed-options.ts'
import type { FeedReport } from '../../server/catalog/import/feed-report.ts'
import type { FeedNote } from '../../server/catalog/import/feeds/feed-row.ts'
import { saveFindings } from '../../server/catalog/import/runs/finding-queries.ts'
import { problemsOf, sumOf } from '../../server/catalog/import/runs/findings-of-report.ts'
import { newImportRow } from '../../server/catalog/import/runs/new-import-row.ts'
import { notesJson } from '../../server/catalog/import/runs/run-json.ts'
import { insertImportRow } from '../../server/catalog/import/runs/run-queries.ts'
import { faultOf, storedReasons } from '../../server/catalog/import/runs/stored-reasons.ts'
import type { Database } from '../../server/platform/db/tables.ts'
import { newId } from '../../server/platform/ids.ts'
import { printableLine } from '../../server/platform/printable.ts'

/** The problems of an import by command or by a source that the console lists. */
const maxProblems = 1_000
/** Characters of the names of all files together. */
const maxNamesLength = 4_000

type Recorded = { reports: readonly FeedReport[]; source: string | undefined; run: ImportRun; now: Date }

/** Notes an import of a command or of a source, so that the console lists it with the others. */
export async function recordImport(db: Database, { reports, source, run, now }: Recorded): Promise<void> {
  if (reports.length === 0) return
  const id = newId(now.getTime())
  const errors = reports.flatMap(({ error_reason: reason }) => reason ?? [])
  await insertImportRow(db, {
    ...newImportRow(id, now),
    origin: source === undefined ? 'command' : 'source',
    source: source ?? '',
    file: printableLine(reports.map(({ file }) => file).join(', ')).slice(0, maxNamesLength),
    ended_at: new Date().toISOString(),
    state: errors.length === reports.length ? 'refused' : 'imported',
    ...faultOf(errors),
    notes: notesJson.write(storedReasons(notesOf(reports))),
    run: run.number ?? null,
    ...sumOf(reports),
  })
  await saveFindings(db, id, problemsOf(reports).slice(0, maxProblems))
}

/** What was said of the files; products without a price are counted over all of them. */
function notesOf(reports: readonly FeedReport[]): FeedNote[] {
  const notes = reports.flatMap((report) => report.notes)
  const [unpriced, others] = [notes.filter(isOfUnpriced), notes.filter((note) => !isOfUnpriced(note))]
  const count = unpriced.reduce((sum, { values }) => sum + Number(values['count'] ?? 0), 0)
  return [...(count > 0 ? [fileReason('note_unpriced', { count })] : []), ...others]
}

const isOfUnpriced = ({ code }: { code: string }): boolean => code === 'note_unpriced'
