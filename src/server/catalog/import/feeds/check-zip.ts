import { open as openZip, type Entry } from 'yauzl'
import { FeedError } from './feed-row.ts'

const most = { entries: 500, unpackedBytes: 48 * 1024 * 1024 }
const refusal = 'The file is not a readable .xlsx workbook.'

/** Refuses a workbook that would unpack to more than the import may hold, before anything of it is unpacked. */
export async function checkZip(file: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    openZip(file, { lazyEntries: true, validateEntrySizes: true }, (error, zip) => {
      if (error) return reject(new FeedError(refusal))
      const seen = { entries: 0, unpackedBytes: 0 }
      zip.once('error', () => reject(new FeedError(refusal)))
      zip.once('end', () => resolve())
      zip.on('entry', (entry: Entry) => {
        seen.entries += 1
        seen.unpackedBytes += entry.uncompressedSize
        if (seen.entries <= most.entries && seen.unpackedBytes <= most.unpackedBytes) return zip.readEntry()
        zip.close()
        return reject(
          new FeedError(
            `The workbook is too large: it unpacks to more than ${most.unpackedBytes / 1024 / 1024} MB. Save it ` +
              'as CSV.',
          ),
        )
      })
      return zip.readEntry()
    })
  })
}
