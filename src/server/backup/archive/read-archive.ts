import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { z } from 'zod'
import { BackupError } from '../backup-error.ts'
import { pathOfEntry } from './entry-names.ts'
import {
  type BackupHead,
  backupHead,
  type BackupManifest,
  backupManifest,
  filesPart,
  headName,
  manifestName,
  type Part,
  partOf,
} from './manifest.ts'
import { PartSums } from './part-sums.ts'
import { readTar, skipAll, type TarFile } from './read-tar.ts'
import { isKeyOf, isSealed, OpenStream, sealHeadBytes } from './seal.ts'

const maxJsonBytes = 8 * 1024 * 1024
/** What a reader of a backup does with it. Each file must be read to its end. */
export type BackupReader = {
  head?: (head: BackupHead) => Promise<void>
  file?: (file: TarFile) => Promise<void>
}
export type ReadBackup = { head: BackupHead; manifest: BackupManifest }

/** Ends the reading after the head without an error. */
class EnoughRead extends Error {}

/**
 * Reads a whole backup and checks every part against its SHA-256. Throws BackupError when it is damaged, not whole, or
 * encrypted with another key; what `reader` did until then must not be used.
 */
export async function readBackup(file: string, key: Buffer | undefined, reader: BackupReader): Promise<ReadBackup> {
  const read: Partial<ReadBackup> = {}
  const sums = new PartSums()
  await readStream(file, key, async (source) => {
    for await (const entry of readTar(source)) {
      if (read.manifest) throw new BackupError('The backup is damaged: more follows its list of contents.')
      if (!read.head) {
        read.head = await headOf(entry)
        await reader.head?.(read.head)
      } else if (entry.name === manifestName) read.manifest = await jsonOf(entry, backupManifest)
      else await takeFile(entry, reader, sums)
    }
    if (read.manifest) compare(sums.parts(), read.manifest.parts)
  })
  const { head, manifest } = read
  if (!head || !manifest) throw new BackupError('The backup is not whole: it ends without its list of contents.')
  return { head, manifest }
}

/** Reads what a backup is of, without the rest of it. */
export async function readHead(file: string, key: Buffer | undefined): Promise<BackupHead> {
  let head: BackupHead | undefined
  await readStream(file, key, async (source) => {
    for await (const entry of readTar(source)) {
      head = await headOf(entry)
      throw new EnoughRead()
    }
  }).catch((error: unknown) => {
    if (!(error instanceof EnoughRead)) throw error
  })
  if (!head) throw new BackupError('This is no backup of a shop: nothing is in it.')
  return head
}

async function headOf(entry: TarFile): Promise<BackupHead> {
  if (entry.name !== headName) throw new BackupError('This is no backup of a shop.')
  return jsonOf(entry, backupHead)
}

async function jsonOf<Value>({ name, size, body }: TarFile, schema: z.ZodType<Value>): Promise<Value> {
  const pieces: Buffer[] = []
  if (size > maxJsonBytes) throw new BackupError(`The backup is damaged: its ${name} is too large.`)
  for await (const piece of body) pieces.push(piece)
  try {
    return schema.parse(JSON.parse(Buffer.concat(pieces).toString()))
  } catch (error) {
    if (error instanceof z.ZodError && error.issues[0]?.path[0] === 'format')
      throw new BackupError('The backup was made by a newer version of the shop, which must read it.')
    throw new BackupError(`The backup is damaged: its ${name} says nothing that a backup says.`)
  }
}

async function takeFile({ name, size, body }: TarFile, reader: BackupReader, sums: PartSums): Promise<void> {
  if (partOf(name) === undefined)
    throw new BackupError(`The backup has a file that none has: ${JSON.stringify(name.slice(0, 200))}.`)
  if (partOf(name) === filesPart) pathOfEntry(name)
  const add = sums.begin(name, size)
  const counted = (async function* () {
    for await (const piece of body) {
      add(piece)
      yield piece
    }
  })()
  if (reader.file) await reader.file({ name, size, body: counted })
  else await skipAll(counted)
}

function compare(found: readonly Part[], listed: readonly Part[]): void {
  const wrong = listed.find((part) => {
    const same = found.find(({ name }) => name === part.name)
    return same?.sha256 !== part.sha256 || same.bytes !== part.bytes || same.files !== part.files
  })
  if (wrong) throw new BackupError(`The backup is damaged: ${wrong.name} is not what was written (SHA-256).`)
  const more = found.find(({ name }) => listed.every((part) => part.name !== name))
  if (more) throw new BackupError(`The backup is damaged: ${more.name} is not in its list of contents.`)
}

type Take = (source: AsyncIterable<Buffer>) => Promise<void>

/** Decrypts and decompresses a file for `take`; explains what goes wrong with it. */
async function readStream(file: string, key: Buffer | undefined, take: Take): Promise<void> {
  const start = await firstBytes(file)
  const isEncrypted = isSealed(start)
  if (isEncrypted && !key)
    throw new BackupError('The backup is encrypted: set BACKUP_KEY or BACKUP_KEY_FILE, or name a file with --key-file.')
  if (isEncrypted && key && !isKeyOf(key, start))
    throw new BackupError('The backup is encrypted with another key: name the file of that key with --key-file.')
  const opening = isEncrypted && key ? [new OpenStream(key, start)] : []
  const source = createReadStream(file, { start: isEncrypted ? sealHeadBytes : 0, highWaterMark: 256 * 1024 })
  try {
    await pipeline([source, ...opening, createZstdDecompress(), take])
  } catch (error) {
    throw explainedReadError(error, file)
  }
}

async function firstBytes(file: string): Promise<Buffer> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(`There is no backup ${file} that can be read (${error.code ?? error.message}).`)
  })
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(sealHeadBytes), 0, sealHeadBytes, 0)
    return buffer.subarray(0, bytesRead)
  } catch (error) {
    throw new BackupError(`The backup ${file} cannot be read (${codeOf(error)}).`)
  } finally {
    await handle.close()
  }
}

const codeOf = (error: unknown): string => String(error instanceof Error ? Reflect.get(error, 'code') : error)

function explainedReadError(error: unknown, file: string): unknown {
  const code = codeOf(error)
  if (code === 'ZSTD_error_prefix_unknown') return new BackupError(`${file} is no backup of a shop.`)
  if (code.startsWith('ZSTD_error'))
    return new BackupError(`The backup is damaged: it cannot be decompressed (${code}).`)
  if (/^Z_|ERR_STREAM_PREMATURE_CLOSE/.test(code)) return new BackupError('The backup is not whole: it ends too early.')
  return error
}
