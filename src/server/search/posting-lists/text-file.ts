import { open, type FileHandle } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { replaceFile } from '../../platform/files/replace-file.ts'
import { sequenceOf } from '../doc-number.ts'
import type { DocumentText } from './read-cache.ts'
import { SyncFile } from './sync-file.ts'

/** Changes with the layout of the file, and with what the texts of a document are. */
const mark = 'delverk-texts-1'
/** The mark, and the name of the lists that were made with the texts. */
const [markBytes, headBytes] = [16, 64]
/** After the texts: where the places begin, how many there are, and their CRC-32, in eight bytes each. */
const endBytes = 24
/** The length of the checksum before each text. */
const sumBytes = 4
/** A place is a number of four bytes; texts behind the last one are read from the database. */
const lastPlace = 2 ** 32 - 1
const usualBytes = 4_096

/** Takes the texts of documents in the order of `seq`: four columns as COPY writes them. */
export type PutText = (seq: number, bytes: Uint8Array) => void
export type TextDraft = { put: PutText; flush: () => Promise<void> }

/**
 * Writes the texts of documents to a file that replaces the one before when it is whole. `size` is more than any `seq`;
 * `write` flushes after each part.
 */
export function writeTextFile(
  path: string,
  token: string,
  size: number,
  write: (draft: TextDraft) => Promise<void>,
): Promise<void> {
  return replaceFile(path, (file) => writeTo(file, token, size, write))
}

async function writeTo(file: FileHandle, token: string, size: number, write: (draft: TextDraft) => Promise<void>) {
  const starts = new Uint32Array(size + 1)
  await file.write(headOf(token))
  let [pieces, at, next]: [Buffer[], number, number] = [[], headBytes, 0]
  const put: PutText = (seq, bytes) => {
    if (seq >= size || at + sumBytes + bytes.length > lastPlace) return
    starts.fill(at, next, seq + 1)
    next = seq + 1
    const sum = Buffer.alloc(sumBytes)
    sum.writeUInt32LE(sumOf(bytes, 0, bytes.length))
    pieces.push(sum, Buffer.from(bytes))
    at += sumBytes + bytes.length
  }
  const flush = async () => {
    await file.write(Buffer.concat(pieces))
    pieces = []
  }
  await write({ put, flush })
  await flush()
  starts.fill(at, next)
  const places = Buffer.from(starts.buffer)
  const end = Buffer.alloc(endBytes)
  for (const [place, number] of [at, starts.length, crc32(places)].entries()) end.writeDoubleLE(number, place * 8)
  await file.write(Buffer.concat([places, end]))
}

function headOf(token: string): Buffer {
  return Buffer.from(mark.padEnd(markBytes) + token.padEnd(headBytes - markBytes)).subarray(0, headBytes)
}

/**
 * The texts of documents in a file, of which only the places are in memory, in four bytes for each. A text is read in
 * some microseconds.
 */
export class TextFile {
  readonly #file: SyncFile
  readonly #starts: Uint32Array
  readonly #bytes = Buffer.alloc(usualBytes)

  private constructor(file: SyncFile, starts: Uint32Array) {
    this.#file = file
    this.#starts = starts
  }

  /** Opens a file; undefined when there is none, or when it is damaged or was made with other lists. */
  static async open(path: string, token: string): Promise<TextFile | undefined> {
    const file = await open(path).catch(() => undefined)
    if (!file) return undefined
    const starts = await startsIn(file, token).catch(() => undefined)
    if (!starts) await file.close()
    return starts && new TextFile(new SyncFile(file), starts)
  }

  /** Reads the texts of a document; undefined where they are not there, or damaged. */
  read(doc: number): DocumentText | undefined {
    const seq = sequenceOf(doc)
    const from = this.#starts[seq] ?? 0
    const length = (this.#starts[seq + 1] ?? 0) - from
    if (length <= sumBytes) return undefined
    const bytes = length > usualBytes ? Buffer.alloc(length) : this.#bytes
    if (!this.#file.readInto(bytes, length, from)) return undefined
    if (sumOf(bytes, sumBytes, length) !== bytes.readUInt32LE()) return undefined
    const [product_id = '', title_en = '', title_sv = '', numbers = ''] = columnsIn(bytes, length)
    return { doc, product_id, title_en, title_sv, numbers }
  }

  warm(): Promise<void> {
    return this.#file.warm()
  }

  close(): Promise<void> {
    return this.#file.close()
  }
}

/** Writes the texts of a document as COPY does. */
export function columnsOf(texts: readonly string[]): Uint8Array {
  return Buffer.concat(
    texts.flatMap((text) => {
      const [length, bytes] = [Buffer.alloc(4), Buffer.from(text)]
      length.writeUInt32BE(bytes.length)
      return [length, bytes]
    }),
  )
}

/** The texts of a document: of each the length in four bytes, and the text. */
function columnsIn(bytes: Buffer, length: number): string[] {
  const columns: string[] = []
  for (let at = sumBytes; at < length;) {
    const to = at + 4 + bytes.readUInt32BE(at)
    columns.push(bytes.toString('utf8', at + 4, to))
    at = to
  }
  return columns
}

/** A sum of a text (FNV-1a), which takes less time than calling the system's CRC-32 for so few bytes. */
function sumOf(bytes: Uint8Array, from: number, to: number): number {
  let sum = 0x811c9dc5
  for (let at = from; at < to; at += 1) sum = Math.imul(sum ^ (bytes[at] as number), 0x01000193)
  return sum >>> 0
}

async function startsIn(file: FileHandle, token: string): Promise<Uint32Array | undefined> {
  const { size } = await file.stat()
  const head = headOf(token)
  if (size < headBytes + endBytes || !head.equals(await piece(file, 0, headBytes))) return undefined
  const end = await piece(file, size - endBytes, endBytes)
  const [from, count, sum] = [0, 8, 16].map((at) => end.readDoubleLE(at)) as [number, number, number]
  if (from + count * 4 + endBytes !== size) return undefined
  const places = await piece(file, from, count * 4)
  return crc32(places) === sum ? new Uint32Array(places.buffer) : undefined
}

/** Reads a part of a file into a buffer of its own. */
async function piece(file: FileHandle, from: number, length: number): Promise<Buffer<ArrayBuffer>> {
  const bytes = Buffer.from(new ArrayBuffer(length))
  const { bytesRead } = await file.read(bytes, 0, length, from)
  if (bytesRead < length) throw new Error('A file with texts of the search is too short.')
  return bytes
}
