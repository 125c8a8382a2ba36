import { fork, type ChildProcess } from 'node:child_process'
import { bareEnvironment } from '../../env.ts'
import { requestSignal } from '../request-signal.ts'
import { StatementTimeout } from '../statement-timeout.ts'

/** The start-up time of Node, which is independent of the statement. */
const maxStartMs = 10_000
/** Starting a new process costs about this much, so an abandoned statement is ended only when it takes longer. */
const worthEndingMs = 250
const maxIdleMs = 300_000
/** Same as the longest wait of a request for a slot. */
const maxWaitMs = 5_000
const memory = '--max-old-space-size=256'

export type ReadQuestion = { sql: string; parameters: readonly unknown[] }
export type ReadAnswer = { isReady: true } | { rows: unknown[] } | { error: { message: string } }
/** `at` is when it was queued, and later when it was sent. */
type Job = ReadQuestion & { resolve: (rows: unknown[]) => void; reject: (error: Error) => void; at: number }

/** The reading process ended, or the shopper left; has the code of a broken connection. */
class ReadingEnded extends Error {
  override readonly name = 'ReadingEnded'
  readonly code = 'ECONNRESET'
}

/**
 * Reads a SQLite file in a separate process, so that a long statement does not block this one and can be ended:
 * `node:sqlite` is synchronous and cannot interrupt a statement, and a thread would run it to its end (decision 0034).
 * The process starts when first needed and ends after five idle minutes. It runs one statement at a time.
 */
export class SqliteReader {
  readonly #file: string
  readonly #maxMs: number
  readonly #maxWaitMs: number
  readonly #waiting: Job[] = []
  #running: Job | undefined
  #child: ChildProcess | undefined
  #isReady = false
  #isClosed = false
  #timer: NodeJS.Timeout | undefined

  /** A statement fails that runs longer than `maxMs`, or queues longer than `longestWait`; both in milliseconds. */
  constructor(file: string, maxMs: number, longestWait = maxWaitMs) {
    this.#file = file
    this.#maxMs = maxMs
    this.#maxWaitMs = longestWait
  }

  /**
   * Returns the rows of a statement; throws StatementTimeout after its time limit or too long in the queue,
   * ReadingEnded when who asked has left.
   */
  async read(question: ReadQuestion): Promise<unknown[]> {
    const gone = requestSignal.getStore()
    if (gone?.aborted || this.#isClosed) throw new ReadingEnded('Nobody waits for the answer.')
    const { promise, resolve, reject } = Promise.withResolvers<unknown[]>()
    const job: Job = { ...question, resolve, reject, at: performance.now() }
    const leave = () => this.#leave(job)
    gone?.addEventListener('abort', leave)
    this.#waiting.push(job)
    this.#next()
    try {
      return await promise
    } finally {
      gone?.removeEventListener('abort', leave)
    }
  }

  close(): void {
    this.#isClosed = true
    for (const job of this.#waiting.splice(0)) job.reject(new ReadingEnded('The database was closed.'))
    this.#end(new ReadingEnded('The database was closed.'))
  }

  #next(): void {
    if (this.#running !== undefined || this.#isClosed) return
    if (this.#waiting.length === 0) return this.#rest()
    const child = this.#child ?? this.#start()
    hold(child)
    if (!this.#isReady) return
    const job = this.#takeNext()
    if (job === undefined) return this.#rest()
    this.#running = job
    job.at = performance.now()
    child.send({ sql: job.sql, parameters: job.parameters } satisfies ReadQuestion)
    this.#after(this.#maxMs, () => this.#end(new StatementTimeout()))
  }

  /** Takes the first job that has not waited too long; fails the others. */
  #takeNext(): Job | undefined {
    for (let job = this.#waiting.shift(); job !== undefined; job = this.#waiting.shift()) {
      if (performance.now() - job.at <= this.#maxWaitMs) return job
      job.reject(new StatementTimeout())
    }
    return undefined
  }

  #start(): ChildProcess {
    const child = fork(new URL('./sqlite-reader-worker.ts', import.meta.url), [this.#file], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: [memory],
      env: bareEnvironment(),
    })
    child.on('message', (answer: ReadAnswer) => {
      if (child === this.#child) this.#take(answer)
    })
    const lose = () => {
      if (child === this.#child) this.#lose()
    }
    child.on('close', lose).on('error', lose)
    this.#child = child
    this.#isReady = false
    this.#after(maxStartMs, () => this.#lose())
    return child
  }

  #take(answer: ReadAnswer): void {
    clearTimeout(this.#timer)
    const job = this.#running
    this.#running = undefined
    if ('isReady' in answer) this.#isReady = true
    else if ('rows' in answer) job?.resolve(answer.rows)
    else job?.reject(Object.assign(new Error(answer.error.message), answer.error))
    this.#next()
  }

  /**
   * Handles a process that ended or failed to start: fails the job that has waited longest, so that restarts come to
   * an end.
   */
  #lose(): void {
    const error = new ReadingEnded('The process that reads the database has ended.')
    if (this.#running === undefined) this.#waiting.shift()?.reject(error)
    this.#end(error)
  }

  #leave(job: Job): void {
    job.reject(new ReadingEnded('The shopper has left.'))
    const at = this.#waiting.indexOf(job)
    if (at >= 0) this.#waiting.splice(at, 1)
    if (job !== this.#running) return
    const left = Math.max(0, job.at + worthEndingMs - performance.now())
    this.#after(left, () => this.#end(new ReadingEnded('The shopper has left.')))
  }

  /** Kills the process during a statement; a new process serves the waiting jobs. */
  #end(error: Error): void {
    clearTimeout(this.#timer)
    const [child, job] = [this.#child, this.#running]
    this.#child = undefined
    this.#running = undefined
    child?.kill('SIGKILL')
    if (child) release(child)
    job?.reject(error)
    this.#next()
  }

  #rest(): void {
    if (this.#child === undefined) return
    release(this.#child)
    this.#after(maxIdleMs, () => this.#end(new ReadingEnded('It was idle.')))
    this.#timer?.unref()
  }

  #after(milliseconds: number, act: () => void): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(act, milliseconds)
  }
}

/** Keeps this process alive while a job waits for the other. */
function hold(child: ChildProcess): void {
  child.ref()
  child.channel?.ref()
}

function release(child: ChildProcess): void {
  child.unref()
  child.channel?.unref()
}
