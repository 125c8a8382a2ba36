import { extname } from 'node:path'
import { FeedError, type Feed } from './feed-row.ts'
import { readCsv } from './read-csv.ts'
import { readExcel } from './read-excel.ts'
import { readJson } from './read-json.ts'

/** Opens a feed by its file name's ending. `decimal` is how numbers that are not text in the file are written out. */
export async function readFeed(file: string, decimal: string, onBytes: (bytes: number) => void): Promise<Feed> {
  switch (extname(file).toLowerCase()) {
    case '.csv': case '.tsv': case '.txt': return readCsv(file, onBytes)
    case '.json': return readJson(file, decimal, onBytes)
    case '.xlsx': return readExcel(file, decimal)
    default: throw new FeedError('The feed must be a .csv, .xlsx or .json file.')
  }
}
