import { BackupError } from '../backup-error.ts'
import { blockBytes, parseHeader, parsePax } from './tar-format.ts'

/** A file of the archive. `body` must be read, or is skipped, before the next file is asked for. */
export type TarFile = { name: string; size: number; body: AsyncIterable<Buffer> }

const maxPaxLength = 64 * 1024
const damaged = 'The backup is damaged: what is in it is no archive of a backup.'

/**
 * Reads a tar stream file by file without keeping more than a piece of it in memory. Throws BackupError for anything
 * that is no regular file, and when the stream ends within a file or before the end of the archive.
 */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarFile> {
  const input = new Pieces(source)
  let pax: ReturnType<typeof parsePax> = {}
  for (;;) {
    const block = await input.exactly(blockBytes)
    if (block.every((byte) => byte === 0)) return
    const header = parseHeader(block)
    if (!header) throw new BackupError(damaged)
    if (header.type === 'pax') {
      if (header.size > maxPaxLength) throw new BackupError(damaged)
      pax = parsePax(await input.exactly(header.size))
      await input.skip(header.size)
      continue
    }
    const { name, size } = { name: pax.path ?? header.name, size: pax.size ?? header.size }
    if (!Number.isSafeInteger(size) || size < 0) throw new BackupError(damaged)
    pax = {}
    const start = input.taken
    yield { name, size, body: input.upTo(size) }
    await input.drop(size - (input.taken - start))
    await input.skip(size)
  }
}

/** A stream of bytes from which as many are taken as are wanted. */
class Pieces {
  readonly #source: AsyncIterator<Buffer>
  #held: Buffer = Buffer.alloc(0)
  /** How many bytes have been taken since the beginning. */
  taken = 0

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /** Takes this many bytes at once; only for few. */
  async exactly(count: number): Promise<Buffer> {
    const taken: Buffer[] = []
    for await (const piece of this.upTo(count)) taken.push(piece)
    return Buffer.concat(taken)
  }

  /** Takes this many bytes in pieces; continues where it was left. */
  async *upTo(count: number): AsyncGenerator<Buffer> {
    for (let left = count; left > 0;) {
      if (this.#held.length === 0) await this.#fetch()
      const piece = this.#held.subarray(0, left)
      this.#held = this.#held.subarray(piece.length)
      left -= piece.length
      this.taken += piece.length
      yield piece
    }
  }

  async drop(count: number): Promise<void> {
    await skipAll(this.upTo(count))
  }

  /** Skips the zeros that fill the last block of a file of this size. */
  async skip(size: number): Promise<void> {
    await this.drop((blockBytes - (size % blockBytes)) % blockBytes)
  }

  async #fetch(): Promise<void> {
    const next = await this.#source.next()
    if (next.done === true) throw new BackupError('The backup is not whole: it ends too early.')
    this.#held = next.value
  }
}

/** Reads the rest of a stream and drops it. */
export async function skipAll(source: AsyncIterable<Buffer>): Promise<void> {
  const iterator = source[Symbol.asyncIterator]()
  while ((await iterator.next()).done !== true);
}
