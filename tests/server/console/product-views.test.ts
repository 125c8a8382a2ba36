import { expect, test } from 'vitest'
import { cacheableQuery } from '../../../src/cacheable-pages.ts'
import { dayOf } from '../../../src/domain/places/working-days.ts'
import { href } from '../../../src/routes.ts'
import { ViewCounter } from '../../../src/server/catalog/view-counts/view-counter.ts'
import { writeViews } from '../../../src/server/catalog/view-counts/write-views.ts'
import { figuresScreen } from '../../../src/server/console/figures/figures-page.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { serveHttp } from '../../support/http-shop.ts'
import { fixtureShop, movableClock } from '../ordering/checkout/buyer.ts'
import { confirmed } from '../ordering/orders/parcels.ts'
import { contentOf, signedIn, visit } from './at-console.ts'

const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0' }
const day = 86_400

/** Pages of which each answer is kept, except that `own_prices` makes one for this shopper alone. */
function servePages(counter: ViewCounter) {
  return serveHttp({
    cacheableQuery,
    onSent: (target, headers) => counter.note(target, headers),
    render: async (request) => {
      const isMissing = request.url.includes('missing')
      const caching = { 'CDN-Cache-Control': 'max-age=60', 'Cache-Tag': 'catalog', 'Content-Type': 'text/html' }
      return new Response('page', { status: isMissing ? 404 : 200, headers: caching })
    },
  })
}

async function pathOf(shop: Shop, id: string, language: 'en' | 'sv' = 'en'): Promise<string> {
  const texts = shop.db.selectFrom('product_texts').select('slug').where('product_id', '=', id)
  const { slug } = await texts.where('language', '=', language).executeTakeFirstOrThrow()
  return href(language, 'product', { slug })
}

test('pages of products that are sent are counted, cached or not, and nobody else is', async () => {
  await using shop = await fixtureShop()
  const counter = new ViewCounter()
  await using http = await servePages(counter)
  const [fan, swedish] = [await pathOf(shop, 'fan'), await pathOf(shop, 'fan', 'sv')]
  const ask = (path: string, headers: Record<string, string> = browser, method = 'GET') =>
    http.ask(path, { method, headers })
  for (let times = 0; times < 3; times += 1) await ask(fan)
  const { headers } = await ask(`${fan}?utm_source=mail`)
  expect((await ask(fan, { ...browser, 'if-none-match': String(headers.etag) })).status).toBe(304)
  await ask(fan, { ...browser, cookie: 'own_prices=1' })
  await ask(swedish, { ...browser, 'sec-fetch-dest': 'document' })
  for (const other of [
    { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
    { 'user-agent': 'curl/8.9.1' },
    { 'user-agent': '' },
    { ...browser, 'sec-purpose': 'prefetch' },
    { ...browser, 'sec-fetch-dest': 'empty' },
  ])
    await ask(fan, other)
  await ask(fan, browser, 'HEAD')
  await ask(fan, browser, 'POST')
  await ask(href('en', 'product', { slug: 'missing' }))
  await ask(href('en', 'home'))
  const counts = counter.take()
  expect(Object.fromEntries(counts)).toEqual({ [fan]: 6, [swedish]: 1 })
  expect(counter.take().size).toBe(0)
})

test('what processes have counted adds up, is kept if it cannot be written, and stays bounded', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const [fan, swedish] = [await pathOf(shop, 'fan'), await pathOf(shop, 'fan', 'sv')]
  const counters = [new ViewCounter(), new ViewCounter()]
  for (const counter of counters) for (const path of [fan, fan, swedish]) counter.note(path, browser)
  counters[0]?.note(href('en', 'product', { slug: 'no-such-part' }), browser)
  await Promise.all(counters.map((counter) => writeViews(shop, counter)))
  const today = dayOf(clock.now(), shop.settings.all.home)
  const stored = () => shop.db.selectFrom('product_views').selectAll().execute()
  expect(await stored()).toEqual([{ day: today, product_id: 'fan', views: 6 }])
  const [counter = new ViewCounter()] = counters
  counter.note(fan, browser)
  const broken = {
    ...shop,
    now: () => {
      throw new Error('no clock')
    },
  }
  await expect(writeViews(broken, counter)).rejects.toThrow('no clock')
  await writeViews(shop, counter)
  expect(await stored()).toEqual([{ day: today, product_id: 'fan', views: 7 }])
  for (let at = 0; at < 25_000; at += 1) counter.note(href('en', 'product', { slug: `made-up-${at}` }), browser)
  expect(counter.take().size).toBe(20_000)
  clock.advance(766 * day)
  await writeViews(shop, counter)
  expect(await stored()).toEqual([])
})

test('the figures show views beside the period before, and how many went on to a checkout and an order', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const counter = new ViewCounter()
  const fan = await pathOf(shop, 'fan')
  const see = async (times: number) => {
    for (let at = 0; at < times; at += 1) counter.note(fan, browser)
    await writeViews(shop, counter)
  }
  await see(5)
  clock.advance(day)
  await see(20)
  await confirmed(shop, [['FAN', 3]])
  await confirmed(shop, [['FAN', 1]])
  const today = dayOf(clock.now(), shop.settings.all.home)
  const who = await signedIn(shop, 'owner')
  const search = `?from=${today}&to=${today}`
  const { viewed } = await contentOf(shop, who, figuresScreen, { search })
  expect(viewed).toMatchObject({ now: 20, before: 5, buckets: [{ from: today, now: 20, before: 5 }] })
  expect(viewed.parts).toMatchObject([{ sku: 'FAN', views: 20, before: 5, carts: 2, orders: 2 }])
  for (const kind of ['csv', 'xlsx']) {
    const file = await visit(shop, who, figuresScreen, { search, form: { action: 'export', table: 'views', kind } })
    if (!(file instanceof Response)) throw new Error('There is no file.')
    expect(file.headers.get('Content-Disposition')).toContain(`views-SEK-${today}-${today}.${kind}`)
    if (kind === 'csv') expect(await file.text()).toMatch(/\r\nFAN,[^\r]*,20,5,2,2/)
  }
})
