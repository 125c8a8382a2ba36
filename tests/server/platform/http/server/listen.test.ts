import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'

/** Connections that the system is able to keep until a program accepts them; without the file, few are tried. */
async function maxOfSystem(): Promise<number> {
  return Number(await readFile('/proc/sys/net/core/somaxconn', 'utf8').catch(() => '64'))
}

test('a busy shop loses no connection of 1,000 that arrive together', async () => {
  const shared = new Int32Array(new SharedArrayBuffer(8))
  const server = new Worker(new URL('busy-listener.ts', import.meta.url), { workerData: shared.buffer })
  await expect.poll(() => shared[0]).toBeGreaterThan(0)
  const buyers = Math.min(1000, await maxOfSystem())
  const sockets = Array.from({ length: buyers }, () => connect(shared[0] ?? 0, '127.0.0.1'))
  await expect.poll(() => sockets.filter(({ connecting }) => connecting).length, { timeout: 20_000 }).toBe(0)

  Atomics.store(shared, 1, 1)
  Atomics.notify(shared, 1)
  const answers = await Promise.all(
    sockets.map(async (socket) => {
      socket.end('GET / HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n')
      const [first] = (await once(socket, 'data')) as [Buffer]
      return first.toString().split('\r\n')[0]
    }),
  )
  expect(answers.filter((status) => status === 'HTTP/1.1 200 OK')).toHaveLength(buyers)
  await server.terminate()
})
