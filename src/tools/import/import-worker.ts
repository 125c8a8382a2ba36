import { parentPort, workerData } from 'node:worker_threads'
import type { ImportArguments, ImportOrder } from '../../server/catalog/import/import-arguments.ts'
import { lowerThreadPriority } from './lower-priority.ts'
import { isBootError } from '../../server/platform/boot-error.ts'
import { carryOutOrder } from './carry-out-order.ts'
import { importFiles } from './import-files.ts'
import { printError } from '../print.ts'

// Shoppers' pages come first: an import waits for nobody.
lowerThreadPriority()
/** Runs the import in a worker thread whose memory is limited; posts the exit code. */
parentPort?.postMessage(await importOrSentence(workerData as ImportArguments | ImportOrder), [])

/** Prints errors here, because an error loses its class when it leaves a thread. */
async function importOrSentence(wanted: ImportArguments | ImportOrder): Promise<number> {
  try {
    return await ('importId' in wanted ? carryOutOrder(wanted) : importFiles(wanted))
  } catch (error) {
    if (!isBootError(error)) throw error
    printError(error.message)
    return 1
  }
}
