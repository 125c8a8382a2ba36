import type { ImportTask } from '../../platform/db/tables/import-tables.ts'
import { newId } from '../../platform/ids.ts'
import { printableLine } from '../../platform/printable.ts'
import type { Shop } from '../../platform/shop.ts'
import { isAbandoned } from '../import/journal/import-owner.ts'
import { importsOfRun } from '../import/journal/journal-queries.ts'
import {
  endTask,
  isGivenUp,
  leaseImport,
  prolongImport,
  waitingImports,
  type ImportRow,
} from '../import/runs/run-queries.ts'
import type { ImportFile } from './import-in-thread.ts'

type Services = Pick<Shop, 'db' | 'now' | 'log'>
type Options = { importFile: ImportFile; stop: AbortSignal; tasks?: readonly ImportTask[] }

/** A lease of a process that was killed ends after this; a living one prolongs its own much sooner. */
const leaseMs = 20_000
const prolongEveryMs = 5_000
const atOnce = 20

/** The tasks that read the first rows, for which somebody waits at the screen: they wait for no other import. */
export const quickTasks = ['guess', 'preview'] as const satisfies readonly ImportTask[]
/** The tasks that go through a whole file. */
export const longTasks = ['check', 'import', 'undo'] as const satisfies readonly ImportTask[]

/** Said of a task whose process was killed; the console translates it. */
export const interrupted = 'interrupted'
/** Said of an import that was written whole, although its process was killed before it could report. */
export const unreported = 'unreported'

/**
 * Carries out what the console has asked for imports, one after the other, each in one of all processes; only `tasks`
 * of these kinds where they are given.
 */
export async function carryOutImports(shop: Services, options: Options): Promise<void> {
  const { tasks = [...quickTasks, ...longTasks] } = options
  for (const row of await waitingImports(shop.db, { now: shop.now().toISOString(), tasks, limit: atOnce })) {
    if (options.stop.aborted) return
    await carryOutOne(shop, row, options)
  }
}

async function carryOutOne(shop: Services, row: ImportRow, { importFile, stop }: Options): Promise<void> {
  const { db, now, log } = shop
  const lease = newId(now().getTime())
  const until = () => new Date(now().getTime() + leaseMs).toISOString()
  if (!(await leaseImport(db, row, { lease, now: now().toISOString(), until: until() }))) return
  const own = { id: row.id, lease }
  if (row.lease !== '' && (await endInterrupted(shop, row, own))) return
  const beat = setInterval(() => void prolongImport(db, lease, until()).catch(() => undefined), prolongEveryMs)
  try {
    const { code, said } = await importFile({ importId: row.id, lease }, stop)
    const sentence = printableLine(said.split('\n').at(-1) ?? '').slice(0, 500)
    if (code !== 0) await endTask(db, own, { fault: sentence || interrupted, fault_reasons: '' })
  } catch (error) {
    if (stop.aborted) return void (await prolongImport(db, lease, now().toISOString()))
    log.error({ err: error, import: row.id }, 'an import of the console ended before it was done')
    await endTask(db, own, { fault: interrupted, fault_reasons: '', is_checked: 0 })
  } finally {
    clearInterval(beat)
  }
}

type Own = Pick<ImportRow, 'id' | 'lease'>

/**
 * Ends a task whose process was killed, where it is not to be begun again: an import is not, because somebody should
 * look at it; nothing of it is kept, unless it was written whole. Returns whether the task has ended.
 */
async function endInterrupted({ db, now }: Services, row: ImportRow, own: Own): Promise<boolean> {
  if (row.task !== 'import') {
    if (!isGivenUp(row)) return false
    await endTask(db, own, { fault: interrupted, fault_reasons: '', is_checked: 0 })
    return true
  }
  const written = row.run === null ? [] : await importsOfRun(db, row.run)
  // Its process lives after all, and only this one could not hear of it: what it writes is looked at again.
  if (written.some((each) => each.state === 'writing' && !isAbandoned(each, new Date()))) return true
  if (written.length === 0 || written.some(({ state }) => state !== 'done')) {
    await endTask(db, own, { fault: interrupted, fault_reasons: '', run: null })
    return true
  }
  const sum = (key: 'created' | 'changed') => written.reduce((total, each) => total + each[key], 0)
  const counts = { created: sum('created'), changed: sum('changed') }
  await endTask(db, own, {
    state: 'imported',
    fault: unreported,
    fault_reasons: '',
    ended_at: now().toISOString(),
    ...counts,
  })
  return true
}
