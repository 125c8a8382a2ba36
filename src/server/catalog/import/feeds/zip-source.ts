import { basename, extname } from 'node:path'
import { crc32 } from 'node:zlib'
import { openZip, zipEntries, zipStream, type ZipEntry, type ZipFile } from '../../../platform/zip-file.ts'
import { FeedError } from './feed-row.ts'
import type { FeedSource } from './feed-source.ts'
import { checkUnpacked, UnpackedLimit } from './unpacked-limit.ts'

const feeds: ReadonlySet<string> = new Set(['.csv', '.tsv', '.json', '.xlsx', '.xml'])
const maxFiles = 10_000

/** Opens the one feed in a .zip file. */
export async function zipSource(file: string): Promise<FeedSource> {
  const zip = await openFeedZip(file)
  try {
    const entry = await feedEntry(zip)
    return { name: basename(entry.fileName), read: (onBytes) => unzipped(file, entry, onBytes) }
  } finally {
    zip.close()
  }
}

function openFeedZip(file: string): Promise<ZipFile> {
  return openZip(file).catch(refuseBrokenZip)
}

function refuseBrokenZip(): never {
  throw new FeedError('zip_broken')
}

async function feedEntry(zip: ZipFile): Promise<ZipEntry> {
  const entries = await zipEntries(zip, maxFiles).catch(refuseBrokenZip)
  if (!entries) throw new FeedError('zip_files', { most: maxFiles })
  const visible = entries.filter(({ fileName }) => !/(?:^|\/)(?:\.|__MACOSX\/)|\/$/.test(fileName))
  const named = visible.filter(({ fileName }) => feeds.has(extname(fileName).toLowerCase()))
  const texts = visible.filter(({ fileName }) => /\.txt$/i.test(fileName))
  const [entry, ...others] = named.length > 0 ? named : texts
  if (!entry) throw new FeedError('zip_no_feed')
  if (others.length > 0) {
    const names = [entry, ...others].slice(0, 5).map(({ fileName }) => fileName.slice(0, 60))
    throw new FeedError('zip_feeds', { count: others.length + 1, names: names.join(', ') })
  }
  if (entry.isEncrypted()) throw new FeedError('zip_encrypted')
  checkUnpacked(entry.uncompressedSize, entry.compressedSize)
  return entry
}

/** yauzl ends a file that unpacks to another size than its entry says; its checksum is compared here. */
async function* unzipped(
  file: string,
  { fileName, compressedSize, uncompressedSize, crc32: wanted }: ZipEntry,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  const zip = await openFeedZip(file)
  const limit = new UnpackedLimit()
  const packed = compressedSize / Math.max(1, uncompressedSize)
  let sum = 0
  try {
    const entry = (await zipEntries(zip, maxFiles))?.find((each) => each.fileName === fileName)
    for await (const chunk of entry ? await zipStream(zip, entry) : []) {
      if (!(chunk instanceof Buffer)) continue
      limit.note(chunk.length, compressedSize)
      sum = crc32(chunk, sum)
      onBytes(chunk.length * packed)
      yield chunk
    }
  } catch (error) {
    if (error instanceof FeedError) throw error
    refuseBrokenZip()
  } finally {
    zip.close()
  }
  if (sum !== wanted) refuseBrokenZip()
}
