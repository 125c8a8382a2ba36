import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { type BackupHead, type BackupManifest, headName, manifestName } from './manifest.ts'
import { PartSums } from './part-sums.ts'
import { SealStream } from './seal.ts'
import { padding, tarEnd, tarHeader } from './tar-format.ts'

/** A file of a backup: `body` has exactly `size` bytes. */
export type EntryToWrite = { name: string; size: number; body: AsyncIterable<Buffer> | Iterable<Buffer> }
/** `counted` is asked for after all entries were written. */
export type Content = {
  head: BackupHead
  entries: AsyncIterable<EntryToWrite>
  counted: () => Omit<BackupManifest, 'parts'>
}

const [ownerOnly, pieceBytes] = [0o600, 256 * 1024]
const level = { params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 } }

/**
 * Writes a backup to a new file: a tar, compressed with zstd, encrypted where there is a key. Resolves when all of it
 * is on disk.
 */
export async function writeArchive(
  file: string,
  content: Content,
  key: Buffer | undefined,
  stop?: AbortSignal,
): Promise<BackupManifest> {
  const written: { manifest?: BackupManifest } = {}
  const steps = [createZstdCompress(level), ...(key ? [new SealStream(key)] : [])]
  const end = createWriteStream(file, { flags: 'wx', mode: ownerOnly })
  await pipeline([gathered(tarOf(content, written)), ...steps, end], { ...(stop && { signal: stop }) })
  await onDisk(file)
  if (!written.manifest) throw new Error('The archive was ended without its manifest.')
  return written.manifest
}

/** Waits until a file, or the names in a folder, are on disk. */
export async function onDisk(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Passes on larger pieces: a shop has thousands of small files. */
async function* gathered(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let [held, heldBytes] = [[] as Buffer[], 0]
  for await (const piece of source) {
    held.push(piece)
    heldBytes += piece.length
    if (heldBytes < pieceBytes) continue
    yield Buffer.concat(held)
    ;[held, heldBytes] = [[], 0]
  }
  yield Buffer.concat(held)
}

async function* tarOf(content: Content, written: { manifest?: BackupManifest }): AsyncGenerator<Buffer> {
  const sums = new PartSums()
  yield* jsonFile(headName, content.head)
  for await (const { name, size, body } of content.entries) {
    const add = sums.begin(name, size)
    yield tarHeader(name, size)
    for await (const piece of body) {
      add(piece)
      yield piece
    }
    yield padding(size)
  }
  const manifest = { parts: sums.parts(), ...content.counted() }
  yield* jsonFile(manifestName, manifest)
  yield tarEnd
  written.manifest = manifest
}

function* jsonFile(name: string, value: unknown): Generator<Buffer> {
  const bytes = Buffer.from(JSON.stringify(value, null, 1))
  yield tarHeader(name, bytes.length)
  yield bytes
  yield padding(bytes.length)
}
