import { Worker } from 'node:worker_threads'
import { FeedError, tableHeader, tableRow, type BrokenRow, type Feed, type FeedRow } from './feed-row.ts'
import { cellText } from './read-json.ts'
import { checkZip } from './check-zip.ts'

const timeoutMs = 60_000
const memoryMb = 192

export type ExcelCell = string | number | boolean | Date | null

/**
 * Opens the first sheet of an .xlsx file. It is unpacked by a worker that is stopped when it takes too much memory or
 * time.
 */
export async function readExcel(file: string, decimal: string): Promise<Feed> {
  await checkZip(file)
  const sheet = (await sheetOf(file)).map((cells) => cells.map((cell) => cellText(cell, decimal).trim()))
  const [first, ...rest] = sheet
  if (!first) throw new FeedError('The first sheet is empty: its first row must name the columns.')
  const header = tableHeader(first)
  return {
    columns: header.columns,
    notes: [],
    rows: sheetRows(rest, (row, cells) => tableRow(row, header, padded(cells, header.columns.length))),
  }
}

/** Spreadsheets leave out the empty cells at the end of a row. */
function padded(cells: readonly string[], width: number): readonly string[] {
  return cells.length >= width ? cells : [...cells, ...Array.from({ length: width - cells.length }, () => '')]
}

async function* sheetRows(
  rows: readonly string[][],
  toRow: (row: number, cells: readonly string[]) => FeedRow | BrokenRow | undefined,
): AsyncGenerator<FeedRow | BrokenRow> {
  for (const [at, cells] of rows.entries()) {
    const found = toRow(at + 2, cells)
    if (found) yield found
  }
}

async function sheetOf(file: string): Promise<ExcelCell[][]> {
  const worker = new Worker(new URL('./excel-worker.ts', import.meta.url), {
    workerData: file,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 16 },
  })
  const timer = setTimeout(() => void worker.terminate(), timeoutMs)
  try {
    return await new Promise<ExcelCell[][]>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', () =>
        reject(new FeedError('The file is not a readable .xlsx workbook, or it is too large: save it as CSV.')),
      )
      worker.once('exit', () =>
        reject(new FeedError(`The workbook could not be read in ${timeoutMs / 1000} s: save it as CSV.`)),
      )
    })
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
