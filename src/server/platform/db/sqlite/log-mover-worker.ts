/** A thread that moves the write-ahead log of a SQLite file into the file, once for each message. */
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/** How long writers may be kept waiting for the last frames, and for readers of an old state. */
const maxWaitMs = 50
const file: string = workerData

const database = new DatabaseSync(file, { timeout: maxWaitMs })
database.exec('pragma synchronous = full; pragma wal_autocheckpoint = 0; pragma cache_size = -1000')
const [max, rest] = ['passive', 'restart'].map((mode) => database.prepare(`pragma wal_checkpoint(${mode})`))

parentPort?.on('message', () => {
  try {
    // Most of it without keeping anybody waiting. Only a log that has been moved as a whole is begun anew, so that what
    // was written meanwhile follows while nobody writes.
    max?.get()
    rest?.get()
  } catch {
    // A full or broken disk; the next write meets it too, and tells its caller.
  }
  parentPort?.postMessage('done', [])
})
