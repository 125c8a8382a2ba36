import { Readable, pipeline } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { detectEncoding, encodingNotes, textOf, type TextEncoding } from './decode-text.ts'
import { FeedError, tableHeader, tableRow, type BrokenRow, type Feed, type FeedRow } from './feed-row.ts'
import type { FeedSource } from './feed-source.ts'
import type { FeedFormat } from './feed-format.ts'

const delimiters = [',', ';', '\t', '|'] as const
const longestRow = 1_000_000

/**
 * Opens a CSV file: detects its encoding and delimiter where they are not given; quotation marks inside a cell are
 * literal.
 */
export async function readCsv(
  source: FeedSource,
  given: Pick<FeedFormat, 'encoding' | 'delimiter'>,
  onBytes: (bytes: number) => void,
): Promise<Feed> {
  const encoding = await detectEncoding(source, given.encoding)
  const delimiter = given.delimiter ?? delimiterOf(await firstLine(source, encoding))
  const cells = parsedRows(textOf(source, encoding, onBytes), delimiter)
  const first = await cells.next()
  if (first.done) throw new FeedError('feed_empty')
  const header = tableHeader(first.value)
  return {
    columns: header.columns,
    columnName: (column) => column,
    notes: encodingNotes(encoding),
    rows: tableRows(cells, (row, values) => tableRow(row, header, values)),
  }
}

async function* tableRows(
  cells: AsyncGenerator<string[]>,
  toRow: (row: number, values: string[]) => FeedRow | BrokenRow | undefined,
): AsyncGenerator<FeedRow | BrokenRow> {
  let row = 1
  for await (const values of cells) {
    row += 1
    const found = toRow(row, values)
    if (found) yield found
  }
}

async function* parsedRows(text: AsyncIterable<string>, delimiter: string): AsyncGenerator<string[], undefined> {
  const parser = parse({
    delimiter,
    relax_quotes: true,
    relax_column_count: true,
    trim: true,
    max_record_size: longestRow,
  })
  // The callback is empty because errors arrive through the parser below.
  pipeline(Readable.from(text), parser, () => {})
  try {
    for await (const record of parser) yield record as string[]
  } catch (error) {
    throw error instanceof CsvError ? csvFault(error) : error
  }
  return undefined
}

function csvFault({ code, message }: CsvError): FeedError {
  if (code === 'CSV_QUOTE_NOT_CLOSED') return new FeedError('csv_quote')
  if (code === 'CSV_MAX_RECORD_SIZE') return new FeedError('csv_row', { characters: longestRow })
  return new FeedError('csv_broken', { fault: message })
}

async function firstLine(source: FeedSource, { label }: TextEncoding): Promise<string> {
  for await (const chunk of source.read(() => {})) {
    const [line = ''] = new TextDecoder(label).decode(chunk.subarray(0, 64 * 1024)).split(/\r\n|\r|\n/, 1)
    return line
  }
  return ''
}

/** Detects the delimiter: the candidate that splits the header most often, ignoring quoted text. */
function delimiterOf(header: string): string {
  const bare = header.replace(/"[^"]*"/g, '')
  const counted = delimiters.map((delimiter) => ({ delimiter, count: bare.split(delimiter).length }))
  return counted.reduce((best, next) => (next.count > best.count ? next : best)).delimiter
}
