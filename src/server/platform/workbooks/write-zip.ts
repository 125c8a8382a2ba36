import { crc32, deflateRawSync } from 'node:zlib'
import { centralDirectory, localHeader, type ZipEntry } from './zip-records.ts'

/** Packs files into a zip; the first name is the first entry. */
export function writeZip(files: Readonly<Record<string, string | Buffer>>): Buffer {
  const entries: ZipEntry[] = []
  const parts: Buffer[] = []
  let offset = 0
  for (const [path, content] of Object.entries(files)) {
    const [name, bytes] = [Buffer.from(path), Buffer.from(content)]
    const data = deflateRawSync(bytes)
    const entry = { name, crc: crc32(bytes), packed: data.length, size: bytes.length, offset }
    const header = localHeader(entry)
    entries.push(entry)
    parts.push(header, data)
    offset += header.length + data.length
  }
  return Buffer.concat([...parts, centralDirectory(entries, offset)])
}
