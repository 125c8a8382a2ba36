import { describe, expect, test } from 'vitest'
import { currencyCodes } from '../../../../../src/domain/money/currencies.ts'
import { countries } from '../../../../../src/domain/places/countries.ts'
import type { Sales } from '../../../../../src/domain/settings/sales.ts'
import { regionLinks } from '../../../../../src/server/platform/http/pages/region-links.ts'
import { serveHttp, testOrigin } from '../../../../support/http-shop.ts'
import type { Asked } from '../../../../support/plain-request.ts'

const everything: Sales = { countries: countries.map(({ code }) => code), currencies: [...currencyCodes] }
const settings = { all: { sales: everything } }

const page = async (request: Request) =>
  new Response(`shown ${new URL(request.url).search}`, { headers: { 'CDN-Cache-Control': 'max-age=60' } })

async function follow(path: string, asked: Asked = {}, origin = testOrigin, all = settings.all) {
  await using shop = await serveHttp({
    steps: [regionLinks({ env: { ORIGIN: origin }, settings: { all } })],
    render: page,
    cacheableQuery: () => new Set(['page']),
  })
  const { status, headers, text } = await shop.ask(path, asked)
  return { status, to: headers.location, cookies: headers['set-cookie'] ?? [], caching: headers['cache-control'], text }
}
const namesOf = (cookies: string[]) => cookies.map((cookie) => cookie.split(';', 1)[0])

describe('spec 4 and 5: country and currency in the query', () => {
  test.each([
    ['currency=NOK', ['cid=2', 'cuc=NOK']],
    ['currency=nok', ['cid=2', 'cuc=NOK']],
    ['currency=2', ['cid=2', 'cuc=NOK']],
    ['country=DE', ['cc=DE']],
    ['country=de', ['cc=DE']],
    ['currency=eur&country=Fi', ['cid=4', 'cuc=EUR', 'cc=FI']],
    ['currency=XXX&currency=SEK', ['cid=1', 'cuc=SEK']],
    ['currency=XXX&country=NO', ['cc=NO']],
  ])('spec 5: %s sets %j and redirects to the same URL without it [4.region-query.known]', async (query, cookies) => {
    const answer = await follow(`/sv/kategori/batterier?${query}`)
    expect(answer).toMatchObject({ status: 302, to: '/sv/kategori/batterier', caching: 'no-store' })
    expect(namesOf(answer.cookies)).toEqual(cookies)
  })

  test.each([
    'currency=XXX',
    'currency=',
    'currency=-1',
    'currency=4.0',
    'currency=1e0',
    'currency=99',
    'currency=%00',
    'country=ZZ',
    'country=',
    'country=SWE',
    'country=__proto__',
    'Currency=SEK',
    'xcurrency=SEK',
  ])(
    'spec 5: %s is unknown: the page is shown unchanged [4.region-query.unknown] [5.country-query] [5.currency-query]',
    async (query) => {
      expect(await follow(`/en?${query}`)).toMatchObject({ status: 200, cookies: [], to: undefined })
    },
  )

  test('what is not sold to or in counts as unknown', async () => {
    const all: { sales: Sales } = { sales: { countries: ['SE', 'FI'], currencies: ['SEK'] } }
    const follows = (query: string) => follow(`/en?${query}`, {}, testOrigin, all)
    expect(await follows('country=NO&currency=EUR')).toMatchObject({ status: 200, cookies: [] })
    expect(namesOf((await follows('country=NO&country=fi&currency=4&currency=1')).cookies)).toEqual([
      'cid=1',
      'cuc=SEK',
      'cc=FI',
    ])
  })

  test('all other parameters stay byte for byte, in their order', async () => {
    const { to } = await follow('/en/searchresults?q=a+b%20c&x=%C3%a5&currency=SEK&y&q=2&&country=SE&utm_source=%26')
    expect(to).toBe('/en/searchresults?q=a+b%20c&x=%C3%a5&y&q=2&&utm_source=%26')
  })

  test('spec 9: cid, cuc and cc last 30 days for the whole shop, secure with https [9.cookies.region]', async () => {
    const attributes = async (origin: string) =>
      new Set(
        (await follow('/en?currency=4&country=DE', {}, origin)).cookies.map((cookie) => cookie.replace(/^[^;]+; /, '')),
      )
    expect(await attributes('http://shop.test')).toEqual(new Set(['Max-Age=2592000; Path=/; SameSite=Lax']))
    expect(await attributes('https://shop.test')).toEqual(new Set(['Max-Age=2592000; Path=/; SameSite=Lax; Secure']))
  })

  test('it answers before the page cache, and is never in it', async () => {
    await using shop = await serveHttp({
      steps: [regionLinks({ env: { ORIGIN: testOrigin }, settings })],
      render: page,
      cacheableQuery: () => new Set(['page', 'currency']),
    })
    await shop.ask('/en?page=2')
    for (let time = 0; time < 3; time += 1)
      expect((await shop.ask('/en?page=2&currency=SEK')).headers).toMatchObject({
        location: '/en?page=2',
        'cache-control': 'no-store',
      })
    expect(shop.cache.stats).toMatchObject({ pages: 1, rendered: 1 })
  })

  test('a HEAD is redirected, other methods and calls are not', async () => {
    expect(await follow('/en?currency=SEK', { method: 'HEAD' })).toMatchObject({ status: 302, to: '/en' })
    expect(await follow('/en/checkout?currency=SEK', { method: 'POST' })).toMatchObject({ status: 200, cookies: [] })
    expect(await follow('/api/products?query=a&currency=SEK')).toMatchObject({ status: 200, cookies: [] })
  })

  test.each([
    '//evil.example/en?currency=SEK',
    '//../en?currency=SEK',
    '/\\evil.example/en?currency=SEK',
    '/en/..//evil.example?currency=SEK',
    '/en?currency=SEK&next=//evil.example',
    '/en/%0d%0aset-cookie:x?currency=SEK',
    '/en?x=%0d%0aSet-Cookie:y&currency=SEK',
  ])('the redirect from %s stays in the shop', async (path) => {
    const { to = '/en', cookies } = await follow(path)
    expect(to).toMatch(/^\/(?:en|sv)(?:[/?]|$)/)
    expect(new URL(to, testOrigin).origin).toBe(testOrigin)
    expect(namesOf(cookies).filter((cookie) => !/^(?:cid=1|cuc=SEK)$/.test(cookie ?? ''))).toEqual([])
  })
})
