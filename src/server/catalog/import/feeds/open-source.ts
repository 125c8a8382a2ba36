import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import { FeedError } from './feed-row.ts'
import type { FeedSource } from './feed-source.ts'
import { UnpackedLimit } from './unpacked-limit.ts'
import { zipSource } from './zip-source.ts'

/** Opens a file that may be packed as .gz or .zip. Nothing is unpacked to disk. */
export async function openSource(file: string): Promise<FeedSource> {
  const isFile = await stat(file).then(
    (found) => found.isFile(),
    () => false,
  )
  if (!isFile) throw new FeedError('no_file')
  if (/\.gz$/i.test(file)) return { name: file.slice(0, -3), read: (onBytes) => unzipped(file, onBytes) }
  if (/\.zip$/i.test(file)) return zipSource(file)
  return { name: file, file, read: (onBytes) => plain(file, onBytes) }
}

async function* plain(file: string, onBytes: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of createReadStream(file, { highWaterMark: 256 * 1024 })) {
    if (!(chunk instanceof Buffer)) continue
    onBytes(chunk.length)
    yield chunk
  }
}

async function* unzipped(file: string, onBytes: (bytes: number) => void): AsyncGenerator<Buffer> {
  const packed = createReadStream(file)
  const unpacker = createGunzip({ chunkSize: 256 * 1024 })
  packed.once('error', (error) => unpacker.destroy(error))
  packed.pipe(unpacker)
  const limit = new UnpackedLimit()
  let read = 0
  try {
    for await (const chunk of unpacker) {
      if (!(chunk instanceof Buffer)) continue
      limit.note(chunk.length, unpacker.bytesWritten)
      onBytes(unpacker.bytesWritten - read)
      read = unpacker.bytesWritten
      yield chunk
    }
  } catch (error) {
    throw isUnpackingError(error) ? new FeedError('gz_broken') : error
  } finally {
    packed.destroy()
  }
}

function isUnpackingError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
}
