import { open, type FileHandle } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { z } from 'zod'
import { replaceFile } from '../../platform/files/replace-file.ts'
import type { Posting } from './posting.ts'
import { RareLists } from './rare-lists.ts'
import { SyncFile } from './sync-file.ts'

/** Changes with the layout of the file, with what the terms of a document are, and with which terms have lists. */
const mark = 'delverk-lists-4'
const markBytes = 16
/** After the lists: where the directory begins, its length and its CRC-32, in eight bytes each. */
const endBytes = 24
const maxDirectoryBytes = 64_000_000

/** The name of the popularity of all documents among the lists. */
export const levelsKey = ' levels'
/** The name of the lists of rare terms among the others. */
export const rareKey = ' rare'

/** `token` names the file in the database; `seen` is a change that the lists have; `size` is more than any `seq`. */
export type ListFacts = { token: string; seen: number; size: number }
type Entry = { key: string; posting: Posting }
type Entries = Iterable<Entry> | AsyncIterable<Entry>
/** Where a list is, its CRC-32, and whether it is a set. */
type Place = { from: number; length: number; sum: number; isSet: boolean }

const directory = z.object({
  token: z.string(),
  seen: z.number(),
  size: z.number(),
  keys: z.array(z.string()),
  places: z.array(z.tuple([z.number(), z.number(), z.number(), z.number()])),
})

/** Writes lists to a file that replaces the one before when it is whole; leaves no draft when that fails. */
export function writeListFile(path: string, facts: ListFacts, entries: Entries): Promise<void> {
  return replaceFile(path, (file) => writeTo(file, facts, entries))
}

async function writeTo(file: FileHandle, facts: ListFacts, entries: Entries): Promise<void> {
  const [keys, places]: [string[], number[][]] = [[], []]
  await file.write(Buffer.from(mark.padEnd(markBytes)))
  let from = markBytes
  for await (const { key, posting } of entries) {
    const bytes = bytesOf(posting)
    await file.write(bytes)
    keys.push(key)
    places.push([from, bytes.length, crc32(bytes), posting instanceof Int32Array ? 1 : 0])
    from += bytes.length
  }
  const written = Buffer.from(JSON.stringify({ ...facts, keys, places }))
  const end = Buffer.alloc(endBytes)
  end.writeDoubleLE(from)
  end.writeDoubleLE(written.length, 8)
  end.writeDoubleLE(crc32(written), 16)
  await file.write(Buffer.concat([written, end]))
}

function bytesOf(posting: Posting): Buffer {
  return Buffer.from(posting.buffer, posting.byteOffset, posting.byteLength)
}

/** Lists in a file, of which only the places are in memory. */
export class ListFile {
  readonly facts: ListFacts
  readonly #file: SyncFile
  readonly #places: ReadonlyMap<string, Place>
  readonly #rare: RareLists | undefined

  private constructor(file: SyncFile, facts: ListFacts, places: ReadonlyMap<string, Place>) {
    this.facts = facts
    this.#file = file
    this.#places = places
    const rare = places.get(rareKey)
    this.#rare = rare && RareLists.open(file, rare.from, rare.length)
  }

  /** Opens a file; undefined when there is none, or when it is damaged or of another layout. */
  static async open(path: string): Promise<ListFile | undefined> {
    const file = await open(path).catch(() => undefined)
    if (!file) return undefined
    const opened = await fromFile(file).catch(() => undefined)
    if (!opened) await file.close()
    return opened && new ListFile(new SyncFile(file), opened.facts, opened.places)
  }

  /** Reads a list, which is empty where no document has the term; undefined when it is not known, or damaged. */
  read(key: string): Posting | undefined {
    const place = this.#places.get(key)
    if (!place) return this.#rare?.read(key)
    const bytes = new Uint8Array(place.length)
    if (!this.#file.readInto(bytes, place.length, place.from) || crc32(bytes) !== place.sum) return undefined
    return place.isSet ? new Int32Array(bytes.buffer) : bytes
  }

  warm(): Promise<void> {
    return this.#file.warm()
  }

  close(): Promise<void> {
    return this.#file.close()
  }
}

async function fromFile(file: FileHandle) {
  const { size } = await file.stat()
  const head = await piece(file, 0, markBytes)
  if (Buffer.from(head).toString() !== mark.padEnd(markBytes) || size < markBytes + endBytes) return undefined
  const end = Buffer.from(await piece(file, size - endBytes, endBytes))
  const [from, length] = [end.readDoubleLE(), end.readDoubleLE(8)]
  if (!(length <= maxDirectoryBytes) || from + length + endBytes !== size) return undefined
  const written = await piece(file, from, length)
  if (crc32(written) !== end.readDoubleLE(16)) return undefined
  const { keys, places, ...facts } = directory.parse(JSON.parse(Buffer.from(written).toString()))
  const all = new Map<string, Place>()
  for (const [at, [first, bytes, sum, isSet]] of places.entries())
    all.set(keys[at] ?? '', { from: first, length: bytes, sum, isSet: isSet === 1 })
  return { facts, places: all }
}

/** Reads a part of a file into a buffer of its own. */
async function piece(file: FileHandle, from: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(length)
  const { bytesRead } = await file.read(bytes, 0, length, from)
  if (bytesRead < length) throw new Error('A file with lists of the search is too short.')
  return bytes
}
