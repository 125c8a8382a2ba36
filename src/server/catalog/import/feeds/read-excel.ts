import { readWorkbook } from '../../../platform/workbooks/read-workbook.ts'
import type { WorkbookFault, WorkbookLimits, WorkbookRow } from '../../../platform/workbooks/workbook.ts'
import { FeedError, tableHeader, tableRow, type BrokenRow, type Feed, type FeedRow } from './feed-row.ts'
import type { FeedSource } from './feed-source.ts'
import { cellText } from './read-json.ts'

const mebibyte = 1024 * 1024
const mostBytes = 48 * mebibyte

const limits: WorkbookLimits = {
  rows: Infinity,
  columns: Infinity,
  cellLength: Infinity,
  files: 500,
  unpackedBytes: mostBytes,
  partBytes: mostBytes,
  xmlBytes: mostBytes,
  ratio: Infinity,
  acceptsMacrosAndLinks: true,
  memoryMb: 192,
  timeoutMs: 60_000,
}

/** Opens the first visible sheet of an .xlsx file, whose first row names the columns. */
export async function readExcel(source: FeedSource, decimal: string): Promise<Feed> {
  const [first, ...rest] = (await sheetOf(source)).map(({ row, cells }) => ({
    row,
    cells: cells.map((cell) => cellText(cell, decimal).trim()),
  }))
  if (!first) throw new FeedError('The first sheet is empty: its first row must name the columns.')
  const header = tableHeader(first.cells)
  return {
    columns: header.columns,
    columnName: (column) => column,
    notes: [],
    rows: feedRows(rest, (row, cells) => tableRow(row, header, padded(cells, header.columns.length))),
  }
}

/** Spreadsheets leave out the empty cells at the end of a row. */
function padded(cells: readonly string[], width: number): readonly string[] {
  return cells.length >= width ? cells : [...cells, ...Array.from({ length: width - cells.length }, () => '')]
}

async function* feedRows(
  rows: readonly { row: number; cells: readonly string[] }[],
  toRow: (row: number, cells: readonly string[]) => FeedRow | BrokenRow | undefined,
): AsyncGenerator<FeedRow | BrokenRow> {
  for (const { row, cells } of rows) {
    const found = toRow(row, cells)
    if (found) yield found
  }
}

async function sheetOf(source: FeedSource): Promise<WorkbookRow[]> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of source.read(() => {})) {
    size += chunk.length
    if (size > mostBytes) throw new FeedError(refusalOf('workbook_too_large'))
    chunks.push(chunk)
  }
  const bytes = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  const reply = await readWorkbook(bytes, limits)
  if ('fault' in reply) throw new FeedError(refusalOf(reply.fault))
  return reply.rows
}

function refusalOf(fault: WorkbookFault): string {
  if (fault !== 'workbook_too_large') return 'The file is not a readable .xlsx workbook.'
  return (
    `The workbook is too large: it unpacks to more than ${mostBytes / mebibyte} MB, or takes more than ` +
    `${limits.memoryMb} MB of memory or ${limits.timeoutMs / 1000} s to read. Save it as CSV.`
  )
}
