/** A thread that makes the file of lists. */
import { workerData } from 'node:worker_threads'
import { buildLists } from './build-lists.ts'

await buildLists(workerData)
