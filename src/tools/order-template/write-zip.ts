import { crc32, deflateRawSync } from 'node:zlib'

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
const DEFLATED = 8
const VERSION = 20
/** 1 January 1980, so that the same files always give the same zip. */
const DATE = 0x21

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
  return Buffer.concat([numbers([4, LOCAL], [2, VERSION], ...facts(entry), [2, entry.name.length], [2, 0]), entry.name])
}

function centralHeader(entry: Packed): Buffer {
  const { name, offset } = entry
  return Buffer.concat([
    numbers(
      [4, CENTRAL],
      [2, VERSION],
      [2, VERSION],
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
    [2, DEFLATED],
    [2, 0],
    [2, DATE],
    [4, crc],
    [4, data.length],
    [4, size],
  ]
}

function endRecord(count: number, length: number, offset: number): Buffer {
  return numbers([4, END], [2, 0], [2, 0], [2, count], [2, count], [4, length], [4, offset], [2, 0])
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
