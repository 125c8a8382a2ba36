import { extname } from 'node:path'
import type { FeedFormat } from './feed-format.ts'
import { FeedError, type Feed } from './feed-row.ts'
import { openSource } from './open-source.ts'

/** Opens a feed, packed as .gz or .zip or not; the file extension selects the format. */
export async function readFeed(file: string, format: FeedFormat, onBytes: (bytes: number) => void): Promise<Feed> {
  const source = await openSource(file)
  switch (extname(source.name).toLowerCase()) {
    case '.csv':
    case '.tsv':
    case '.txt':
      return (await import('./read-csv.ts')).readCsv(source, format, onBytes)
    case '.json':
      return (await import('./read-json.ts')).readJson(source, format, onBytes)
    case '.xlsx':
      return (await import('./read-excel.ts')).readExcel(source, format)
    case '.xml':
      return (await import('./read-xml.ts')).readXml(source, format, onBytes)
    default:
      throw new FeedError('format')
  }
}
