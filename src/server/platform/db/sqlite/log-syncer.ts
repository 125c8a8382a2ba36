import { open, type FileHandle } from 'node:fs/promises'

/**
 * Syncs the write-ahead log of a SQLite file to disk, outside of the thread that writes: SQLite would do so within the
 * commit, and every page that is being rendered would wait for the disk. Commits that come while the disk is busy share
 * the next sync.
 */
export class LogSyncer {
  readonly #log: string
  #open: Promise<FileHandle> | undefined
  #last: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined
  #broken: { reason: unknown } | undefined

  /** `file` is open, so that its log stays the same file. */
  constructor(file: string) {
    this.#log = `${file}-wal`
  }

  /**
   * Throws why a sync failed. The system may believe then that what it could not write is on disk, so that a later sync
   * proves nothing: writes are refused until the program has been started again.
   */
  throwIfBroken(): void {
    if (this.#broken) throw this.#broken.reason
  }

  /** Resolves when everything is on disk that was committed before the call; rejects with the error of the disk. */
  sync(): Promise<void> {
    this.#next ??= this.#last.then(() => this.#begin())
    return this.#next
  }

  async close(): Promise<void> {
    await this.#next?.catch(() => {})
    await this.#last
    const log = await this.#open?.catch(() => undefined)
    await log?.close()
  }

  async #begin(): Promise<void> {
    const synced = this.#sync()
    this.#last = synced.catch(() => {})
    this.#next = undefined
    await synced
  }

  async #sync(): Promise<void> {
    this.throwIfBroken()
    try {
      // Windows syncs only a file that may be written.
      this.#open ??= open(this.#log, 'r+')
      await (await this.#open).datasync()
    } catch (reason) {
      this.#broken = { reason }
      throw reason
    }
  }
}
