import { parentPort, workerData } from 'node:worker_threads'
import { readSheet } from 'read-excel-file/node'

/**
 * Runs in a thread of its own: unpacks the first sheet of the workbook whose path it is given, and hands back its rows.
 */
parentPort?.postMessage(await readSheet(String(workerData)), [])
