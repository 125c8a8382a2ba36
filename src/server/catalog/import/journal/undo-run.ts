import type { DatabaseKind } from '../../../platform/db/connect.ts'
import type { Database } from '../../../platform/db/tables.ts'
import { FileError } from '../file-error.ts'
import { isAbandoned } from './import-owner.ts'
import { countSteps, importsOfRun, newestImports, type StoredImport } from './journal-queries.ts'
import { addUndone, nothingUndone, undoImport, type Undone } from './undo-import.ts'

/** An import cannot be undone; the message is a sentence for the operator. */
class ImportError extends FileError {
  override readonly name = 'ImportError'
}

type Services = { db: Database; kind: DatabaseKind; now: Date }
/** `interrupted`: its process was killed, and it will be taken back. */
type RunState = 'running' | 'interrupted' | 'done' | 'undone'
/** The imports of one command. */
export type Run = {
  number: number
  files: string[]
  /** Those of a command that was killed, or whose writing failed; the others stay until it is undone. */
  takenBack: string[]
  state: RunState
  startedAt: string
  created: number
  changed: number
  kept: number
}

/** Reads the newest commands that imported something, newest first. */
export async function newestRuns(db: Database, now: Date, limit: number): Promise<Run[]> {
  const files = await newestImports(db, maxFiles)
  return [...Map.groupBy(files, ({ run }) => run)].slice(0, limit).map(([number, imports]) => ({
    number,
    files: imports.map(({ title }) => title).toReversed(),
    takenBack: takenBackOf(imports),
    state: stateOf(imports, now),
    startedAt: imports.at(-1)?.started_at ?? '',
    created: sumOf(imports, 'created'),
    changed: sumOf(imports, 'changed'),
    kept: sumOf(imports, 'kept'),
  }))
}

const maxFiles = 1_000

function stateOf(imports: readonly StoredImport[], now: Date): RunState {
  const open = imports.find(isOpen)
  if (open) return isAbandoned(open, now) ? 'interrupted' : 'running'
  return imports.every(({ state }) => state === 'undone') ? 'undone' : 'done'
}

/** None where all were undone, which the state says. */
function takenBackOf(imports: readonly StoredImport[]): string[] {
  const undone = imports.filter(({ state }) => state === 'undone')
  return undone.length === imports.length ? [] : undone.map(({ title }) => title).toReversed()
}

const isOpen = ({ state }: StoredImport): boolean => state === 'writing' || state === 'undoing'

const sumOf = (imports: readonly StoredImport[], key: 'created' | 'changed' | 'kept'): number =>
  imports.reduce((sum, each) => sum + each[key], 0)

/** Takes all imports of a command back, the last one first. Throws ImportError. */
export async function undoRun(
  { db, kind, now }: Services,
  run: number,
  onProgress?: (title: string, done: number, of: number) => void,
): Promise<Undone> {
  const imports = await importsOfRun(db, run)
  const wanted = imports.filter(({ state }) => state !== 'undone')
  if (imports.length === 0) throw new ImportError('undo_unknown', { run })
  if (wanted.length === 0) throw new ImportError('undo_twice', { run })
  if (wanted.some((each) => isOpen(each) && !isAbandoned(each, now))) throw new ImportError('undo_busy')
  await checkSteps(db, run, wanted)
  let sum = nothingUndone
  for (const each of wanted) {
    const report = onProgress && ((done: number, of: number) => onProgress(each.title, done, of))
    const undone = await undoImport(db, each, { kind, now, onProgress: report })
    if (!undone) throw new ImportError('undo_busy')
    sum = addUndone(sum, undone)
  }
  return sum
}

async function checkSteps(db: Database, run: number, wanted: readonly StoredImport[]): Promise<void> {
  const ended = wanted.filter((each) => !isOpen(each))
  const steps = await Promise.all(ended.map(({ number }) => countSteps(db, number)))
  if (steps.includes(0)) throw new ImportError('undo_old', { run })
}
