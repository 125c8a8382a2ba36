import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { RenderContext } from '../../../../../src/server/platform/http/pages/pages.ts'
import { serveHttp } from '../../../../support/http-shop.ts'

const long = 'spare part '.repeat(200)

/** A fake page that counts its renderings and shows everything it can see of the request. */
function countingPage(headers: Record<string, string> = {}) {
  const seen: { url: string; headers: Record<string, string>; context: RenderContext }[] = []
  const render = async (request: Request, context: RenderContext) => {
    seen.push({ url: request.url, headers: Object.fromEntries(request.headers), context })
    return new Response(`${seen.length} ${long}`, {
      headers: { 'Content-Type': 'text/html', 'CDN-Cache-Control': 'max-age=60', 'Cache-Tag': 'a,b', ...headers },
    })
  }
  return { seen, render }
}

describe('what may be shared', () => {
  test('a page is rendered once and then served from memory', async () => {
    const { seen, render } = countingPage()
    await using shop = await serveHttp({ render })
    const first = await shop.ask('/public/x')
    const second = await shop.ask('/public/x')
    expect(seen).toHaveLength(1)
    expect(second.body).toEqual(first.body)
    expect(second.headers).toMatchObject({
      'cache-control': 'private, no-cache',
      'content-type': 'text/html; charset=utf-8',
      vary: 'Accept-Encoding',
    })
    expect(second.headers).not.toHaveProperty('cdn-cache-control')
    expect(second.headers).not.toHaveProperty('cache-tag')
  })

  test('campaign parameters and parameter order do not split it, and the page does not see them', async () => {
    const { seen, render } = countingPage()
    await using shop = await serveHttp({ render })
    await shop.ask('/public/x?utm_source=a&q=1&page=2&gclid=z')
    await shop.ask('/public/x?page=2&fbclid=y&q=1&uid=7')
    expect(seen.map(({ url }) => url)).toEqual(['http://shop.test/public/x?page=2&q=1'])
  })

  test('listed parameters, currency and country split it', async () => {
    const { seen, render } = countingPage()
    await using shop = await serveHttp({ render })
    for (const path of ['/public/x', '/public/x?page=2', '/public/x?page=3']) await shop.ask(path)
    for (const cookie of ['cid=1', 'cid=4', 'cid=4; cc=DE', 'x=1; cc=DE; cid=4'])
      await shop.ask('/public/x', { headers: { cookie } })
    expect(seen).toHaveLength(6)
  })

  test('nothing personal reaches the page that fills the cache', async () => {
    const { seen, render } = countingPage()
    await using shop = await serveHttp({ render })
    const headers = {
      cookie: 'session=secret; cid=4; acid=1; cc=XX',
      'user-agent': 'mine',
      'accept-language': 'sv',
      referer: 'http://x',
      host: 'foreign.local',
    }
    await shop.ask('/public/x', { headers })
    expect(seen[0]).toMatchObject({
      url: 'http://shop.test/public/x',
      headers: { cookie: 'cid=4' },
      context: { isShared: true, clientAddress: '0.0.0.0' },
    })
    expect(Object.keys(seen[0]?.headers ?? {})).toEqual(['cookie'])
  })

  test.each(['/public/x?atc=Zm9v', '/public/x?disc=ABC', '/public/x?token=t', '/public/x?unknown=1', '/private'])(
    '%s is rendered for one shopper',
    async (path) => {
      const { seen, render } = countingPage()
      await using shop = await serveHttp({ render })
      await shop.ask(path, { headers: { cookie: 'session=mine' } })
      await shop.ask(path)
      expect(seen).toHaveLength(2)
      expect(seen[0]?.headers['cookie']).toBe('session=mine')
    },
  )

  test('only personal pages forbid the browser to store them', async () => {
    await using shop = await serveHttp(countingPage())
    expect((await shop.ask('/public/x?unknown=1')).headers['cache-control']).toBe('private, no-cache')
    expect((await shop.ask('/public/x?token=t')).headers['cache-control']).toBe('private, no-store')
    expect((await shop.ask('/private')).headers['cache-control']).toBe('private, no-store')
    const caching = async (path: string, method = 'GET') => (await shop.ask(path, { method })).headers['cache-control']
    for (const path of [
      '/en/track-order',
      '/sv/track-order/7',
      '/en/login',
      '/sv/logga-in?next=%2Fsv',
      '/sv/my-account/orders/100001',
    ]) {
      expect(await caching(path), path).toBe('private, no-cache')
    }
    for (const path of [
      '/sv/logga-in?link=1',
      '/en/checkout/abc',
      '/en/checkout/confirmation/abc',
      '/sv/my-order/7',
      '/en/track-order?token=t',
    ]) {
      expect(await caching(path), path).toBe('private, no-store')
    }
    expect(await caching('/en/login', 'POST')).toBe('private, no-store')
  })

  test('a request with Authorization bypasses the cache', async () => {
    const { seen, render } = countingPage()
    await using shop = await serveHttp({ render })
    for (let count = 0; count < 2; count += 1) await shop.ask('/public/x', { headers: { authorization: 'Bearer t' } })
    expect(seen).toHaveLength(2)
  })

  test.each<[string, Record<string, string>]>([
    ['a cookie is set', { 'Set-Cookie': 'a=1' }],
    ['it is declared private', { 'Cache-Control': 'private' }],
    ['its time is zero', { 'CDN-Cache-Control': 'max-age=0' }],
  ])('nothing is stored when %s', async (_, headers) => {
    const { seen, render } = countingPage(headers)
    await using shop = await serveHttp({ render })
    await shop.ask('/public/x', { headers: { cookie: 'session=mine' } })
    expect(seen.at(-1)?.headers['cookie']).toBe('session=mine')
    expect(shop.cache.stats.pages).toBe(0)
  })

  test('a missing page is shared among waiting requests, and stored only if it says so', async () => {
    let rendered = 0
    const render = async (request: Request) => {
      rendered += 1
      return new Response('gone', {
        status: 404,
        headers: request.url.endsWith('/declared') ? { 'CDN-Cache-Control': 'max-age=3600' } : {},
      })
    }
    await using shop = await serveHttp({ render })
    expect((await shop.ask('/public/plain')).status).toBe(404)
    expect(shop.cache.stats.pages).toBe(0)
    for (let count = 0; count < 3; count += 1) expect((await shop.ask('/public/declared')).status).toBe(404)
    expect(rendered).toBe(2)
  })
})

describe('representations', () => {
  test('each encoding has the same text under its own entity tag', async () => {
    await using shop = await serveHttp(countingPage())
    const plain = await shop.ask('/public/x')
    const brotli = await shop.ask('/public/x', { headers: { 'accept-encoding': 'gzip, deflate, br' } })
    const gzip = await shop.ask('/public/x', { headers: { 'accept-encoding': 'gzip, br;q=0' } })
    const zstd = await shop.ask('/public/x', { headers: { 'accept-encoding': 'gzip, zstd' } })
    expect(brotli.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(brotli.body).toString()).toBe(plain.text)
    expect(gunzipSync(gzip.body).toString()).toBe(plain.text)
    expect(zstdDecompressSync(zstd.body).toString()).toBe(plain.text)
    expect(new Set([plain, brotli, gzip, zstd].map(({ headers }) => headers.etag)).size).toBe(4)
  })

  test('what one client alone gets is compressed as it accepts', async () => {
    const render = async () => new Response(long, { headers: { 'Content-Type': 'text/html' } })
    await using shop = await serveHttp({ render })
    const encodings = { 'gzip, deflate, br, zstd': 'zstd', 'gzip, deflate, br': 'br', 'gzip, zstd;q=0': 'gzip' }
    for (const [accepted, encoding] of Object.entries(encodings)) {
      const { headers, body } = await shop.ask('/public/x', { headers: { 'accept-encoding': accepted } })
      expect(headers['content-encoding']).toBe(encoding)
      if (encoding === 'zstd') expect(zstdDecompressSync(body).toString()).toBe(long)
    }
  })

  test('a body too large to compress at once is the same', async () => {
    const large = long.repeat(200)
    const render = async () => new Response(large, { headers: { 'Content-Type': 'text/html' } })
    await using shop = await serveHttp({ render })
    const { body } = await shop.ask('/public/x', { headers: { 'accept-encoding': 'zstd' } })
    expect(zstdDecompressSync(body).toString()).toBe(large)
  })

  test('an unchanged page is a 304 without a body', async () => {
    await using shop = await serveHttp(countingPage())
    const { headers } = await shop.ask('/public/x')
    const again = await shop.ask('/public/x', { headers: { 'if-none-match': headers.etag ?? '' } })
    expect(again).toMatchObject({ status: 304, text: '' })
    expect(again.headers['cache-control']).toBe('private, no-cache')
  })

  test('HEAD has the head of GET', async () => {
    await using shop = await serveHttp(countingPage())
    const head = await shop.ask('/public/x', { method: 'HEAD' })
    const { headers, body } = await shop.ask('/public/x')
    expect(head.text).toBe('')
    expect(head.headers).toMatchObject({ etag: headers.etag, 'content-length': String(body.length) })
  })

  test('with a CDN its two headers are passed on', async () => {
    await using shop = await serveHttp({ ...countingPage(), env: { ORIGIN: 'http://shop.test', CDN: true } })
    expect((await shop.ask('/public/x')).headers).toMatchObject({
      'cdn-cache-control': 'max-age=60',
      'cache-tag': 'a,b',
    })
  })

  test.each([
    ['a shopper with a currency', '/public/x', { cookie: 'a=b; cid=4' }],
    ['a shopper with a country', '/public/x', { cookie: 'cc=DE' }],
    ['a program that signs in', '/public/x', { authorization: 'Bearer x' }],
    ['a page by a parameter that makes no cache entry', '/public/x?other=1', {}],
    ['a page of one shopper', '/private', {}],
  ])('a CDN is told to store nothing of %s, before and after the page is stored', async (_, path, headers) => {
    await using shop = await serveHttp({ ...countingPage(), env: { ORIGIN: 'http://shop.test', CDN: true } })
    await shop.ask('/public/x')
    for (const turn of [1, 2]) {
      const answer = await shop.ask(path, { headers })
      expect([turn, answer.headers['cdn-cache-control'], answer.headers['cache-tag']]).toEqual([
        turn,
        'private, no-store',
        undefined,
      ])
    }
    expect((await shop.ask('/public/x', { headers: { cookie: 'session=1; vat=ex' } })).headers).toMatchObject({
      'cdn-cache-control': 'max-age=60',
      'cache-tag': 'a,b',
    })
  })

  test('the policy keeps the hashes of this page only, and names where browsers report', async () => {
    const render = async () =>
      new Response('<script>1</script>', {
        headers: {
          'Content-Type': 'text/html',
          'Content-Security-Policy':
            "script-src 'self' 'sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s=' 'sha256-other'",
        },
      })
    await using shop = await serveHttp({ render })
    expect((await shop.ask('/private')).headers['content-security-policy']).toBe(
      "script-src 'self' 'sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s='; report-uri /csp-report",
    )
  })
})
