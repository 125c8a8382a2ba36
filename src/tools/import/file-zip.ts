import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { FeedError } from '../../server/catalog/import/feeds/feed-row.ts'
import { openZip, zipEntries, zipStream, type ZipEntry, type ZipFile } from '../../server/platform/zip-file.ts'
import type { OpenFiles, OwnFiles } from './own-files.ts'

const maxEntries = 200_000

type Unpacking<Row> = { files: OwnFiles<Row>; maxBytes: number; temporary: string }

/**
 * Provides the files of a .zip file. Those that a feed names are unpacked into a temporary folder under numbers,
 * whatever their names are. Throws FeedError for a file that is no zip.
 */
export async function fileZip<Row>(
  file: string,
  { files, maxBytes, temporary }: Unpacking<Row>,
): Promise<OpenFiles<Row>> {
  const zip = await openZip(file).catch(refuseBrokenZip)
  const entries = await zipEntries(zip, maxEntries).catch(refuseBrokenZip)
  if (!entries) throw new FeedError('zip_files', { most: maxEntries })
  const byName = new Map(entries.map((entry) => [entry.fileName, entry]))
  let unpacked = 0
  return {
    check: async (name) => {
      const entry = byName.get(name)
      if (!entry || name.endsWith('/')) return { problem: 'there is no such file in the .zip file' }
      if (entry.isEncrypted()) return { problem: 'it is encrypted' }
      if (entry.uncompressedSize > maxBytes) return { problem: `it has more than ${maxBytes / 1024 / 1024} MB` }
      const target = join(temporary, `${(unpacked += 1)}`)
      return (await isUnpacked(zip, entry, target)) ? files.check(target) : { problem: 'it cannot be unpacked' }
    },
    make: files.make,
    close: () => zip.close(),
  }
}

function refuseBrokenZip(): never {
  throw new FeedError('zip_broken')
}

/** yauzl ends a file that unpacks to another size than its entry says. */
async function isUnpacked(zip: ZipFile, entry: ZipEntry, target: string): Promise<boolean> {
  try {
    await pipeline(await zipStream(zip, entry), createWriteStream(target))
    return true
  } catch {
    return false
  }
}
