import { open, type FileHandle } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { replaceFile } from '../../platform/files/replace-file.ts'

/** The arrays of a file by their names. */
export type Sections = Readonly<Record<string, NodeJS.TypedArray<ArrayBuffer>>>
/** `bytesOf` returns a part of the file's only buffer; it begins at a multiple of eight. */
export type ColumnFile = { facts: unknown; bytesOf: (name: string) => Uint8Array<ArrayBuffer> }

/** The first bytes of the file; to be changed with its layout. */
const signature = Buffer.from('delverk1')
const lengthBytes = 8
const checksumBytes = 8
const pieceBytes = 1024 * 1024

/**
 * Writes facts and arrays to a file that replaces the one before when it is whole: the signature, the length of the
 * description, the description as JSON, the arrays, and the CRC-32 of all of that. An array that changes meanwhile is
 * written partly as it was. Throws what the file system does, and leaves no draft.
 */
export function writeColumnFile(path: string, facts: unknown, sections: Sections): Promise<void> {
  return replaceFile(path, (file) => writeTo(file, facts, sections))
}

async function writeTo(file: FileHandle, facts: unknown, sections: Sections): Promise<void> {
  const lengths = Object.entries(sections).map(([name, array]) => [name, array.byteLength] as const)
  const description = padded(Buffer.from(JSON.stringify({ facts, lengths })), 0x20)
  const length = Buffer.alloc(lengthBytes)
  length.writeUInt32LE(description.length)
  let checksum = 0
  const write = async (bytes: Uint8Array) => {
    checksum = crc32(bytes, checksum)
    await file.write(bytes)
  }
  await write(Buffer.concat([signature, length, description]))
  for (const { buffer, byteOffset, byteLength } of Object.values(sections)) {
    for (let at = 0; at < byteLength; at += pieceBytes) {
      const length = Math.min(pieceBytes, byteLength - at)
      // Copied, so that the checksum is that of the bytes that are written.
      await write(padded(Buffer.from(new Uint8Array(buffer, byteOffset + at, length)), 0))
    }
  }
  const end = Buffer.alloc(checksumBytes)
  end.writeUInt32LE(checksum)
  await file.write(end)
}

/** Reads such a file; undefined when there is none, or when it is damaged or of another layout. */
export async function readColumnFile(path: string): Promise<ColumnFile | undefined> {
  const bytes = await wholeFile(path)
  if (!bytes || !signature.equals(bytes.subarray(0, signature.length))) return undefined
  const begin = signature.length + lengthBytes
  const end = begin + bytes.readUInt32LE(signature.length)
  const { facts, lengths }: { facts: unknown; lengths: [string, number][] } = JSON.parse(
    bytes.toString('utf8', begin, end),
  )
  const places = new Map<string, { from: number; length: number }>()
  let at = end
  for (const [name, length] of lengths) {
    places.set(name, { from: at, length })
    at += roomOf(length)
  }
  if (at !== bytes.length - checksumBytes) return undefined
  return {
    facts,
    bytesOf: (name) => {
      const { from, length } = places.get(name) ?? { from: 0, length: 0 }
      return new Uint8Array(bytes.buffer, from, length)
    },
  }
}

/** Reads a file piece by piece into a buffer of its own; undefined when its checksum is wrong. */
async function wholeFile(path: string): Promise<Buffer<ArrayBuffer> | undefined> {
  const file = await open(path).catch(() => undefined)
  if (!file) return undefined
  try {
    const { size } = await file.stat()
    if (size < signature.length + lengthBytes + checksumBytes) return undefined
    const bytes = Buffer.from(new ArrayBuffer(size))
    let checksum = 0
    for (let at = 0; at < size;) {
      const { bytesRead } = await file.read(bytes, at, Math.min(pieceBytes, size - at), at)
      if (bytesRead === 0) return undefined
      const next = at + bytesRead
      checksum = crc32(bytes.subarray(at, Math.max(at, Math.min(next, size - checksumBytes))), checksum)
      at = next
    }
    return bytes.readUInt32LE(size - checksumBytes) === checksum ? bytes : undefined
  } finally {
    await file.close()
  }
}

function roomOf(length: number): number {
  return Math.ceil(length / 8) * 8
}

function padded(bytes: Buffer, filler: number): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(roomOf(bytes.length) - bytes.length, filler)])
}
