import { Worker } from 'node:worker_threads'
import { bareEnvironment } from '../env.ts'
import type { WorkbookLimits, WorkbookReply } from './workbook.ts'

export type WorkbookJob = { bytes: Uint8Array; limits: WorkbookLimits }

/**
 * The rows of the first visible sheet of an .xlsx file, or why there are none. It is read by a worker thread with
 * limited memory and time; the bytes are the worker's from then on. Whatever ends the worker before it answers, memory
 * or time, is the workbook's size.
 */
export async function readWorkbook(bytes: Uint8Array, limits: WorkbookLimits): Promise<WorkbookReply> {
  const { promise, resolve } = Promise.withResolvers<WorkbookReply>()
  const worker = new Worker(new URL('./workbook-worker.ts', import.meta.url), {
    workerData: { bytes, limits } satisfies WorkbookJob,
    transferList: [bytes.buffer as ArrayBuffer],
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb, maxYoungGenerationSizeMb: 16 },
    env: bareEnvironment(),
  })
  const timer = setTimeout(() => void worker.terminate(), limits.timeoutMs)
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
