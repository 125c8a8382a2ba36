import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { RequestMetrics } from '../../src/server/platform/http/metrics.ts'
import { createPages, type PagesOptions } from '../../src/server/platform/http/pages/pages.ts'
import { createShopServer, type ShopServerOptions } from '../../src/server/platform/http/server/server.ts'
import type { ServeDirectly } from '../../src/server/platform/http/static/static-files.ts'
import { ask, type Asked } from './plain-request.ts'

export const silentLog = pino({ level: 'silent' })
export const testOrigin = 'http://shop.test'

type Options = Partial<PagesOptions> & {
  steps?: ShopServerOptions['steps']
  direct?: ServeDirectly[]
  hops?: number
  connections?: { all: number; perNetwork: number }
  stalledMs?: number
  hosts?: Partial<ShopServerOptions['env']>
  log?: ShopServerOptions['log']
}

/**
 * Our HTTP server around a pretended Astro, on a port of its own. Paths under /public are cacheable by `page` and `q`.
 */
export async function serveHttp({
  steps = [],
  direct = [],
  hops = 0,
  connections,
  stalledMs,
  hosts,
  log = silentLog,
  ...options
}: Options) {
  const pages = createPages({
    env: { ORIGIN: testOrigin, CDN: false },
    render: async () => new Response('nothing'),
    cacheableQuery: (pathname) => (pathname.startsWith('/public') ? new Set(['page', 'q']) : undefined),
    isKnownVariant: (cookie, value) => (cookie === 'cid' ? ['1', '4'] : ['SE', 'DE']).includes(value),
    onError: () => {},
    ...options,
  })
  const metrics = new RequestMetrics()
  const server = createShopServer({
    env: {
      ORIGIN: testOrigin,
      TRUST_PROXY_HOPS: hops,
      ...hosts,
      ...(connections && { CONNECTIONS: connections.all, CONNECTIONS_PER_NETWORK: connections.perNetwork }),
    },
    ...(stalledMs !== undefined && { stalledMs }),
    log,
    metrics,
    direct: [
      { kind: 'cached', serve: (req, res) => pages.cache.serve(req, res) },
      ...direct.map((serve) => ({ kind: 'static' as const, serve })),
    ],
    steps: [...steps, pages.step],
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    server,
    cache: pages.cache,
    metrics,
    ask: (path: string, asked: Asked = {}) => ask(port, path, asked),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
