import type { Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { printableJson } from './printable.ts'

/** Most characters buffered for a slow reader, so that a reader that stops does not fill the memory. */
const maxWaiting = 4 * 1024 * 1024
/** A pipe takes this many bytes at once without those of another process between them. */
const wholeBytes = 4096

/**
 * Writes log lines without blocking the process and without errors: discards lines when the reader has ended, and
 * counts and drops lines when it is too slow.
 */
export class LogOutput {
  readonly #stream: Writable
  #lines: string[] = []
  #length = 0
  #leftOut = 0
  #isOver = false
  #isUsed = false
  readonly #isShared: boolean

  /** `isShared`: other processes write to the same stream. */
  constructor(stream: Writable = process.stdout, { isShared = false } = {}) {
    this.#stream = stream
    this.#isShared = isShared
  }

  /** Takes a line of JSON; lines of one event-loop turn are written together. */
  write(line: string): void {
    if (!this.#isUsed) this.#begin()
    if (this.#isOver) return
    if (this.#stream.writableLength + this.#length > maxWaiting) {
      this.#leftOut += 1
      return
    }
    if (this.#lines.length === 0) setImmediate(() => this.#flush())
    if (this.#leftOut > 0) this.#add(this.#gap())
    this.#add(`${printableJson(line.trimEnd())}\n`)
  }

  /** Resolves when everything is written, or after this many milliseconds. */
  async end(maxMs: number): Promise<void> {
    this.#flush()
    const written = new Promise<void>((resolve) => {
      if (this.#isOver || this.#stream.writableLength === 0) resolve()
      else this.#stream.once('error', resolve).once('drain', resolve)
    })
    await Promise.race([written, delay(maxMs)])
  }

  #begin(): void {
    this.#isUsed = true
    this.#stream.on('error', () => {
      this.#isOver = true
      this.#lines = []
    })
    process.once('exit', () => this.#flush())
  }

  #add(line: string): void {
    this.#lines.push(line)
    this.#length += line.length
  }

  #gap(): string {
    const line = {
      level: 40,
      time: new Date().toISOString(),
      left_out: this.#leftOut,
      msg: 'lines of the log were left out, because it was read too slowly',
    }
    this.#leftOut = 0
    return `${JSON.stringify(line)}\n`
  }

  #flush(): void {
    const texts = this.#isShared ? joinToPieces(this.#lines) : [this.#lines.join('')]
    this.#lines = []
    this.#length = 0
    if (this.#isOver) return
    try {
      for (const text of texts) if (text !== '') this.#stream.write(text)
    } catch {
      // Writing to a file on a full disk fails here. It cannot be reported, and later lines may fit again.
    }
  }
}

/** Joins lines to pieces that a pipe takes at once; a longer line stands alone. */
function joinToPieces(lines: readonly string[]): string[] {
  const pieces: string[] = []
  let [piece, bytes] = ['', 0]
  for (const line of lines) {
    const more = Buffer.byteLength(line)
    if (bytes + more > wholeBytes) {
      pieces.push(piece)
      piece = ''
      bytes = 0
    }
    piece += line
    bytes += more
  }
  return [...pieces, piece]
}
