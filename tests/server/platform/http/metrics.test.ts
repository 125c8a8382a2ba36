import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { ProblemError } from '../../../../src/server/platform/http/answers/problem.ts'
import { createMetricsServer } from '../../../../src/server/platform/http/metrics.ts'
import { addServerMetrics } from '../../../../src/server/platform/http/server-metrics.ts'
import { addToOutbox } from '../../../../src/server/platform/outbox/queries.ts'
import { TtlCache } from '../../../../src/server/platform/ttl-cache.ts'
import { serveHttp } from '../../../support/http-shop.ts'
import { ask } from '../../../support/plain-request.ts'
import { freshDatabase } from '../../../support/test-database.ts'

const now = new Date('2026-11-22T12:00:00.000Z')

const cacheable = {
  render: async () => new Response('x', { headers: { 'CDN-Cache-Control': 'max-age=60' } }),
}

test('hits and renderings are counted apart, and the age of the outbox is told', async () => {
  await using shop = await serveHttp(cacheable)
  await using data = await freshDatabase()
  const dueAt = new Date(now.getTime() - 90_000)
  await data.db
    .transaction()
    .execute((trx) =>
      addToOutbox(trx, { kind: 'mail.refunded', dedupeKey: 'a', payload: { refundId: '' } }, dueAt, dueAt),
    )
  for (let count = 0; count < 3; count += 1) await shop.ask('/public/x')
  shop.metrics.count(404)
  const { registry } = shop.metrics
  addServerMetrics(registry, {
    cache: shop.cache,
    memory: new TtlCache(() => now),
    db: data.db,
    now: () => now,
    dataFolder: data.env.SHOP_DATA,
    lastBackup: async () => undefined,
    isBackupFailing: async () => false,
    fault: async () => undefined,
  })
  const text = await registry.metrics()
  expect(text).toContain('# TYPE page_cache_hits_total counter\npage_cache_hits_total 2\n')
  expect(text).toContain('page_cache_renderings_total 1\n')
  expect(text).toContain('http_requests_total{status="404"} 1\n')
  expect(text).toContain('outbox_oldest_due_seconds 90\n')
  for (const name of ['process_resident_memory_bytes', 'process_uptime_seconds', 'event_loop_delay_p99_seconds'])
    expect(text).toMatch(new RegExp(`^${name} `, 'm'))
  expect(await registry.metrics()).toContain('page_cache_hits_total 2\n')
})

test('requests are timed by the kind of their answer and by its outcome', async () => {
  await using shop = await serveHttp({
    ...cacheable,
    direct: [
      (req, res) => {
        if (req.url !== '/a.css') return false
        res.end('a')
        return true
      },
    ],
    steps: [
      ({ url }) => {
        if (url.pathname === '/api/x') throw new ProblemError(500, 'internal')
        return false
      },
    ],
  })
  for (const path of ['/public/x', '/public/x', '/a.css', '/api/x']) await shop.ask(path)
  const text = await shop.metrics.registry.metrics()
  for (const labels of [
    'kind="page",outcome="2xx"',
    'kind="cached",outcome="2xx"',
    'kind="static",outcome="2xx"',
    'kind="call",outcome="5xx"',
  ])
    expect(text).toContain(`http_request_duration_seconds_count{${labels}} 1\n`)
})

test('requests are timed by their route, and addresses that nobody has make no routes', async () => {
  await using shop = await serveHttp(cacheable)
  for (const path of [
    '/sv/kategori/laptopdelar?page=2',
    '/api/auth/sessions/1',
    '/api/auth/sessions/2',
    '/api/v1/orders/7/note',
    '/console/orders/7/edit',
    '/console/nothing/here/at/all',
    '/sv/a/b/c/d/e',
    '/api/made-up',
    '/console-made-up',
  ])
    await shop.ask(path)
  const text = await shop.metrics.registry.metrics()
  const routes = [...text.matchAll(/^http_route_duration_seconds_count\{route="([^"]*)",outcome="\wxx"\} (\d+)$/gm)]
  expect(routes.map(([, route, count]) => `${count} ${route}`).sort()).toEqual([
    '1 /api/v1/orders/[number]/note',
    '1 console missing',
    '1 console order-edit',
    '1 page',
    '1 product-category-all',
    '2 /api/auth/sessions/[id]',
    '2 other',
  ])
})

test('metrics are at /metrics alone', async () => {
  await using shop = await serveHttp(cacheable)
  const server = createMetricsServer(shop.metrics.registry).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  try {
    expect(await ask(port, '/metrics')).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
    })
    expect((await ask(port, '/')).status).toBe(404)
    expect((await shop.ask('/metrics')).body.toString()).not.toContain('http_request')
  } finally {
    server.close()
  }
})
