import type { SourceFields, SourceLine, SourceRun, SourceSchedule } from '../../../contracts/console/sources.ts'
import { readSchedule } from '../../../domain/settings/source-schedule.ts'
import type { FeedSource } from '../../../domain/settings/sources.ts'
import { reasonsJson } from '../../catalog/import/runs/run-json.ts'
import type { SourceState } from '../../catalog/sources/source-states.ts'

const minuteMs = 60_000

type Run = { started_at: string; result: SourceRun['result']; said: string; said_reasons: string }

export const sourceRun = ({ started_at: startedAt, result, said, said_reasons: reasons }: Run): SourceRun => ({
  startedAt,
  result,
  said,
  reasons: reasons === '' ? [] : reasonsJson.read(reasons),
})

/** A source as its list shows it. */
export function sourceLine({ source, row, dueAt }: SourceState, last: Run | undefined, now: Date): SourceLine {
  const isRunning = row.lease !== '' && row.leased_until > now.toISOString()
  const isWanted = row.is_wanted === 1
  const resting = !source.active ? 'paused' : row.failures > 0 ? 'failing' : 'waiting'
  return {
    name: source.id,
    from: source.from,
    schedule: scheduleOf(source.schedule),
    state: isRunning ? 'running' : isWanted ? 'wanted' : resting,
    failures: row.failures,
    next: dueAt?.toISOString() ?? null,
    last: last ? sourceRun(last) : null,
  }
}

function scheduleOf(text: string): SourceSchedule | null {
  const read = readSchedule(text)
  if (!read) return null
  return 'at' in read ? { kind: 'daily', time: read.at } : { kind: 'every', minutes: read.everyMs / minuteMs }
}

/** The fields of a source's form. */
export function fieldsOfSource(source: FeedSource): SourceFields {
  const { from, fileName, profile, schedule, maxRejected, maxMissing, user, secret, hostKey } = source
  const read = scheduleOf(schedule)
  return {
    from,
    fileName,
    profile,
    kind: read?.kind ?? 'every',
    minutes: read?.kind === 'every' ? String(read.minutes) : '60',
    time: read?.kind === 'daily' ? read.time : '03:30',
    maxRejected,
    maxMissing,
    user,
    secret,
    hostKey,
  }
}

/** The fields of a source that is new. */
export const newFields: SourceFields = {
  from: '',
  fileName: '',
  profile: '',
  kind: 'every',
  minutes: '60',
  time: '03:30',
  maxRejected: '10%',
  maxMissing: '20%',
  user: '',
  secret: '',
  hostKey: '',
}
