import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { RequestMetrics } from '../../../../src/server/platform/http/metrics.ts'
import { createShopServer } from '../../../../src/server/platform/http/server/server.ts'
import { testOrigin } from '../../../support/http-shop.ts'
import { ask } from '../../../support/plain-request.ts'

type Line = { level: number; msg: string; path: string; route?: string; ms: number }

/** The log of a server that answers after as many milliseconds as the query says, as text or as a stream of events. */
async function logOf(paths: readonly string[], slowMs: number): Promise<{ lines: Line[]; metrics: string }> {
  const lines: Line[] = []
  const log = pino(
    { level: 'info' },
    new Writable({
      write: (chunk, _, done) => {
        lines.push(JSON.parse(String(chunk)))
        done()
      },
    }),
  )
  const metrics = new RequestMetrics()
  const server = createShopServer({
    env: { ORIGIN: testOrigin, TRUST_PROXY_HOPS: 0, SLOW_REQUEST_MS: slowMs },
    log,
    metrics,
    direct: [],
    steps: [
      async ({ url, res }) => {
        await sleep(Number(url.searchParams.get('ms')))
        res.setHeader('content-type', url.pathname.startsWith('/console/news') ? 'text/event-stream' : 'text/html')
        res.end('x')
        return true
      },
    ],
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  for (const path of paths) await ask(port, path)
  await expect.poll(() => lines.length).toBe(paths.length)
  server.close()
  return { lines, metrics: await metrics.registry.metrics() }
}

const paths = ['/sv/sok?ms=0&q=secret', '/sv/sok?ms=120&q=secret', '/console/news?ms=120']

test('a slow request is a warning with its route, without its query; a stream is none, and is not timed', async () => {
  const { lines, metrics } = await logOf(paths, 100)
  expect(lines.map(({ level, msg, route }) => [level, msg, route])).toEqual([
    [30, 'request', undefined],
    [40, 'slow request', 'search'],
    [30, 'request', undefined],
  ])
  expect(JSON.stringify(lines)).not.toContain('secret')
  expect(metrics).toContain('http_route_duration_seconds_count{route="search",outcome="2xx"} 2\n')
  expect(metrics).not.toContain('console news')
})

test('0 turns the warning off', async () => {
  const { lines } = await logOf(paths, 0)
  expect(lines.map(({ msg }) => msg)).toEqual(['request', 'request', 'request'])
})
