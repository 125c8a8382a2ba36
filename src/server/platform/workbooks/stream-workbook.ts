import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'
import { sheetXmlParts, workbookFiles, type TemplateCell } from './workbook-files.ts'
import { centralDirectory, dataDescriptor, localHeader, type ZipEntry } from './zip-records.ts'

type Rows = AsyncIterable<readonly TemplateCell[]>

/**
 * An .xlsx of one sheet, packed while its rows are read, so that no more than a few of them are in memory. The first
 * row is bold; every text is a text, never a formula.
 */
export function streamWorkbook(name: string, rows: Rows): AsyncGenerator<Buffer, void> {
  const files = Object.entries(workbookFiles([{ name, rows: [] }]))
  return streamZip(
    files.map(([path, text]) => [path, path.startsWith('xl/worksheets/') ? sheetXmlParts(rows) : [text]]),
  )
}

type Parts = Iterable<string> | AsyncIterable<string>

async function* streamZip(files: readonly (readonly [path: string, parts: Parts])[]): AsyncGenerator<Buffer, void> {
  const entries: ZipEntry[] = []
  let offset = 0
  for (const [path, parts] of files) {
    const entry = { name: Buffer.from(path), crc: 0, packed: 0, size: 0, offset, isStreamed: true }
    const header = localHeader(entry)
    yield header
    yield* deflatedParts(entry, parts)
    const descriptor = dataDescriptor(entry)
    yield descriptor
    entries.push(entry)
    offset += header.length + entry.packed + descriptor.length
  }
  yield centralDirectory(entries, offset)
}

type Counted = { crc: number; packed: number; size: number }

/** Packs a file's text and counts it into its entry. */
async function* deflatedParts(entry: Counted, parts: Parts): AsyncGenerator<Buffer, void> {
  const counted = async function* () {
    for await (const part of parts) {
      const bytes = Buffer.from(part)
      entry.crc = crc32(bytes, entry.crc)
      entry.size += bytes.length
      yield bytes
    }
  }
  // A failure of the rows destroys the packer, and so ends the loop with its error.
  const packer = pipeline(Readable.from(counted()), createDeflateRaw(), () => {})
  for await (const chunk of packer as AsyncIterable<Buffer>) {
    entry.packed += chunk.length
    yield chunk
  }
}
