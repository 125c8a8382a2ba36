import { promisify } from 'node:util'
import { open, type Entry, type Options, type ZipFile } from 'yauzl'

export type { Entry as ZipEntry, ZipFile } from 'yauzl'

const opened = promisify<string, Options, ZipFile>(open)

/** Opens a .zip file for reading single entries; the caller closes it. */
export function openZip(file: string): Promise<ZipFile> {
  return opened(file, { lazyEntries: true, autoClose: false, validateEntrySizes: true })
}

/**
 * Reads the entries of the central directory; undefined when there are more than `most`. Rejects a broken directory,
 * and names with `..` or an absolute path.
 */
export async function zipEntries(zip: ZipFile, max: number): Promise<Entry[] | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<Entry[] | undefined>()
  const entries: Entry[] = []
  zip.once('error', reject)
  zip.once('end', () => resolve(entries))
  zip.on('entry', (entry: Entry) => {
    entries.push(entry)
    if (entries.length > max) resolve(undefined)
    else zip.readEntry()
  })
  zip.readEntry()
  return promise
}

export async function zipStream(zip: ZipFile, entry: Entry): Promise<NodeJS.ReadableStream> {
  const { promise, resolve, reject } = Promise.withResolvers<NodeJS.ReadableStream>()
  zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)))
  return promise
}
