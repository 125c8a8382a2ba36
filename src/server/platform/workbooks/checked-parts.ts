import { promisify } from 'node:util'
import { fromBuffer, type Entry, type Options, type ZipFile } from 'yauzl'
import { addCellReferences } from './cell-places.ts'
import { checkTags } from './check-tags.ts'
import { WorkbookError, type WorkbookLimits } from './workbook.ts'

const mebibyte = 1024 * 1024
const forbidden: readonly (readonly [RegExp, 'macros' | 'external_links'])[] = [
  [/vbaproject|^xl\/(?:macrosheets|activex)\//, 'macros'],
  [/^xl\/(?:externallinks\/|connections\.xml$)/, 'external_links'],
]

/** What programs keep beside the workbook: no part of it, and often one long text. */
const besides = /^customXml\//i

const openBuffer = promisify<Buffer, Options, ZipFile>(fromBuffer)

/**
 * Unpacks the XML files of an .xlsx by its central directory alone. What unpacks to too much or is encrypted is refused
 * before anything of it is unpacked, and so are macros and links to other files unless the limits accept them. A part
 * with a document type, where entities would be declared, is refused.
 */
export async function checkedParts(bytes: Uint8Array, limits: WorkbookLimits): Promise<Record<string, Uint8Array>> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const zip = await openBuffer(file, { lazyEntries: true, autoClose: false, validateEntrySizes: true })
  const entries = await listEntries(zip, limits)
  if (!limits.acceptsMacrosAndLinks) refuseByName(entries.keys())
  const xml = [...entries.values()].filter(
    ({ fileName }) => /\.(?:xml|rels)$/i.test(fileName) && !besides.test(fileName),
  )
  if (xml.some((entry) => isTooLarge(entry, limits)) || sumOf(xml) > limits.xmlBytes)
    throw new WorkbookError('workbook_too_large')
  const parts: Record<string, Uint8Array> = {}
  for (const entry of xml) parts[entry.fileName] = readable(entry.fileName, await unpack(zip, entry))
  const types = Buffer.from(parts['[Content_Types].xml'] ?? []).toString()
  if (!limits.acceptsMacrosAndLinks && /macroEnabled/i.test(types)) throw new WorkbookError('macros')
  return parts
}

async function listEntries(zip: ZipFile, limits: WorkbookLimits): Promise<Map<string, Entry>> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const entries = new Map<string, Entry>()
  let declared = 0
  zip.once('error', reject)
  zip.once('end', resolve)
  zip.on('entry', (entry: Entry) => {
    const name = entry.fileName.toLowerCase()
    declared += entry.uncompressedSize
    if (entry.isEncrypted()) reject(new WorkbookError('encrypted_workbook'))
    else if (declared > limits.unpackedBytes || entries.size >= limits.files)
      reject(new WorkbookError('workbook_too_large'))
    else if (entries.has(name)) reject(new WorkbookError('unreadable_workbook'))
    else {
      entries.set(name, entry)
      zip.readEntry()
    }
  })
  zip.readEntry()
  await promise
  return entries
}

function refuseByName(names: Iterable<string>): void {
  for (const name of names) {
    const [, code] = forbidden.find(([pattern]) => pattern.test(name)) ?? []
    if (code) throw new WorkbookError(code)
  }
}

function isTooLarge({ uncompressedSize: size, compressedSize: packed }: Entry, limits: WorkbookLimits): boolean {
  return size > limits.partBytes || (size > mebibyte && size > packed * limits.ratio)
}

function sumOf(entries: readonly Entry[]): number {
  return entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
}

/** A part that unpacks to more than its directory entry says ends in an error of yauzl's. */
async function unpack(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<NodeJS.ReadableStream>()
  zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)))
  const chunks: Buffer[] = []
  for await (const chunk of await promise) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

/** What read-excel-file does not read is written as it does: CDATA sections, and cells that do not say their place. */
function readable(path: string, part: Buffer): Uint8Array {
  if (part.includes('<!DOCTYPE') || part.includes('<!ENTITY')) throw new WorkbookError('unreadable_workbook')
  const isSheet = /\/worksheets\/[^/]*$/i.test(path)
  const hasCdata = part.includes('<![CDATA[')
  const xml = hasCdata ? withoutCdata(part.toString()) : part.toString()
  checkTags(xml)
  if (!isSheet && !hasCdata) return part
  return Buffer.from(isSheet ? addCellReferences(xml) : xml)
}

/** A section that does not end is refused: to look for the end of each of many takes hours. */
function withoutCdata(xml: string): string {
  const [before = '', ...sections] = xml.split('<![CDATA[')
  const texts = sections.map((section) => {
    const end = section.indexOf(']]>')
    if (end === -1) throw new WorkbookError('unreadable_workbook')
    return escapedText(section.slice(0, end)) + section.slice(end + 3)
  })
  return before + texts.join('')
}

function escapedText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
