import { promisify } from 'node:util'
import { fromBuffer, type Entry, type Options, type ZipFile } from 'yauzl'
import { WorkbookFault } from './workbook-fault.ts'

const MB = 1024 * 1024
const most = { entries: 300, declaredBytes: 64 * MB, partBytes: 8 * MB }
/** Limits for zip bombs. Spreadsheet XML compresses 5 to 30 times; a ratio of 100 is an attack. */
const bomb = { bytes: MB, ratio: 100 }
const forbidden: readonly (readonly [RegExp, 'macros' | 'external_links'])[] = [
  [/vbaproject|^xl\/(?:macrosheets|activex)\//, 'macros'],
  [/^xl\/(?:externallinks\/|connections\.xml$)/, 'external_links'],
]

const openBuffer = promisify<Buffer, Options, ZipFile>(fromBuffer)

/** Reads the text of a part by its path; undefined if there is no such part. */
export type ReadPart = (path: string) => Promise<string | undefined>

/**
 * Opens an .xlsx file. Only the central directory is used, so that no other zip reader can see different entries.
 * Rejects files that unpack to too much, are encrypted, contain macros or link to other files, before unpacking
 * anything.
 */
export async function openWorkbook(bytes: Uint8Array): Promise<ReadPart> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const zip = await openBuffer(file, { lazyEntries: true, autoClose: false, validateEntrySizes: true })
  const entries = await listEntries(zip)
  for (const name of entries.keys()) {
    const [, code] = forbidden.find(([pattern]) => pattern.test(name)) ?? []
    if (code) throw new WorkbookFault(code)
  }
  return async (path) => {
    const entry = entries.get(path.toLowerCase())
    return entry && unpack(zip, entry)
  }
}

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const entries = new Map<string, Entry>()
  let declared = 0
  zip.once('error', reject)
  zip.once('end', resolve)
  zip.on('entry', (entry: Entry) => {
    const name = entry.fileName.toLowerCase()
    declared += entry.uncompressedSize
    if (entry.isEncrypted()) reject(new WorkbookFault('encrypted_workbook'))
    else if (declared > most.declaredBytes || entries.size >= most.entries)
      reject(new WorkbookFault('workbook_too_large'))
    else if (entries.has(name)) reject(new WorkbookFault('unreadable_workbook'))
    else {
      entries.set(name, entry)
      zip.readEntry()
    }
  })
  zip.readEntry()
  await promise
  return entries
}

/** Unpacks a part. yauzl throws if it is larger than its directory entry says. */
async function unpack(zip: ZipFile, entry: Entry): Promise<string> {
  if (isTooLarge(entry)) throw new WorkbookFault('workbook_too_large')
  const { promise, resolve, reject } = Promise.withResolvers<NodeJS.ReadableStream>()
  zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)))
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of await promise)
    text += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })
  return text + decoder.decode()
}

function isTooLarge({ uncompressedSize: size, compressedSize: packed }: Entry): boolean {
  return size > most.partBytes || (size > bomb.bytes && size > packed * bomb.ratio)
}
