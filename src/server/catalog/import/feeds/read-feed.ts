import { extname } from 'node:path'
import { FeedError, type Feed } from './feed-row.ts'

/**
 * Opens a feed; the file extension selects the format. `decimal` is the decimal mark for numbers that the file does
 * not store as text.
 */
export async function readFeed(file: string, decimal: string, onBytes: (bytes: number) => void): Promise<Feed> {
  switch (extname(file).toLowerCase()) {
    case '.csv':
    case '.tsv':
    case '.txt':
      return (await import('./read-csv.ts')).readCsv(file, onBytes)
    case '.json':
      return (await import('./read-json.ts')).readJson(file, decimal, onBytes)
    case '.xlsx':
      return (await import('./read-excel.ts')).readExcel(file, decimal)
    default:
      throw new FeedError('The feed must be a .csv, .xlsx or .json file.')
  }
}
