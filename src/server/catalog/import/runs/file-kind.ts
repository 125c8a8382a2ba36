import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { openZip, zipEntries } from '../../../platform/zip-file.ts'

/** The end of the name that a file gets by its content. */
export type FileKind = 'csv' | 'json' | 'xml' | 'xlsx' | 'zip' | 'csv.gz' | 'json.gz' | 'xml.gz'

const headBytes = 4_096
const maxEntries = 10_000

/** What a file is by its content, whatever it is called; undefined for what no feed is. */
export async function fileKind(file: string): Promise<FileKind | undefined> {
  const head = await headOf(file)
  if (head.length >= 4 && head.readUInt32BE(0) === 0x504b0304) return zipKind(file)
  if (head.length >= 2 && head.readUInt16BE(0) === 0x1f8b) {
    const inner = textKind(await unpackedHead(file))
    return inner && `${inner}.gz`
  }
  return textKind(head)
}

async function headOf(file: string): Promise<Buffer> {
  await using handle = await open(file)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0)
  return buffer.subarray(0, bytesRead)
}

async function unpackedHead(file: string): Promise<Buffer> {
  const unpacker = createGunzip()
  // The callback is empty because errors arrive through the loop below.
  pipeline(createReadStream(file, { end: 64 * 1024 }), unpacker, () => {})
  try {
    for await (const chunk of unpacker) if (chunk instanceof Buffer) return chunk.subarray(0, headBytes)
  } catch {
    return Buffer.alloc(0)
  }
  return Buffer.alloc(0)
}

async function zipKind(file: string): Promise<FileKind | undefined> {
  const zip = await openZip(file).catch(() => undefined)
  if (!zip) return undefined
  try {
    const entries = await zipEntries(zip, maxEntries).catch(() => undefined)
    if (!entries || entries.length === 0) return undefined
    return entries.some(({ fileName }) => fileName === 'xl/workbook.xml') ? 'xlsx' : 'zip'
  } finally {
    zip.close()
  }
}

/** Text in UTF-16 begins with a mark; any other text has no zero bytes and hardly any control characters. */
function textKind(head: Buffer): 'csv' | 'json' | 'xml' | undefined {
  const mark = head.length >= 2 ? head.readUInt16BE(0) : 0
  const isUtf16 = mark === 0xfffe || mark === 0xfeff
  if (head.length === 0 || (!isUtf16 && head.some(isNoText))) return undefined
  const begin = (isUtf16 ? head.toString('latin1').replaceAll('\u0000', '').slice(2) : head.toString('utf8'))
    .replace(/^\ufeff/, '')
    .trimStart()
  if (begin.startsWith('<')) return 'xml'
  return /^[[{]/.test(begin) ? 'json' : 'csv'
}

const isNoText = (byte: number): boolean => byte < 32 && byte !== 9 && byte !== 10 && byte !== 13 && byte !== 12
