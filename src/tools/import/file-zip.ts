import { createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { FeedError } from '../../server/catalog/import/feeds/feed-row.ts'
import { openZip, zipEntries, zipStream, type ZipEntry, type ZipFile } from '../../server/platform/zip-file.ts'
import type { OpenFiles, OwnFiles } from './own-files.ts'

const maxEntries = 200_000
/** Photographs and PDF files hardly shrink: one .zip file that unpacks to more times its size would fill the disk. */
const maxRatio = 20
/** A small .zip file may unpack to this much all the same. */
const smallBytes = 1024 * 1024 * 1024

type Unpacking<Row> = { files: OwnFiles<Row>; maxBytes: number; temporary: string; freeBytes?: number }

/**
 * Provides the files of a .zip file. Those that a feed names are unpacked into a temporary folder under numbers,
 * whatever their names are, while they are not too much together: more than `freeBytes` and many times the size of the
 * .zip file. Throws FeedError for a file that is no zip.
 */
export async function fileZip<Row>(
  file: string,
  { files, maxBytes, temporary, freeBytes = smallBytes }: Unpacking<Row>,
): Promise<OpenFiles<Row>> {
  const zip = await openZip(file).catch(refuseBrokenZip)
  const entries = await zipEntries(zip, maxEntries).catch(refuseBrokenZip)
  if (!entries) throw new FeedError('zip_files', { most: maxEntries })
  const byName = new Map(entries.map((entry) => [entry.fileName, entry]))
  const maxTotal = Math.max(freeBytes, maxRatio * (await stat(file)).size)
  let [unpacked, total] = [0, 0]
  return {
    check: async (name) => {
      const entry = byName.get(name)
      if (!entry || name.endsWith('/')) return { problem: 'there is no such file in the .zip file' }
      if (entry.isEncrypted()) return { problem: 'it is encrypted' }
      if (entry.uncompressedSize > maxBytes) return { problem: `it has more than ${maxBytes / 1024 / 1024} MB` }
      if (total + entry.uncompressedSize > maxTotal) return { problem: 'the .zip file unpacks to too much' }
      const target = join(temporary, `${(unpacked += 1)}`)
      const isWhole = await isUnpacked(zip, entry, target)
      const checked = isWhole ? await files.check(target) : { problem: 'it cannot be unpacked' }
      if ('problem' in checked) await rm(target, { force: true })
      else total += entry.uncompressedSize
      return checked
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
