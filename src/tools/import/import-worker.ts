import { parentPort, workerData } from 'node:worker_threads'
import { importFiles, type ImportArguments } from './import-files.ts'

/** Runs the import in a thread of its own, whose memory can be limited; hands back the exit code. */
parentPort?.postMessage(await importFiles(workerData as ImportArguments), [])
