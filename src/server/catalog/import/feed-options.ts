import type { DatabaseKind } from '../../platform/db/connect.ts'
import type { Database } from '../../platform/db/tables.ts'
import type { RejectionLimit } from './feed-report.ts'

export type ImportProgress = { phase: 'reading' | 'writing'; done: number; of: number; rows: number }

/** How a feed is read, whatever its profile changes. */
export type FeedOptions = {
  db: Database
  kind: DatabaseKind
  now: Date
  dryRun: boolean
  /** Unlimited by default. */
  maxRejected?: RejectionLimit
  onProgress: (progress: ImportProgress) => void
}
