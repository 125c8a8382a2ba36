import { readSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'

const warmBytes = 1_000_000

/**
 * A file of which pieces are read without waiting: the system keeps it in memory as far as there is room, and a message
 * to a thread of the pool and back takes longer than reading some kilobytes from there.
 */
export class SyncFile {
  readonly #file: FileHandle
  #isClosed = false

  constructor(file: FileHandle) {
    this.#file = file
  }

  /** Reads the first `length` bytes; false when the file is closed, too short or cannot be read. */
  readInto(bytes: Uint8Array, length: number, from: number): boolean {
    if (this.#isClosed) return false
    try {
      return readSync(this.#file.fd, bytes, 0, length, from) === length
    } catch {
      return false
    }
  }

  /** Reads the whole file once, so that the system has it in memory. */
  async warm(): Promise<void> {
    const piece = Buffer.alloc(warmBytes)
    for (let at = 0; !this.#isClosed; at += warmBytes) {
      const { bytesRead } = await this.#file.read(piece, 0, warmBytes, at)
      if (bytesRead < warmBytes) return
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#file.close()
  }
}
