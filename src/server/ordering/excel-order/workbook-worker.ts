import { parentPort, workerData } from 'node:worker_threads'
import { readWorkbook } from './read-workbook.ts'
import type { WorkbookJob, WorkbookReply } from './workbook-reader.ts'
import { WorkbookFault } from './workbook-fault.ts'

/** Runs in a worker thread with limited memory and time. Posts the rows of a workbook, or why they cannot be read. */
const { bytes, mostRows }: WorkbookJob = workerData
parentPort?.postMessage(await replyTo(bytes, mostRows), [])

async function replyTo(bytes: Uint8Array, mostRows: number): Promise<WorkbookReply> {
  try {
    return { rows: await readWorkbook(bytes, mostRows) }
  } catch (error) {
    return { fault: error instanceof WorkbookFault ? error.code : 'unreadable_workbook' }
  }
}
