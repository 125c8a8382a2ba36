import { runSource, type RunOptions } from '../catalog/sources/run-source.ts'
import { addSourceRows } from '../catalog/sources/source-queries.ts'
import { sourceStates } from '../catalog/sources/source-states.ts'
import type { Shop } from '../platform/shop.ts'

/** Fetches and imports the sources that are due, one after the other, each in one of all processes. */
export async function runDueSources(
  { db, env, now, log, settings }: Pick<Shop, 'db' | 'env' | 'now' | 'log' | 'settings'>,
  options: RunOptions,
): Promise<void> {
  const states = await sourceStates(db, settings.all, now())
  await addSourceRows(
    db,
    states.flatMap(({ row, isNew }) => (isNew ? [row] : [])),
  )
  for (const { source, row, dueAt } of states) {
    if (options.stop.aborted) return
    const isForced = row.is_wanted === 1
    if (!isForced && (!dueAt || dueAt > now())) continue
    const outcome = await runSource({ db, env, now }, source, row, { ...options, isForced })
    if (!outcome) continue
    const { result, said } = outcome
    const line = { source: source.id, result, said }
    if (result === 'failed') log.warn(line, 'a source could not be imported')
    else log.info(line, 'a source was run')
  }
}
