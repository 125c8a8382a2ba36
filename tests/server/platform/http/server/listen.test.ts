import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { listen } from '../../../../../src/server/platform/http/server/listen.ts'

/** Connections that the system is able to keep until a program accepts them; without the file, few are tried. */
async function mostOfSystem(): Promise<number> {
  return Number(await readFile('/proc/sys/net/core/somaxconn', 'utf8').catch(() => '64'))
}

test('a busy shop loses no connection of 1,000 that arrive together', async () => {
  const server = createServer((_, res) => res.end('served'))
  await listen(server, { HOST: '127.0.0.1', PORT: 0 })
  const { port } = server.address() as AddressInfo
  const buyers = Math.min(1000, await mostOfSystem())
  const began = performance.now()
  const sockets = Array.from({ length: buyers }, () => connect(port, '127.0.0.1'))
  while (performance.now() - began < 200) void 0 // The event loop is busy, as it is with orders.
  // The system repeats a dropped connection after a second at the earliest.
  await pause(100)
  expect(sockets.filter(({ connecting }) => connecting)).toHaveLength(0)
  const answers = await Promise.all(
    sockets.map(async (socket) => {
      socket.end('GET / HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n')
      const [first] = (await once(socket, 'data')) as [Buffer]
      return first.toString().split('\r\n')[0]
    }),
  )
  expect(answers.filter((status) => status === 'HTTP/1.1 200 OK')).toHaveLength(buyers)
  server.close()
})
