import { z } from 'zod/mini'
import { formChoice, formText } from '../form-fields.ts'
import type { StoredReason } from './imports.ts'
import type { AuditLine } from './staff.ts'

/** How often a feed is fetched: every so many minutes, or daily at a time. */
export const scheduleKinds = ['every', 'daily'] as const
type ScheduleKind = (typeof scheduleKinds)[number]

export const sourceForm = z.object({
  since: formText(15),
  name: formText(40),
  from: formText(1_000),
  fileName: formText(100),
  profile: formText(60),
  kind: formChoice(scheduleKinds),
  minutes: formText(5),
  time: formText(5),
  maxRejected: formText(9),
  maxMissing: formText(4),
  user: formText(200),
  secret: formText(80),
  hostKey: formText(50),
})
export type SourceInput = z.output<typeof sourceForm>

export const sinceForm = z.object({ since: formText(15) })

/** Confirms the key that was shown on the page. */
export const hostKeyForm = z.object({ since: formText(15), hostKey: formText(50) })
export type HostKeyInput = z.output<typeof hostKeyForm>

/** What a source is doing: it runs, waits for its time, is paused, or somebody asked for it now. */
export type SourceState = 'running' | 'wanted' | 'waiting' | 'failing' | 'paused'

/** A run of a source and its result. `said` is in English; `reasons` is the same in codes, where it has any. */
export type SourceRun = {
  startedAt: string
  result: 'imported' | 'unchanged' | 'failed' | 'waiting'
  said: string
  reasons: readonly StoredReason[]
}

export type SourceLine = {
  name: string
  from: string
  schedule: SourceSchedule | null
  state: SourceState
  failures: number
  next: string | null
  last: SourceRun | null
}
export type SourceSchedule = { kind: 'every'; minutes: number } | { kind: 'daily'; time: string }

export type SourceFields = {
  from: string
  fileName: string
  profile: string
  kind: ScheduleKind
  minutes: string
  time: string
  maxRejected: string
  maxMissing: string
  user: string
  secret: string
  hostKey: string
}

export type SourcesPage = {
  sources: readonly SourceLine[]
  /** The newest change of settings, which a form that adds one is checked against. */
  since: string
  fields: SourceFields
  mayChange: boolean
  maySetSecrets: boolean
}

export type SourcePage = SourceLine & {
  since: string
  fields: SourceFields
  /** A file of the server, or an address of the shop's own network: only the command sets these. */
  isFromCommand: boolean
  /** The key that the SFTP server showed in the last run, where it is not the confirmed one. */
  shownHostKey: string
  runs: readonly SourceRun[]
  audit: readonly AuditLine[]
  mayChange: boolean
  maySetSecrets: boolean
}
