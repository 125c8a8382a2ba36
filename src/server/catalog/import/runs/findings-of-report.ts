import type { RowReason } from '../../../../domain/products/row-reasons.ts'
import type { FeedReport, Rejection } from '../feed-report.ts'
import type { Finding } from './finding-queries.ts'
import { reasonJson } from './run-json.ts'
import type { ImportRow } from './run-queries.ts'
import { storedValues } from './stored-reasons.ts'

type Counts = Pick<ImportRow, 'rows' | 'created' | 'changed' | 'unchanged' | 'rejected' | 'vanished'>

/** Adds up the reports of one import. */
export function sumOf(reports: readonly FeedReport[]): Counts {
  const sum = (key: 'rows' | 'created' | 'changed' | 'unchanged' | 'rejected') =>
    reports.reduce((total, report) => total + report[key], 0)
  const missing = reports.flatMap((report) => report.missing ?? [])
  return {
    rows: sum('rows'),
    created: sum('created'),
    changed: sum('changed'),
    unchanged: sum('unchanged'),
    rejected: sum('rejected'),
    vanished: missing.length === 0 ? null : missing.reduce((total, each) => total + each.missing, 0),
  }
}

/** Rows that were rejected, and cells that were left out. */
export function problemsOf(reports: readonly FeedReport[]): Finding[] {
  const of = (kind: 'rejected' | 'unread') => (problem: Rejection) => ({
    kind,
    row: problem.row,
    sku: '',
    field: problem.column ?? '',
    before: '',
    after: problem.reason,
    reason: storedReason(problem),
  })
  return reports.flatMap(({ rejections, unread }) => [...rejections.map(of('rejected')), ...unread.map(of('unread'))])
}

function storedReason({ code, values }: RowReason): string {
  return reasonJson.write({ code, values: storedValues(values) })
}

/** What a file would change, or has changed, field by field. */
export function changesOf({ changes }: FeedReport): Finding[] {
  return changes.map(({ row, sku, field, before, after }) => ({ kind: 'changed', row, sku, field, before, after }))
}
