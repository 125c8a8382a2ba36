import { expect, test } from 'vitest'
import { Counts, metricsText } from '../../../../src/server/platform/http/metrics.ts'
import { serverMetrics } from '../../../../src/server/platform/http/server-metrics.ts'
import { serveHttp } from '../../../support/http-shop.ts'

test('hits and renderings are counted separately', async () => {
  await using shop = await serveHttp({
    render: async () => new Response('x', { headers: { 'CDN-Cache-Control': 'max-age=60' } }),
  })
  for (let count = 0; count < 3; count += 1) await shop.ask('/public/x')
  const counts = new Counts()
  counts.add('status="404"')
  const text = metricsText(serverMetrics(counts, shop.cache))
  expect(text).toContain('# TYPE page_cache_hits_total counter\npage_cache_hits_total 2\n')
  expect(text).toContain('page_cache_renderings_total 1\n')
  expect(text).toContain('http_requests_total{status="404"} 1\n')
})
