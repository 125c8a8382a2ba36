import { parentPort, workerData } from 'node:worker_threads'
import { isBootError } from '../../server/platform/boot-error.ts'
import { importFiles, type ImportArguments } from './import-files.ts'
import { printError } from '../print.ts'

/** Runs the import in a thread of its own, whose memory can be limited; hands back the exit code. */
parentPort?.postMessage(await importOrSentence(workerData as ImportArguments), [])

/** An error loses its name on the way out of a thread, so its sentence is printed here. */
async function importOrSentence(wanted: ImportArguments): Promise<number> {
  try {
    return await importFiles(wanted)
  } catch (error) {
    if (!isBootError(error)) throw error
    printError(error.message)
    return 1
  }
}
