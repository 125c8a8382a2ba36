import { basename } from 'node:path'
import { fileReason, type FileReason } from '../../../domain/products/file-reasons.ts'
import type { RowReason } from '../../../domain/products/row-reasons.ts'
import { FeedError, type FeedNote } from './feeds/feed-row.ts'
import type { FileError } from './file-error.ts'

/** A row that was rejected, and why; `row` counts as a spreadsheet does, from 1 with the header. */
export type Rejection = RowReason & { row: number; column: string | null }

/** A new price or number of units; '' stands for none. */
type Change = { row: number; sku: string; field: string; before: string; after: string }

/** Of how many products of a feed how many are missing in it, and why nothing was done to them if `refused` says so. */
export type Missing = { of: number; missing: number; hidden: number; sold_out: number; refused: FileReason | null }

/** The result of importing one file; `error` says why the whole file was refused, in which case nothing was written. */
export type FeedReport = {
  file: string
  profile: string | null
  dry_run: boolean
  rows: number
  created: number
  changed: number
  unchanged: number
  /** Rows of prices and stock whose article numbers the shop does not have. */
  unknown: number
  rejected: number
  /** How many of the rejected rows repeat another row of the same file. */
  repeated: number
  rejections: Rejection[]
  /** Rows whose products are imported without an attribute, because its cell cannot be read. */
  incomplete: number
  /** Rows whose products are imported without something else that they name, such as a related product. */
  left_out: number
  /** The cells of both. */
  unread: Rejection[]
  /** What changes of products, as far as it is listed. */
  changes: Change[]
  /** What happened to products that the feed does not have any more; null where the profile keeps them. */
  missing: Missing | null
  /** The second file, with texts, as it was before it was read; null where the profile has none. */
  texts: { file: string; hash: string } | null
  notes: FeedNote[]
  error: string | null
  /** The same as a code with values, for readers of other languages. */
  error_reason: FileReason | null
  seconds: number
}

/** Rejections listed one by one; further ones are only counted, which limits the report's size. */
const maxRejections = 10_000

/** What a report says of a file that is refused as a whole. */
export function refusalOf({ message, detail }: FileError): Pick<FeedReport, 'error' | 'error_reason'> {
  return { error: message, error_reason: detail }
}

export function emptyReport(file: string, dryRun: boolean): FeedReport {
  return {
    file,
    profile: null,
    dry_run: dryRun,
    rows: 0,
    created: 0,
    changed: 0,
    unchanged: 0,
    unknown: 0,
    rejected: 0,
    repeated: 0,
    rejections: [],
    incomplete: 0,
    left_out: 0,
    unread: [],
    changes: [],
    missing: null,
    texts: null,
    notes: [],
    error: null,
    error_reason: null,
    seconds: 0,
  }
}

/** Begins the report on a file. */
export function reportOf(
  file: string,
  profile: { name: string },
  { dryRun }: { dryRun: boolean },
  recovered: readonly string[],
): FeedReport {
  const notes = recovered.map((title) => fileReason('note_interrupted', { title }))
  return { ...emptyReport(basename(file), dryRun), profile: profile.name, notes }
}

export function reject(report: FeedReport, rejection: Rejection): void {
  report.rejected += 1
  if (report.rejections.length < maxRejections) report.rejections.push(rejection)
}

/** Notes the attributes of a row whose product is imported without them. */
export function leaveOut(report: FeedReport, cells: readonly Rejection[]): void {
  if (cells.length === 0) return
  report.incomplete += 1
  noteCells(report, cells)
}

/** Notes other cells of a row whose product is imported without them; no number of them refuses the file. */
export function leaveOutOthers(report: FeedReport, cells: readonly Rejection[]): void {
  if (cells.length === 0) return
  report.left_out += 1
  noteCells(report, cells)
}

function noteCells(report: FeedReport, cells: readonly Rejection[]): void {
  report.unread.push(...cells.slice(0, maxRejections - report.unread.length))
}

/** How many rows of a file may be rejected, as a number or as a percentage; repeated rows do not count. */
export type RejectionLimit = { rows: number } | { percent: number }

/**
 * Refuses a file with too many rejected rows, or too many with cells that cannot be read, before anything is written:
 * the profile probably does not fit it. Throws FeedError.
 */
export function refuseTooMany(report: FeedReport, limit: RejectionLimit): void {
  const { rows, rejected, repeated, incomplete } = report
  const max = 'rows' in limit ? limit.rows : (rows * limit.percent) / 100
  const allowed = 'rows' in limit ? String(limit.rows) : `${limit.percent}%`
  const lost = rejected - repeated
  if (lost > max) throw new FeedError('rejected_many', { lost, rows, allowed })
  if (incomplete > max) throw new FeedError('unread_many', { lost: incomplete, rows, allowed })
}
