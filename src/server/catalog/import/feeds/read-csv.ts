import { Readable, pipeline } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { detectEncoding, encodingNotes, textOf, type TextEncoding } from './decode-text.ts'
import type { FeedFormat } from './feed-format.ts'
import { FeedError, tableHeader, tableRow, type BrokenRow, type Feed, type FeedRow } from './feed-row.ts'
import type { FeedSource } from './feed-source.ts'
import { lastHeaderRow, rowsBelowHeader } from './header-row.ts'

const delimiters = [',', ';', '\t', '|'] as const
const maxRowLength = 1_000_000

/**
 * Opens a CSV file: detects its encoding and delimiter where they are not given; quotation marks inside a cell are
 * literal.
 */
export async function readCsv(
  source: FeedSource,
  given: Pick<FeedFormat, 'encoding' | 'delimiter' | 'headerRow'>,
  onBytes: (bytes: number) => void,
): Promise<Feed> {
  const encoding = await detectEncoding(source, given.encoding)
  const delimiter = given.delimiter ?? delimiterOf(await firstLines(source, encoding, given.headerRow))
  const found = await rowsBelowHeader(parsedRows(textOf(source, encoding, onBytes), delimiter), given.headerRow)
  if (!found) throw new FeedError('feed_empty')
  const header = tableHeader(found.header.cells)
  return {
    columns: header.columns,
    columnName: (column) => column,
    headerRow: found.header.row,
    notes: encodingNotes(encoding),
    rows: tableRows(found.rows, (row, cells) => tableRow(row, header, cells)),
  }
}

async function* tableRows(
  rows: AsyncGenerator<TextRow, void>,
  toRow: (row: number, cells: readonly string[]) => FeedRow | BrokenRow | undefined,
): AsyncGenerator<FeedRow | BrokenRow> {
  for await (const { row, cells } of rows) {
    const found = toRow(row, cells)
    if (found) yield found
  }
}

type TextRow = { row: number; cells: readonly string[] }

async function* parsedRows(text: AsyncIterable<string>, delimiter: string): AsyncGenerator<TextRow, void> {
  const parser = parse({
    delimiter,
    relax_quotes: true,
    relax_column_count: true,
    trim: true,
    max_record_size: maxRowLength,
  })
  // The callback is empty because errors arrive through the parser below.
  pipeline(Readable.from(text), parser, () => {})
  try {
    let row = 0
    for await (const record of parser) {
      row += 1
      yield { row, cells: record as string[] }
    }
  } catch (error) {
    throw error instanceof CsvError ? csvFault(error) : error
  }
}

function csvFault({ code, message }: CsvError): FeedError {
  if (code === 'CSV_QUOTE_NOT_CLOSED') return new FeedError('csv_quote')
  if (code === 'CSV_MAX_RECORD_SIZE') return new FeedError('csv_row', { characters: maxRowLength })
  return new FeedError('csv_broken', { fault: message })
}

/** The line with the headings where it is known, else the first ones. */
async function firstLines(
  source: FeedSource,
  { label }: TextEncoding,
  headerRow: FeedFormat['headerRow'] = 1,
): Promise<readonly string[]> {
  for await (const chunk of source.read(() => {})) {
    const lines = new TextDecoder(label).decode(chunk.subarray(0, 64 * 1024)).split(/\r\n|\r|\n/, lastHeaderRow)
    return headerRow === 'guess' ? lines : lines.slice(headerRow - 1, headerRow)
  }
  return []
}

/**
 * Detects the delimiter, ignoring quoted text: the candidate that splits a line most often. The first line counts that
 * its delimiter splits into as many cells as most of the lines; a title with a comma does not.
 */
function delimiterOf(lines: readonly string[]): string {
  const bare = lines.map((line) => line.replace(/"[^"]*"/g, '')).filter((line) => line.trim() !== '')
  const cellsIn = (line: string, delimiter: string): number => line.split(delimiter).length
  const best = bare.map((line) => {
    const counts = delimiters.map((delimiter) => ({ delimiter, count: cellsIn(line, delimiter) }))
    return counts.reduce((max, next) => (next.count > max.count ? next : max))
  })
  const split = best.filter(({ count }) => count > 1)
  const isUsual = ({ delimiter, count }: (typeof best)[number]): boolean =>
    bare.filter((line) => cellsIn(line, delimiter) === count).length * 2 >= bare.length
  return (split.find(isUsual) ?? split[0])?.delimiter ?? delimiters[0]
}
