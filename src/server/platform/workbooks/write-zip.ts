import { crc32, deflateRawSync } from 'node:zlib'

const localSignature = 0x04034b50
const centralSignature = 0x02014b50
const endSignature = 0x06054b50
const deflated = 8
const zipVersion = 20
/** 1 January 1980, so that the same files always give the same zip. */
const zipDate = 0x21

type Packed = { name: Buffer; data: Buffer; crc: number; size: number; offset: number }

/** Packs files into a zip; the first name is the first entry. */
export function writeZip(files: Readonly<Record<string, string | Buffer>>): Buffer {
  const packed: Packed[] = []
  let offset = 0
  for (const [path, content] of Object.entries(files)) {
    const [name, bytes] = [Buffer.from(path), Buffer.from(content)]
    const entry = { name, data: deflateRawSync(bytes), crc: crc32(bytes), size: bytes.length, offset }
    packed.push(entry)
    offset += localHeader(entry).length + entry.data.length
  }
  const directory = Buffer.concat(packed.map(centralHeader))
  return Buffer.concat([
    ...packed.flatMap((entry) => [localHeader(entry), entry.data]),
    directory,
    endRecord(packed.length, directory.length, offset),
  ])
}

function localHeader(entry: Packed): Buffer {
  return Buffer.concat([
    numbers([4, localSignature], [2, zipVersion], ...facts(entry), [2, entry.name.length], [2, 0]),
    entry.name,
  ])
}

function centralHeader(entry: Packed): Buffer {
  const { name, offset } = entry
  return Buffer.concat([
    numbers(
      [4, centralSignature],
      [2, zipVersion],
      [2, zipVersion],
      ...facts(entry),
      [2, name.length],
      [2, 0],
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, offset],
    ),
    name,
  ])
}

/** The fields shared by both headers: flags, method, time, date, checksum and sizes. */
function facts({ crc, data, size }: Packed): [bytes: number, value: number][] {
  return [
    [2, 0],
    [2, deflated],
    [2, 0],
    [2, zipDate],
    [4, crc],
    [4, data.length],
    [4, size],
  ]
}

function endRecord(count: number, length: number, offset: number): Buffer {
  return numbers([4, endSignature], [2, 0], [2, 0], [2, count], [2, count], [4, length], [4, offset], [2, 0])
}

function numbers(...fields: readonly [bytes: number, value: number][]): Buffer {
  return Buffer.concat(
    fields.map(([bytes, value]) => {
      const field = Buffer.alloc(bytes)
      field.writeUIntLE(value, 0, bytes)
      return field
    }),
  )
}
