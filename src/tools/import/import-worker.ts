import { parentPort, workerData } from 'node:worker_threads'
import type { ImportArguments } from '../../server/catalog/import/import-arguments.ts'
import { isBootError } from '../../server/platform/boot-error.ts'
import { importFiles } from './import-files.ts'
import { printError } from '../print.ts'

/** Runs the import in a worker thread whose memory is limited; posts the exit code. */
parentPort?.postMessage(await importOrSentence(workerData as ImportArguments), [])

/** Prints errors here, because an error loses its class when it leaves a thread. */
async function importOrSentence(wanted: ImportArguments): Promise<number> {
  try {
    return await importFiles(wanted)
  } catch (error) {
    if (!isBootError(error)) throw error
    printError(error.message)
    return 1
  }
}
