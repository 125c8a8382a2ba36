const localSignature = 0x04034b50
const centralSignature = 0x02014b50
const endSignature = 0x06054b50
const descriptorSignature = 0x08074b50
const deflated = 8
const zipVersion = 20
/** 1 January 1980, so that the same files always give the same zip. */
const zipDate = 0x21

/** A file of a zip. `isStreamed`: its checksum and sizes follow its data instead of standing before it. */
export type ZipEntry = {
  readonly name: Buffer
  readonly crc: number
  readonly packed: number
  readonly size: number
  readonly offset: number
  readonly isStreamed?: boolean
}

export function localHeader(entry: ZipEntry): Buffer {
  const header = entry.isStreamed ? { ...entry, crc: 0, packed: 0, size: 0 } : entry
  return Buffer.concat([
    numbers([4, localSignature], [2, zipVersion], ...facts(header), [2, entry.name.length], [2, 0]),
    entry.name,
  ])
}

/** What follows the data of a streamed file. */
export function dataDescriptor({ crc, packed, size }: ZipEntry): Buffer {
  return numbers([4, descriptorSignature], [4, crc], [4, packed], [4, size])
}

/** The end of a zip: the headers of all its files, which begin at `offset`. */
export function centralDirectory(entries: readonly ZipEntry[], offset: number): Buffer {
  const directory = Buffer.concat(entries.map(centralHeader))
  return Buffer.concat([directory, endRecord(entries.length, directory.length, offset)])
}

function centralHeader(entry: ZipEntry): Buffer {
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
function facts({ crc, packed, size, isStreamed = false }: ZipEntry): [bytes: number, value: number][] {
  return [
    [2, isStreamed ? 8 : 0],
    [2, deflated],
    [2, 0],
    [2, zipDate],
    [4, crc],
    [4, packed],
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
