import { Busboy, type BusboyFileStream, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { mostUploadBytes, uploadsFolder } from '../../catalog/import/runs/upload-folder.ts'
import type { Fields } from '../../platform/http/read-form.ts'
import { newSecret } from '../../platform/ids.ts'
import { ConsoleError } from '../frame/console-error.ts'

/** A file as it was received: where it is, and how its sender calls it. */
export type Upload = { path: string; name: string; bytes: number; isTooLarge: boolean }
type Received = { fields: Fields; upload: Upload | undefined }

/** A sender who does not stop at the limit is cut off after so many bytes. */
const mostRead = 4 * mostUploadBytes
const limits = { fileSize: mostUploadBytes, files: 1, fields: 20, fieldSize: 10_000, fieldNameSize: 100, parts: 25 }

/**
 * Reads a posted form whose file is written to disk while it arrives; never more than the limit of it. The file is the
 * caller's to move or delete. Throws ConsoleError for a form that is cut off.
 */
export async function receiveUpload(request: Request, data: string): Promise<Received> {
  const type = request.headers.get('Content-Type') ?? ''
  if (!type.startsWith('multipart/form-data') || !request.body) return { fields: [], upload: undefined }
  const folder = uploadsFolder(data)
  await mkdir(folder, { recursive: true })
  const fields: [string, string][] = []
  const files: Promise<Upload | undefined>[] = []
  const parser = parserFor(type)
  if (!parser) return { fields: [], upload: undefined }
  parser.on('field', (name, value) => void fields.push([name, value]))
  const ending = new AbortController()
  parser.on('file', (_field, stream, name) => {
    const path = join(folder, `incoming-${newSecret()}`)
    files.push(keep(stream, { path, name: name ?? '', end: ending.signal }))
  })
  try {
    const body = Readable.fromWeb(request.body as Parameters<typeof Readable.fromWeb>[0])
    await pipeline(body, bounded(), parser)
    return { fields, upload: (await Promise.all(files)).find((file) => file !== undefined) }
  } catch {
    ending.abort()
    for (const file of await Promise.all(files)) if (file) await rm(file.path, { force: true })
    throw new ConsoleError('import_cut_off')
  }
}

function parserFor(type: string): BusboyInstance | undefined {
  try {
    return new Busboy({ headers: { 'content-type': type } as BusboyHeaders, limits })
  } catch {
    return undefined
  }
}

function bounded(): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > mostRead) done(new Error('The form is too long.'))
      else done(null, chunk)
    },
  })
}

/** Writes a file until its limit; undefined where nothing was chosen, or where it cannot be written. */
async function keep(
  stream: BusboyFileStream,
  { path, name, end }: { path: string; name: string; end: AbortSignal },
): Promise<Upload | undefined> {
  try {
    await pipeline(stream, createWriteStream(path, { mode: 0o600 }), { signal: end })
  } catch {
    await rm(path, { force: true })
    return undefined
  }
  const upload = { path, name, bytes: stream.bytesRead, isTooLarge: stream.truncated }
  if (upload.bytes > 0) return upload
  await rm(path, { force: true })
  return undefined
}
