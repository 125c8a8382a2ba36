import { resolve as absolute } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Env } from '../../platform/env.ts'
import { importMemory, type ImportArguments, type ImportOrder } from '../import/import-arguments.ts'

/** The exit code of an import, and what it said on stderr. */
type Imported = { code: number; said: string }
export type ImportFile = (wanted: ImportArguments | ImportOrder, stop: AbortSignal) => Promise<Imported>

/** What is kept of what an import says. */
const maxReportLength = 4_000
/** A thread that has posted its result and does not end is ended. */
const lastWordsMs = 5_000

/**
 * Imports in a thread that runs `program`, the one of the `import` command, so that requests do not wait. Rejects when
 * it ends before it is done; `stop` ends it.
 */
export function importInThread(program: URL, env: Pick<Env, 'SHOP_DATA' | 'DATABASE_URL'>): ImportFile {
  return (workerData, stop) => {
    const { promise, resolve, reject } = Promise.withResolvers<Imported>()
    const thread = new Worker(program, {
      workerData,
      resourceLimits: importMemory,
      stdout: true,
      stderr: true,
      execArgv: [],
      env: variablesFor(env),
    })
    const end = (): void => void thread.terminate()
    stop.addEventListener('abort', end)
    if (stop.aborted) end()
    let said = ''
    let code: number | undefined
    thread.stdout.resume()
    thread.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-maxReportLength)
    })
    thread.once('message', (exitCode: number) => {
      code = exitCode
      setTimeout(end, lastWordsMs).unref()
    })
    thread.once('error', reject)
    thread.once('exit', () => {
      stop.removeEventListener('abort', end)
      if (code === undefined) reject(new Error('The import ended before it was done.'))
      else resolve({ code, said: said.trim() })
    })
    return promise
  }
}

/** The variables of this process without the secrets of feeds, which an import does not need. */
function variablesFor({ SHOP_DATA, DATABASE_URL = '' }: Pick<Env, 'SHOP_DATA' | 'DATABASE_URL'>): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith('FEED_'))
  return { ...Object.fromEntries(others), SHOP_DATA: absolute(SHOP_DATA), DATABASE_URL }
}
