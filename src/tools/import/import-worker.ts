import { parentPort, workerData } from 'node:worker_threads'
import type { ImportArguments, ImportOrder } from '../../server/catalog/import/import-arguments.ts'
import { lowerThreadPriority } from './lower-priority.ts'
import { runImport } from './run-import.ts'

// Shoppers' pages come first: an import waits for nobody.
lowerThreadPriority()
/** Runs the import in a worker thread whose memory is limited; posts the exit code. */
parentPort?.postMessage(await runImport(workerData as ImportArguments | ImportOrder), [])
