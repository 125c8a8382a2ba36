import type { MetricObjectWithValues, MetricValue } from 'prom-client'
import type { SharedCounts } from '../http/limits/shared-counts.ts'
import type { JobState } from '../job-states.ts'

/** The figures of one process, as a registry gives them. */
export type Figures = readonly MetricObjectWithValues<MetricValue<string>>[]

/** What workers ask the supervisor. */
export type SupervisorCalls = {
  /** Ends when every other worker has dropped what this one has changed. */
  changed: (input: null) => null
  take: (input: Parameters<SharedCounts['take']>[0]) => Awaited<ReturnType<SharedCounts['take']>>
  refund: (input: Parameters<SharedCounts['refund']>[0]) => null
  /** The keys of the pages that were requested most in the worker that this one replaces, if any. */
  popular: (input: null) => readonly string[]
  /** How the jobs went in the worker that does them. */
  jobs: (input: null) => readonly JobState[]
  /** How many workers serve. */
  serving: (input: null) => number
}

/** What the supervisor asks workers. */
export type WorkerCalls = {
  /** Reads what other processes have changed, and drops it. */
  follow: (input: null) => null
  figures: (input: null) => Figures
  /** The keys of the pages that were requested most. */
  popular: (input: null) => readonly string[]
  jobs: (input: null) => readonly JobState[]
  /** Begins to end without a failed request: another worker has taken its place. */
  leave: (input: null) => null
}
