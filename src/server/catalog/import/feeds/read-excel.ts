import { largeSheet, unpackedSize, type LargeLimits } from '../../../platform/workbooks/large/large-sheet.ts'
import { readWorkbook } from '../../../platform/workbooks/read-workbook.ts'
import {
  WorkbookError,
  type WorkbookFault,
  type WorkbookLimits,
  type WorkbookRow,
} from '../../../platform/workbooks/workbook.ts'
import type { FeedFormat } from './feed-format.ts'
import { FeedError, tableHeader, tableRow, type BrokenRow, type Feed, type FeedRow } from './feed-row.ts'
import type { FeedSource } from './feed-source.ts'
import { rowsBelowHeader } from './header-row.ts'
import { cellText } from './read-json.ts'

const mebibyte = 1024 * 1024
const maxBytes = 48 * mebibyte

const limits: WorkbookLimits = {
  rows: Infinity,
  columns: Infinity,
  cellLength: Infinity,
  files: 500,
  unpackedBytes: maxBytes,
  partBytes: maxBytes,
  xmlBytes: maxBytes,
  ratio: Infinity,
  acceptsMacrosAndLinks: true,
  memoryMb: 192,
  timeoutMs: 60_000,
}

/** A larger workbook is read row by row. */
const large: LargeLimits = {
  files: 500,
  unpackedBytes: 1024 * mebibyte,
  ratio: 250,
  partBytes: 16 * mebibyte,
  characters: 40_000_000,
  strings: 2_000_000,
}
/** What a workbook unpacks to that is still read as a whole. */
const smallBytes = 8 * mebibyte

/** Opens the first visible sheet of an .xlsx file; its first row names the columns unless the format says otherwise. */
export async function readExcel(
  source: FeedSource,
  { numbers, headerRow }: Pick<FeedFormat, 'numbers' | 'headerRow'>,
): Promise<Feed> {
  const found = await rowsBelowHeader(textRows(await sheetOf(source), numbers.decimal), headerRow)
  if (!found) throw new FeedError('sheet_empty')
  const header = tableHeader(found.header.cells)
  return {
    columns: header.columns,
    columnName: (column) => column,
    headerRow: found.header.row,
    notes: [],
    rows: feedRows(found.rows, (row, cells) => tableRow(row, header, padded(cells, header.columns.length))),
  }
}

type TextRow = { row: number; cells: readonly string[] }
type Rows = Iterable<WorkbookRow> | AsyncIterable<WorkbookRow>

async function* textRows(rows: Rows, decimal: string): AsyncGenerator<TextRow, void> {
  try {
    for await (const { row, cells } of rows) yield { row, cells: cells.map((cell) => cellText(cell, decimal).trim()) }
  } catch (error) {
    throw error instanceof WorkbookError ? refusalOf(error.code, large) : error
  }
}

/** Spreadsheets leave out the empty cells at the end of a row. */
function padded(cells: readonly string[], width: number): readonly string[] {
  return cells.length >= width ? cells : [...cells, ...Array.from({ length: width - cells.length }, () => '')]
}

async function* feedRows(
  rows: AsyncGenerator<TextRow, void>,
  toRow: (row: number, cells: readonly string[]) => FeedRow | BrokenRow | undefined,
): AsyncGenerator<FeedRow | BrokenRow> {
  for await (const { row, cells } of rows) {
    const found = toRow(row, cells)
    if (found) yield found
  }
}

async function sheetOf(source: FeedSource): Promise<Rows> {
  return source.file !== undefined && (await isLarge(source.file)) ? largeSheet(source.file, large) : wholeSheet(source)
}

/** Whatever is wrong with the file is said by the one that reads it. */
async function isLarge(file: string): Promise<boolean> {
  try {
    return (await unpackedSize(file, large)) > smallBytes
  } catch (error) {
    if (!(error instanceof WorkbookError)) throw error
    return error.code === 'workbook_too_large'
  }
}

async function wholeSheet(source: FeedSource): Promise<WorkbookRow[]> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of source.read(() => {})) {
    size += chunk.length
    if (size > maxBytes) throw refusalOf('workbook_too_large')
    chunks.push(chunk)
  }
  const bytes = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  const reply = await readWorkbook(bytes, limits)
  if ('fault' in reply) throw refusalOf(reply.fault)
  return reply.rows
}

function refusalOf(fault: WorkbookFault, by?: LargeLimits): FeedError {
  if (fault !== 'workbook_too_large') return new FeedError('no_workbook')
  if (by) {
    const { unpackedBytes, ratio, characters } = by
    return new FeedError('workbook_large', { megabytes: unpackedBytes / mebibyte, ratio, characters })
  }
  const { memoryMb: memory, timeoutMs } = limits
  return new FeedError('workbook_heavy', { megabytes: maxBytes / mebibyte, memory, seconds: timeoutMs / 1000 })
}
