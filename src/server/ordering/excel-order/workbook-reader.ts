import { Worker } from 'node:worker_threads'
import type { OrderFault } from '../../../contracts/excel-to-cart.ts'
import type { SheetRow } from '../../../domain/order-rows.ts'
import { ProblemError } from '../../platform/http/answers/problem.ts'

const AT_ONCE = 2
const MOST_WAITING = 20
const PATIENCE_MS = 5_000
const limits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 }

export type WorkbookJob = { bytes: Uint8Array; mostRows: number }
export type WorkbookReply = { rows: SheetRow[] } | { fault: OrderFault }

/** Reads workbooks that shoppers upload, each in a thread of its own with 128 MB and 5 s, at most two at once. */
export class WorkbookReader {
  #running = 0
  readonly #waiting: (() => void)[] = []

  /**
   * The rows of the first sheet, or why there are none. The bytes are the worker's from then on. 503 when too many
   * wait.
   */
  async read(job: WorkbookJob): Promise<WorkbookReply> {
    if (this.#waiting.length >= MOST_WAITING)
      throw new ProblemError(503, 'try_again', { headers: { 'Retry-After': '5' } })
    if (this.#running >= AT_ONCE) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    else this.#running += 1
    try {
      return await inWorker(job)
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running -= 1
    }
  }
}

/** Whatever ends the worker before it answers, memory or time, is the workbook's size. */
async function inWorker(job: WorkbookJob): Promise<WorkbookReply> {
  const { promise, resolve } = Promise.withResolvers<WorkbookReply>()
  const worker = new Worker(new URL('./workbook-worker.ts', import.meta.url), {
    workerData: job,
    transferList: [job.bytes.buffer as ArrayBuffer],
    resourceLimits: limits,
    env: {},
  })
  const timer = setTimeout(() => void worker.terminate(), PATIENCE_MS)
  worker.once('message', resolve)
  worker.once('error', () => resolve({ fault: 'workbook_too_large' }))
  worker.once('exit', () => resolve({ fault: 'workbook_too_large' }))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
