import { pino } from 'pino'
import { expect, test } from 'vitest'
import { isLanguage } from '../../../../src/domain/places/locales.ts'
import { href } from '../../../../src/routes.ts'
import { redacted } from '../../../../src/server/platform/client-errors/redact.ts'
import { RequestMetrics } from '../../../../src/server/platform/http/metrics.ts'
import { createPages } from '../../../../src/server/platform/http/pages/pages.ts'
import { createShopServer } from '../../../../src/server/platform/http/server/server.ts'
import { newSecret } from '../../../../src/server/platform/ids.ts'
import { serveHttp } from '../../../support/http-shop.ts'
import { ask } from '../../../support/plain-request.ts'

/** Every address of the shop that is opened by a secret in it, in both languages. */
function secretAddresses(secret: string): string[] {
  return ['en', 'sv']
    .filter(isLanguage)
    .flatMap((language) => [
      href(language, 'login', {}, { token: secret }),
      href(language, 'notify-me', {}, { token: secret }),
      href(language, 'unsubscribe', {}, { token: secret }),
      href(language, 'page-preview', {}, { token: secret }),
      href(language, 'subscription', { id: secret }),
      href(language, 'checkout-id', { id: secret }),
      href(language, 'checkout-confirmation', { id: secret }),
      href(language, 'checkout-failed', { id: secret }),
    ])
}

test('the secret of no address comes into the log or a shared cache', async () => {
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line) => void lines.push(line) })
  let rendered = 0
  const pages = createPages({
    env: { ORIGIN: 'http://shop.test', CDN: false },
    cacheableQuery: (pathname) => (/^\/(en|sv)(\/product)?$/.test(pathname) ? new Set(['page']) : undefined),
    isKnownVariant: () => true,
    onError: () => {},
    render: async () => {
      rendered += 1
      return new Response('page')
    },
  })
  const server = createShopServer({
    env: { ORIGIN: 'http://shop.test', TRUST_PROXY_HOPS: 0 },
    log,
    metrics: new RequestMetrics(),
    direct: [{ kind: 'static', serve: (req, res) => pages.cache.serve(req, res) }],
    steps: [pages.step],
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const secrets = Array.from({ length: 10 }, () => newSecret())
  let asked = 0
  for (const secret of secrets) {
    for (const path of secretAddresses(secret)) {
      const answer = await ask(port, path)
      expect(answer.headers['cache-control'], path).toBe('private, no-store')
      asked += 1
    }
  }
  await ask(port, '/sv/produkt/a-very-long-slug-of-a-battery-for-a-laptop')
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  const said = secrets.filter((secret) => lines.join('').includes(secret))
  console.info(`${asked} addresses with a secret, ${said.length} in the log`)
  expect([said, lines.length, rendered]).toEqual([[], asked + 1, asked + 1])
  expect(lines.at(-1)).toContain('a-very-long-slug-of-a-battery-for-a-laptop')
})

test('no other origin is told more than ours by a Referer, and an error report names no secret', async () => {
  await using http = await serveHttp({})
  const secret = 'Ab3-'.repeat(8)
  for (const path of secretAddresses(secret)) {
    expect((await http.ask(path)).headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
    expect(redacted(`Error at https://shop.example${path}`)).not.toContain(secret)
  }
})
