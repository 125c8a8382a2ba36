import type { Language } from '../../../domain/places/locales.ts'
import type { DatabaseKind } from '../../platform/db/connect.ts'
import type { Database, DatabaseTransaction } from '../../platform/db/tables.ts'
import type { RejectionLimit } from './feed-report.ts'

export type ImportProgress = { phase: 'reading' | 'writing'; done: number; of: number; rows: number }

/** The imports of one command; the first one gives them its number, and calls `began` in its transaction. */
export type ImportRun = {
  number?: number
  began?: (trx: DatabaseTransaction, number: number) => Promise<void>
}

/** Lists what is found of each row, for people who look through it: new products, and up to `maxChanges` changes. */
type FeedDetails = {
  maxChanges: number
  created: (product: { row: number; sku: string; names: Readonly<Record<Language, string>> }) => void
}

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
  /** Without it only a dry run lists changes, and only the first ones. */
  details?: FeedDetails | undefined
  /** Called when the import has to wait for another one. */
  onWait?: () => void
}
