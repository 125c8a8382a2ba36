import { Worker } from 'node:worker_threads'
import { bareEnvironment } from '../../platform/env.ts'
import type { BuildOrder } from './build-lists.ts'

const memory = { maxOldGenerationSizeMb: 256 }

/** Makes the file of lists in a thread of its own, so that no page waits. Rejects when that fails; `stop` ends it. */
export function listsInThread(order: BuildOrder, stop: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const thread = new Worker(new URL('./lists-worker.ts', import.meta.url), {
    workerData: order,
    resourceLimits: memory,
    execArgv: [],
    env: bareEnvironment(),
  })
  // A process that ends does not wait for it.
  thread.unref()
  const end = (): void => void thread.terminate()
  stop.addEventListener('abort', end)
  if (stop.aborted) end()
  thread.once('error', reject)
  thread.once('exit', (code) => {
    stop.removeEventListener('abort', end)
    if (code === 0) resolve()
    else reject(new Error('The lists of the search were not made.'))
  })
  return promise
}
