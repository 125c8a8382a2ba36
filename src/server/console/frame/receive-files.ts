import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyFileStream, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy'
import type { Fields } from '../../platform/http/read-form.ts'
import { newSecret } from '../../platform/ids.ts'
import { ConsoleError } from './console-error.ts'

/** A file as it was received: in which field, where it is, and how its sender calls it. */
export type ReceivedFile = { field: string; path: string; name: string; bytes: number; isTooLarge: boolean }
type Received = { fields: Fields; files: readonly ReceivedFile[] }

/** A form that was cut off, or that has more than is taken of one; `fields` are those that had arrived. */
export class FormCutOff extends ConsoleError {
  readonly fields: Fields

  constructor(fields: Fields, fault: Beyond = { name: 'import_cut_off' }) {
    super(fault.name, fault.values)
    this.fields = fields
  }
}

/** What a form has more of than is taken; without a value for a form that was cut off. */
type Beyond = {
  readonly name: 'import_cut_off' | 'field_too_long' | 'too_many_files' | 'too_many_fields'
  readonly values?: { readonly most: number }
}

/** Where files are written, and how many of how many bytes are taken of one form. */
type Receiving = { folder: string; maxBytes: number; maxFiles: number; maxRead: number }

const beginning = 'incoming-'
const abandonedMs = 3_600_000
const otherLimits = { fields: 200, fieldSize: 10_000, fieldNameSize: 200 }

/**
 * Reads a posted form whose files are written to disk while they arrive; never more than the limit of each, and a
 * sender who does not stop is cut off after `maxRead` bytes. The files are the caller's to move or delete. Throws
 * FormCutOff for a form that is cut off, and for one with longer fields or more files than are taken.
 */
export async function receiveFiles(
  request: Request,
  { folder, maxBytes, maxFiles, maxRead }: Receiving,
): Promise<Received> {
  const type = request.headers.get('Content-Type') ?? ''
  if (!type.startsWith('multipart/form-data') || !request.body) return { fields: [], files: [] }
  await mkdir(folder, { recursive: true })
  await deleteAbandoned(folder)
  const fields: [string, string][] = []
  const files: Promise<ReceivedFile | undefined>[] = []
  const parser = parserFor(type, { maxBytes, maxFiles })
  if (!parser) return { fields: [], files: [] }
  parser.on('field', (name, value) => void fields.push([name, value]))
  const beyond = limitsPassed(parser, maxFiles)
  const ending = new AbortController()
  parser.on('file', (field, stream, name) => {
    const path = join(folder, `${beginning}${newSecret()}`)
    files.push(keep(stream, { field, path, name: name ?? '', end: ending.signal }))
  })
  try {
    const body = Readable.fromWeb(request.body as Parameters<typeof Readable.fromWeb>[0])
    await pipeline(body, bounded(maxRead), parser)
  } catch {
    ending.abort()
    await deleteFiles(await arrived(files))
    throw new FormCutOff(fields)
  }
  const [passed] = beyond
  if (passed) {
    await deleteFiles(await arrived(files))
    throw new FormCutOff(fields, passed)
  }
  return { fields, files: await arrived(files) }
}

async function arrived(files: readonly Promise<ReceivedFile | undefined>[]): Promise<ReceivedFile[]> {
  return (await Promise.all(files)).filter((file) => file !== undefined)
}

/**
 * Collects which limits a form passes; the parser drops what is beyond them. Files for a screen that takes none are
 * dropped without a fault.
 */
function limitsPassed(parser: BusboyInstance, maxFiles: number): readonly Beyond[] {
  const passed: Beyond[] = []
  parser.on('field', (_name, _value, isNameCut, isValueCut) => {
    if (isNameCut || isValueCut) passed.push({ name: 'field_too_long' })
  })
  parser.on('filesLimit', () => {
    if (maxFiles > 0) passed.push({ name: 'too_many_files', values: { most: maxFiles } })
  })
  for (const limit of ['fieldsLimit', 'partsLimit'] as const)
    parser.on(limit, () => void passed.push({ name: 'too_many_fields', values: { most: otherLimits.fields } }))
  return passed
}

/** Deletes what arrived long ago and was neither moved nor deleted, as by a process that was killed. */
async function deleteAbandoned(folder: string): Promise<void> {
  const incoming = (await readdir(folder)).filter((name) => name.startsWith(beginning))
  for (const name of incoming) {
    const path = join(folder, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }))
    if (mtimeMs < Date.now() - abandonedMs) await rm(path, { force: true })
  }
}

/** Deletes received files that nobody has moved. */
export async function deleteFiles(files: readonly ReceivedFile[]): Promise<void> {
  for (const { path } of files) await rm(path, { force: true })
}

function parserFor(type: string, max: Pick<Receiving, 'maxBytes' | 'maxFiles'>): BusboyInstance | undefined {
  const limits = {
    ...otherLimits,
    fileSize: max.maxBytes,
    files: max.maxFiles,
    parts: otherLimits.fields + max.maxFiles,
  }
  try {
    return new Busboy({ headers: { 'content-type': type } as BusboyHeaders, limits })
  } catch {
    return undefined
  }
}

function bounded(maxRead: number): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > maxRead) done(new Error('The form is too long.'))
      else done(null, chunk)
    },
  })
}

/** Writes a file until its limit; undefined where nothing was chosen, or where it cannot be written. */
async function keep(
  stream: BusboyFileStream,
  { field, path, name, end }: { field: string; path: string; name: string; end: AbortSignal },
): Promise<ReceivedFile | undefined> {
  try {
    await pipeline(stream, createWriteStream(path, { mode: 0o600 }), { signal: end })
  } catch {
    await rm(path, { force: true })
    return undefined
  }
  const file = { field, path, name, bytes: stream.bytesRead, isTooLarge: stream.truncated }
  if (file.bytes > 0) return file
  await rm(path, { force: true })
  return undefined
}
