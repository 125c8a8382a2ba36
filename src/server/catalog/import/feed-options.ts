import type { DatabaseKind } from '../../platform/db/connect.ts'
import type { Database } from '../../platform/db/tables.ts'
import type { RejectionLimit } from './feed-report.ts'

export type ImportProgress = { phase: 'reading' | 'writing'; done: number; of: number; rows: number }

/** The imports of one command; the first one gives them its number. */
export type ImportRun = { number?: number }

/** How a feed is read, whatever its profile changes. */
export type FeedOptions = {
  db: Database
  kind: DatabaseKind
  now: Date
  dryRun: boolean
  /** Unlimited by default. */
  maxRejected?: RejectionLimit
  onProgress: (progress: ImportProgress) => void
  /** The command that the import belongs to; by default it is one of its own. */
  run?: ImportRun
  /** Called when the import has to wait for another one. */
  onWait?: () => void
}
