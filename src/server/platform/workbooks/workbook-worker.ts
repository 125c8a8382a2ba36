import { parentPort, workerData } from 'node:worker_threads'
import type { WorkbookJob } from './read-workbook.ts'
import { sheetRows } from './sheet-rows.ts'
import { WorkbookError, type WorkbookReply } from './workbook.ts'

const job: WorkbookJob = workerData
parentPort?.postMessage(await replyTo(job), [])

async function replyTo({ bytes, limits }: WorkbookJob): Promise<WorkbookReply> {
  try {
    return { rows: await sheetRows(bytes, limits) }
  } catch (error) {
    return { fault: error instanceof WorkbookError ? error.code : 'unreadable_workbook' }
  }
}
