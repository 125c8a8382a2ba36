import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { cacheableQuery } from '../../../../src/cacheable-pages.ts'
import { cacheableScreens, href, type Screen } from '../../../../src/routes.ts'
import { securityHeaders } from '../../../../src/server/platform/http/answers/security-headers.ts'
import { securityTxt } from '../../../../src/server/platform/http/answers/security-txt.ts'
import { healthStep } from '../../../../src/server/platform/http/server/health.ts'
import { serveHttp } from '../../../support/http-shop.ts'

const production = { ORIGIN: 'https://shop.example', isProduction: true, HOSTS: ['www.shop.example'] }

describe('the Host header', () => {
  test.each([
    ['shop.example', 200],
    ['SHOP.example', 200],
    ['www.shop.example', 200],
    ['127.0.0.1:4321', 200],
    ['localhost', 200],
    ['[::1]:4321', 200],
    ['evil.example', 421],
    ['shop.example.evil.example', 421],
    ['10.0.0.7', 421],
    ['127.0.0.1.evil.example', 421],
  ])('%s is answered %i in production', async (host, status) => {
    await using shop = await serveHttp({ hosts: production })
    await shop.ask('/public/x', { headers: { host: 'shop.example' } })
    for (const path of ['/public/x', '/api/x']) {
      const answer = await shop.ask(path, { headers: { host } })
      expect(answer.status).toBe(status)
      if (status === 421) expect(JSON.parse(answer.text)).toMatchObject({ code: 'misdirected' })
    }
  })

  test('is left out by what asks a node itself, as rolling-restart.sh does', async () => {
    await using shop = await serveHttp({ hosts: production })
    const socket = connect(shop.port, '127.0.0.1')
    await once(socket, 'connect')
    socket.write('GET /x HTTP/1.0\r\n\r\n')
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /)
  })

  test.each([
    ['127.0.0.1:4321', 200],
    ['192.168.1.20:4321', 200],
    ['[fd00::20]:4321', 200],
    ['shop:4321', 200],
    ['delverk.localhost:4321', 200],
    ['laptop.local', 200],
    ['shop.test', 200],
    ['demo.example', 200],
    ['evil.example:4321', 421],
    ['127.0.0.1.evil.example', 421],
    ['localhost.evil.example', 421],
    ['evil.example.', 421],
    ['a.'.repeat(200) + 'local', 421],
  ])('%s is answered %i outside production, for a page and a call', async (host, status) => {
    await using shop = await serveHttp({ hosts: { HOSTS: ['demo.example'] } })
    for (const path of ['/public/x', '/api/x', '/console'])
      expect(await shop.ask(path, { headers: { host } })).toMatchObject({ status })
  })
})

test('HSTS includes subdomains only when configured', () => {
  const hsts = (settings: object) => securityHeaders({ ORIGIN: 'https://shop.example', ...settings }).at(-1)
  expect(hsts({})).toBe('max-age=31536000')
  expect(hsts({ HSTS_SUBDOMAINS: true })).toBe('max-age=31536000; includeSubDomains')
})

test('/readyz and /healthz carry the security headers', async () => {
  const readiness = { isDraining: () => false, fault: async () => undefined }
  await using shop = await serveHttp({
    steps: [healthStep(readiness, securityHeaders({ ORIGIN: 'https://shop.example' }))],
  })
  for (const path of ['/readyz', '/healthz', '/servez']) {
    expect((await shop.ask(path)).headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'strict-transport-security': expect.stringMatching(/^max-age/),
    })
  }
})

test('security.txt names the contact and does not expire within half a year', async () => {
  const now = () => new Date('2026-11-22')
  await using shop = await serveHttp({
    steps: [
      securityTxt(
        { ORIGIN: 'https://shop.example', SECURITY_CONTACT: 'mailto:security@shop.example' },
        () => 'hello@company.se',
        now,
      ),
    ],
  })
  const { text } = await shop.ask('/.well-known/security.txt')
  expect(text).toMatch(/^Contact: mailto:security@shop\.example\nExpires: 20\d\d-\d\d-\d\dT/)
  const expires = Date.parse(/Expires: (.*)/.exec(text)?.[1] ?? '')
  expect(expires - now().getTime()).toBeGreaterThan(182 * 86_400_000)
  expect(text).toContain('Canonical: https://shop.example/.well-known/security.txt')
})

test('security.txt falls back on the address of the company, but not on that of the example', async () => {
  let email = 'hello@shop.example'
  await using shop = await serveHttp({
    steps: [
      securityTxt(
        { ORIGIN: 'https://shop.se', SECURITY_CONTACT: undefined },
        () => email,
        () => new Date(),
      ),
    ],
  })
  expect((await shop.ask('/.well-known/security.txt')).text).not.toContain('Contact')
  email = 'hej@company.se'
  expect((await shop.ask('/.well-known/security.txt')).text).toMatch(/^Contact: mailto:hej@company\.se\n/)
})

describe('the cache key of a screen', () => {
  const example: Partial<Record<Screen, string>> = {
    home: '/en',
    product: '/en/product/x',
    page: '/en/terms',
    brand: '/sv/varumarke/x',
    'product-tag': '/en/product-tag/x',
    'product-category-all': '/en/category/a/b',
    device: '/en/find-parts/x',
    guides: '/sv/reparationsguide',
    guide: '/en/guide/x',
    search: '/sv/sok',
    'find-parts': '/en/find-parts',
    compare: '/sv/jamfor',
  }
  const all = [
    'page',
    'sort',
    'q',
    'brand',
    'series',
    'number',
    'category',
    'stock',
    'device',
    'min',
    'max',
    'price',
    'items',
    'filter',
    'from',
    'to',
    'length',
  ]

  test('contains only the parameters it reads', () => {
    const listed = Object.fromEntries(
      cacheableScreens.map((screen) => [
        screen,
        all.filter((name) => cacheableQuery(example[screen] ?? '')?.has(name)),
      ]),
    )
    const list = ['page', 'sort', 'brand', 'stock', 'device', 'price', 'filter']
    expect(listed).toEqual({
      home: [],
      product: [],
      page: [],
      guide: [],
      guides: [],
      brand: list,
      'product-tag': list,
      'product-category-all': list,
      device: list,
      search: ['page', 'sort', 'q', 'brand', 'stock', 'device', 'price', 'filter'],
      compare: ['items'],
      'find-parts': ['q', 'brand', 'series', 'number', 'category', 'device', 'from', 'to', 'length'],
    })
    expect(cacheableQuery(href('en', 'login'))).toBeUndefined()
  })

  test('a product page with other parameters makes no cache entry', async () => {
    const render = async () =>
      new Response('<p>', { headers: { 'Content-Type': 'text/html', 'CDN-Cache-Control': 'max-age=60' } })
    await using shop = await serveHttp({ render, cacheableQuery })
    for (let at = 0; at < 20; at += 1) await shop.ask(`/en/product/x?min=${at}&q=${at}`)
    expect(shop.cache.stats.pages).toBe(0)
    await shop.ask('/en/product/x')
    expect(shop.cache.stats.pages).toBe(1)
  })
})
