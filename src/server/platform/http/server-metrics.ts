import { processMetrics, type Counts, type Metric } from './metrics.ts'
import type { PageCache } from './pages/page-cache.ts'

/** What an operator watches of the HTTP server. */
export function serverMetrics(counts: Counts, cache: PageCache): Metric[] {
  return [
    {
      name: 'http_requests_total',
      help: 'Requests that were not answered from memory.',
      type: 'counter',
      values: () => counts.entries(),
    },
    {
      name: 'page_cache_hits_total',
      help: 'Pages answered from memory.',
      type: 'counter',
      values: () => [['', cache.stats.hits]],
    },
    {
      name: 'page_cache_renderings_total',
      help: 'Public pages rendered.',
      type: 'counter',
      values: () => [['', cache.stats.rendered]],
    },
    {
      name: 'page_cache_bytes',
      help: 'Memory of stored pages.',
      type: 'gauge',
      values: () => [['', cache.stats.bytes]],
    },
    { name: 'page_cache_pages', help: 'Stored pages.', type: 'gauge', values: () => [['', cache.stats.pages]] },
    ...processMetrics(),
  ]
}
