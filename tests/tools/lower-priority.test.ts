import { once } from 'node:events'
import { getPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'

const program = `
  import { getPriority } from 'node:os'
  import { parentPort } from 'node:worker_threads'
  import { lowerThreadPriority } from '${new URL('../../src/tools/import/lower-priority.ts', import.meta.url).href}'
  lowerThreadPriority()
  parentPort.postMessage(getPriority())`

test('a thread lets others go first, and these keep their priority', async () => {
  const before = getPriority()
  const thread = new Worker(new URL(`data:text/javascript,${encodeURIComponent(program)}`))
  const [priority] = (await once(thread, 'message')) as [number]
  expect(priority).toBe(process.platform === 'linux' ? Math.max(before, 10) : before)
  expect(getPriority()).toBe(before)
})
