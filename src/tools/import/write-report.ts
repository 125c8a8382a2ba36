import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { escapeFormula } from '../../domain/formula-injection.ts'
import type { FeedReport } from '../../server/catalog/import/feed-report.ts'
import { print } from '../print.ts'

const shownRejections = 5
const shownChanges = 20

/** The path of the report; undefined for a file name that is neither .json nor .csv. */
export function reportFile(wanted: string | undefined, dataFolder: string, now: Date): string | undefined {
  if (wanted === undefined)
    return join(dataFolder, 'reports', `import-${now.toISOString().replaceAll(':', '-').slice(0, 19)}.json`)
  return ['.json', '.csv'].includes(extname(wanted).toLowerCase()) ? wanted : undefined
}

/** Notes and refusals are sentences for people, and codes with values for programs. */
function reportJson({ notes, missing, ...report }: FeedReport) {
  return {
    ...report,
    missing: missing && { ...missing, refused: missing.refused?.reason ?? null, refused_reason: missing.refused },
    notes: notes.map(({ reason }) => reason),
    note_reasons: notes,
  }
}

export async function writeReport(file: string, reports: readonly FeedReport[]): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(
    file,
    extname(file).toLowerCase() === '.csv'
      ? csvReport(reports)
      : `${JSON.stringify(reports.map(reportJson), null, 2)}\n`,
  )
}

/** One line per rejected row or cell, and one per rejected file. */
function csvReport(reports: readonly FeedReport[]): string {
  const lines = reports.flatMap(({ file, error, rejections, unread }) => [
    ...(error === null ? [] : [[file, '', '', error]]),
    ...[...rejections, ...unread].map(({ row, column, reason }) => [file, String(row), column ?? '', reason]),
  ])
  const rows = [['file', 'row', 'column', 'reason'], ...lines]
  return `${rows.map((cells) => cells.map(csvCell).join(',')).join('\r\n')}\r\n`
}

function csvCell(text: string): string {
  return `"${escapeFormula(text).replaceAll('"', '""')}"`
}

export function printReport(reports: readonly FeedReport[], target: string): void {
  for (const report of reports) print(reportLines(report).join('\n'))
  if (reports.length > 1) print(totalLine(reports))
  print(`Report: ${target}`)
}

function reportLines(report: FeedReport): string[] {
  if (report.error !== null) return [`${report.file}: refused. ${report.error}`, ...rejectionLines(report)]
  const { file, dry_run, created, changed, unchanged, unknown, rejected, repeated, seconds, notes } = report
  const others = unknown > 0 ? `${unknown} not in the shop, ` : ''
  const repeats = repeated > 0 ? ` (${repeated} repeat another row)` : ''
  const intent = dry_run ? ' (dry run, nothing written)' : ''
  return [
    `${file}: ${created} created, ${changed} changed, ${unchanged} unchanged, ${others}${rejected} ` +
      `rejected${repeats} in ${seconds.toFixed(1)} s${intent}`,
    ...missingLines(report),
    ...notes.map(({ reason }) => `  ${reason}`),
    ...(dry_run ? changeLines(report) : []),
    ...rejectionLines(report),
  ]
}

function missingLines({ missing, profile }: FeedReport): string[] {
  if (!missing || missing.missing === 0) return []
  if (missing.refused !== null) return [`  ${missing.refused.reason}`]
  const done = missing.hidden > 0 ? `${missing.hidden} hidden` : `${missing.sold_out} sold out now`
  return [`  ${missing.missing} of ${missing.of} products of ${profile ?? ''} are not in it any more: ${done}`]
}

function changeLines({ changes }: FeedReport): string[] {
  return [
    ...changes
      .slice(0, shownChanges)
      .map(
        ({ row, sku, field, before, after }) => `  row ${row}, ${sku}: ${field} ${before || '–'} -> ${after || '–'}`,
      ),
    ...(changes.length > shownChanges ? ['  … more changes in the report'] : []),
  ]
}

function rejectionLines({ rejected, rejections, incomplete, left_out: leftOut, unread }: FeedReport): string[] {
  return [
    ...problemLines(rejected, rejections),
    ...(incomplete > 0 ? [`  ${incomplete} rows without attributes whose cells cannot be read:`] : []),
    ...(leftOut > 0 ? [`  ${leftOut} rows without something else that they name:`] : []),
    ...problemLines(unread.length, unread),
  ]
}

function problemLines(count: number, problems: FeedReport['rejections']): string[] {
  return [
    ...problems
      .slice(0, shownRejections)
      .map(({ row, column, reason }) => `  row ${row}${column === null ? '' : `, ${column}`}: ${reason}`),
    ...(count > shownRejections ? [`  … and ${count - shownRejections} more in the report`] : []),
  ]
}

function totalLine(reports: readonly FeedReport[]): string {
  const sum = (key: 'rows' | 'created' | 'changed' | 'unchanged' | 'rejected' | 'seconds') =>
    reports.reduce((total, report) => total + report[key], 0)
  return (
    `All ${reports.length} files: ${sum('rows')} rows, ${sum('created')} created, ${sum('changed')} changed, ` +
    `${sum('unchanged')} unchanged, ${sum('rejected')} rejected in ${sum('seconds').toFixed(1)} s`
  )
}
