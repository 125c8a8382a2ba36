/** A row that did not become a product, and why; `row` counts as a spreadsheet does. */
export type Rejection = { row: number; column: string | null; reason: string }

/** What an import did with one file; `error` says why it was refused as a whole, and then nothing of it was written. */
export type FeedReport = {
  file: string
  profile: string | null
  dry_run: boolean
  rows: number
  created: number
  changed: number
  unchanged: number
  rejected: number
  /** How many of the rejected rows repeat another row of the same file. */
  repeated: number
  rejections: Rejection[]
  notes: string[]
  error: string | null
  seconds: number
}

/** Rejections that are listed one by one; further ones are only counted, so that a report stays small. */
export const mostRejections = 10_000

export function emptyReport(file: string, dryRun: boolean): FeedReport {
  return {
    file, profile: null, dry_run: dryRun, rows: 0, created: 0, changed: 0, unchanged: 0, rejected: 0, repeated: 0,
    rejections: [], notes: [], error: null, seconds: 0,
  }
}

export function reject(report: FeedReport, rejection: Rejection): void {
  report.rejected += 1
  if (report.rejections.length < mostRejections) report.rejections.push(rejection)
}
