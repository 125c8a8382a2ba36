import { maxOrderRows } from '../../../domain/orders/order-rows.ts'
import { ProblemError } from '../../platform/http/answers/problem.ts'
import { readWorkbook } from '../../platform/workbooks/read-workbook.ts'
import type { WorkbookLimits, WorkbookReply } from '../../platform/workbooks/workbook.ts'

const maxConcurrent = 2
const maxWaiting = 20
const mebibyte = 1024 * 1024
/** Rows above the header, and one that goes over the limit. */
const extraRows = 21

/**
 * No order has its columns further right, and no header or part number is longer. The XML of spreadsheets becomes 5 to
 * 30 times smaller; what becomes a hundred times smaller was made to be a bomb.
 */
const limits: WorkbookLimits = {
  rows: maxOrderRows + extraRows,
  columns: 50,
  cellLength: 100,
  files: 300,
  unpackedBytes: 64 * mebibyte,
  partBytes: 8 * mebibyte,
  xmlBytes: 24 * mebibyte,
  ratio: 100,
  acceptsMacrosAndLinks: false,
  readsFormulas: true,
  memoryMb: 128,
  timeoutMs: 5_000,
}

/** Reads uploaded workbooks, each in a worker thread with 128 MB and 5 s, at most two at once. */
export class WorkbookReader {
  #running = 0
  readonly #waiting: (() => void)[] = []

  /**
   * The rows of the first visible sheet, or why there are none. The bytes are the worker's from then on. 503 when too
   * many wait.
   */
  async read(bytes: Uint8Array): Promise<WorkbookReply> {
    if (this.#waiting.length >= maxWaiting)
      throw new ProblemError(503, 'try_again', { headers: { 'Retry-After': '5' } })
    if (this.#running >= maxConcurrent) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    else this.#running += 1
    try {
      return await readWorkbook(bytes, limits)
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running -= 1
    }
  }
}
