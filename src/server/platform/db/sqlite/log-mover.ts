import { Worker } from 'node:worker_threads'
import { bareEnvironment } from '../../env.ts'

/** Frames of the log, a page of 4 kB each, that are moved at a time. As imports do (bulk.ts). */
const movedAtOnce = 4_000
/**
 * The writer moves the log by itself only where it is still this long: where the thread cannot work, or where writes
 * without a break keep it from reaching the log's end.
 */
export const maxLogLength = 4 * movedAtOnce
const memory = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 2 }

/** What `pragma wal_checkpoint` tells: frames in the log, and how many of them are in the database file. */
export type LogState = { log: number; checkpointed: number }

/**
 * Moves the write-ahead log of a SQLite file into the file (a checkpoint) in a thread of its own. Without it the commit
 * that makes the log long does so, with what other processes have written since, and waits for the disk: in a process
 * that serves, every page waits with it. The thread starts when it is first needed.
 */
export class LogMover {
  readonly #file: string
  #thread: Worker | undefined
  #isMoving = false
  #hasFailed = false

  constructor(file: string) {
    this.#file = file
  }

  /** Begins to move the log where it is long. */
  afterCommit({ log, checkpointed }: LogState): void {
    if (log - checkpointed < movedAtOnce || this.#isMoving || this.#hasFailed) return
    this.#isMoving = true
    this.#thread ??= this.#start()
    this.#thread.postMessage('move', [])
  }

  async close(): Promise<void> {
    this.#hasFailed = true
    await this.#thread?.terminate()
  }

  #start(): Worker {
    const thread = new Worker(new URL('./log-mover-worker.ts', import.meta.url), {
      workerData: this.#file,
      resourceLimits: memory,
      execArgv: [],
      env: bareEnvironment(),
    })
    thread.unref()
    thread.on('message', () => (this.#isMoving = false))
    // The writer moves a long log by itself (maxLogLength), and tells what is wrong with the file.
    thread.on('error', () => (this.#hasFailed = true))
    return thread
  }
}
