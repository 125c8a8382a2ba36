import type { Settings } from '../../../domain/settings/settings.ts'
import { nextAfter, readSchedule } from '../../../domain/settings/source-schedule.ts'
import type { FeedSource } from '../../../domain/settings/sources.ts'
import type { Database } from '../../platform/db/tables.ts'
import { sourceRows, type SourceRow } from './source-queries.ts'

/**
 * A source of the settings, what is known of it (a row that is not stored yet where it `isNew`), and when it runs next;
 * undefined while it is paused.
 */
export type SourceState = { source: FeedSource; row: SourceRow; isNew: boolean; dueAt: Date | undefined }

/** Reads the sources of the settings. A new one is due at once, or at its first time of day when it has one. */
export async function sourceStates(
  db: Database,
  { sources: { feeds }, delivery: { timeZone } }: Settings,
  now: Date,
): Promise<SourceState[]> {
  const known = feeds.length === 0 ? new Map<string, SourceRow>() : await sourceRows(db)
  return feeds.map((source) => {
    const row = known.get(source.id) ?? newRow(source, now)
    return { source, row, isNew: !known.has(source.id), dueAt: dueAt(source, row, timeZone) }
  })
}

/** How long after its time a source that has not run is overdue. */
const overdueMs = 3_600_000

/** Says which sources fail or have not run for long. */
export async function sourceTroubles(db: Database, settings: Settings, now: Date): Promise<string[]> {
  return (await sourceStates(db, settings, now)).flatMap(({ source, row, dueAt: due }) => {
    if (!source.active) return []
    if (row.failures > 0) return [`${source.id} has failed ${row.failures === 1 ? 'once' : `${row.failures} times`}`]
    if (due && now.getTime() - due.getTime() > overdueMs)
      return [`${source.id} should have run at ${due.toISOString()}`]
    return []
  })
}

function newRow({ id, schedule }: FeedSource, now: Date): SourceRow {
  const at = now.toISOString()
  const read = readSchedule(schedule)
  const next = read && 'everyMs' in read ? at : null
  const nothing = {
    lease: '',
    version: '',
    etag: '',
    texts_file: '',
    texts_hash: '',
    failures: 0,
    is_told: 0,
    is_wanted: 0,
    host_key: '',
  } as const
  return { name: id, tried_at: at, next_at: next, leased_until: at, ...nothing }
}

function dueAt({ active, schedule }: FeedSource, row: SourceRow, timeZone: string): Date | undefined {
  const read = readSchedule(schedule)
  if (!active || !read) return undefined
  return row.next_at === null ? nextAfter(read, new Date(row.tried_at), timeZone) : new Date(row.next_at)
}
