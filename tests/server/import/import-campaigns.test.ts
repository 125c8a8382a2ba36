import { expect, test } from 'vitest'
import { historyMoments } from '../../../src/server/catalog/maintenance/campaign-queries.ts'
import { productPage } from '../../../src/server/catalog/product-page.ts'
import { pageOf } from '../../support/page-answer.ts'
import { freshDatabase, type TestDatabase } from '../../support/test-database.ts'
import { fixtureShop, movableClock, swedish } from '../ordering/checkout/buyer.ts'
import { importText } from './import-with.ts'
import { product } from './imported-product.ts'

const settings = {
  price: { column: 'price', currency: 'EUR', vat: 'ex', sekPerUnit: 10 },
  campaign: { column: 'sale', from: 'from', until: 'until' },
}
const feed = (...rows: string[]) => ['feed.csv', ['sku;name;price;sale;from;until', ...rows].join('\n')] as const

const campaigns = (shop: Pick<TestDatabase, 'db'>) =>
  shop.db
    .selectFrom('campaign_prices as cp')
    .innerJoin('campaigns as c', 'c.id', 'cp.campaign_id')
    .innerJoin('products as p', 'p.id', 'cp.product_id')
    .select(['p.sku', 'cp.currency', 'cp.amount', 'c.starts_at', 'c.ends_at'])
    .orderBy('p.sku')
    .orderBy('cp.currency')
    .execute()

test('reduced prices hold for their time, and end when the feed has them no more', async () => {
  await using shop = await freshDatabase()
  const rows = [
    'A;One;100;80;2026-01-20;2026-02-10',
    'B;Two;100;50;;',
    'C;Three;100;;2026-01-20;2026-02-10',
    'D;Four;100;70;2026-02-01T08:00+0100;2026-03-01T08:00:30Z',
  ]
  expect(await importText(shop, feed(...rows), settings)).toMatchObject({ created: 4, left_out: 0, error: null })
  const [from, until] = ['2026-01-20T00:00:00.000Z', '2026-02-11T00:00:00.000Z']
  expect(await campaigns(shop)).toMatchObject([
    { sku: 'A', currency: 'EUR', amount: 10_000, starts_at: from, ends_at: until },
    { sku: 'A', currency: 'SEK', amount: 100_000 },
    { sku: 'B', currency: 'EUR', amount: 6_250, starts_at: '2026-02-01T00:00:00.000Z' },
    { sku: 'B', currency: 'SEK', amount: 62_500, ends_at: '9999-12-31T00:00:00.000Z' },
    { sku: 'D', starts_at: '2026-02-01T07:00:00.000Z', ends_at: '2026-03-01T08:00:30.000Z' },
    { sku: 'D' },
  ])
  expect((await product(shop, 'A')).row.sort_price).toBe(100_000)
  expect((await product(shop, 'D')).row.sort_price).toBe(125_000)
  const later = { now: new Date('2026-02-03T00:00:00.000Z') }
  expect(await importText(shop, feed(...rows), settings, later)).toMatchObject({ unchanged: 4, changed: 0 })
  const without = feed('A;One;100;;;', ...rows.slice(1))
  expect(await importText(shop, without, settings, later)).toMatchObject({ unchanged: 3, changed: 1 })
  expect((await campaigns(shop)).map(({ sku }) => sku)).toEqual(['B', 'B', 'D', 'D'])
  expect((await product(shop, 'A')).row.sort_price).toBe(125_000)
  expect(await shop.db.selectFrom('campaigns').select('name').execute()).toEqual([
    { name: 'tested' },
    { name: 'tested' },
  ])
})

test('reduced prices that cannot be are left out and reported', async () => {
  await using shop = await freshDatabase()
  const report = await importText(
    shop,
    feed(
      'A;One;100;100;;',
      'B;Two;;50;;',
      'C;Three;100;50;2026-02-10;2026-02-01',
      'D;Four;100;50;tomorrow;',
      'E;Five;100;-5;;',
      'F;Six;100;50 SEK;;',
      'G;Seven;100;50;2026-02-30;',
      'H;Eight;100;50;2026-02-01T25:00;',
    ),
    settings,
  )
  expect(report).toMatchObject({ created: 8, rejected: 0, incomplete: 0, left_out: 8, error: null })
  expect(report.unread.map(({ column }) => column)).toEqual([
    'sale',
    'sale',
    'until',
    'from',
    'sale',
    'sale',
    'from',
    'from',
  ])
  expect(await campaigns(shop)).toEqual([])
})

test('a page shows the reduced price of a feed, and the campaigns of others stay', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const before = await campaigns(shop)
  const now = { now: clock.now() }
  const google = {
    ...settings,
    campaign: { column: 'sale', dates: 'from' },
    price: { ...settings.price, currency: 'SEK' },
  }
  const day = (days: number) => new Date(clock.now().getTime() + days * 86_400_000).toISOString()
  const rows = feed(`NEW-1;Newcomer;100;80;${day(-1)}/${day(1)};`)
  expect(await importText(shop, rows, google, now)).toMatchObject({ created: 1, left_out: 0, error: null })
  const page = pageOf(await productPage(shop, swedish(), 'newcomer'))
  expect(page?.product.prices).toMatchObject({ n: [{ p: 125 }], c: [{ p: 100 }] })
  await importText(shop, feed('NEW-1;Newcomer;100;;;'), google, now)
  expect(pageOf(await productPage(shop, swedish(), 'newcomer'))?.product.prices.c ?? []).toEqual([])
  expect(await campaigns(shop)).toEqual(before)
})

/** A shop whose feed changes day by day; the unit price, the lowest one before, and what is taken off of it. */
async function changingFeed() {
  const clock = movableClock()
  const shop = await fixtureShop(clock)
  const sek = { ...settings, price: { ...settings.price, currency: 'SEK', vat: 'inc' } }
  const imported = async (days: number, row: string) => {
    clock.advance(days * 86_400)
    await importText(shop, feed(`NEW-1;${row}`), sek, { now: clock.now() })
    const { prices, lowest_30_days } = pageOf(await productPage(shop, swedish(), 'newcomer'))?.product ?? {}
    const { p, o, d } = prices?.c?.[0] ?? {}
    return [p, o, d, lowest_30_days]
  }
  return { imported, [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose]() }
}
const none = [undefined, undefined, undefined, null]

test('a reduced price that the feed has no more counts in the lowest price of the next 30 days', async () => {
  await using shop = await changingFeed()
  expect(await shop.imported(0, 'Newcomer;100;;;')).toEqual(none)
  expect(await shop.imported(40, 'Newcomer;100;50;;')).toEqual([50, 100, 50, 100])
  expect(await shop.imported(5, 'Newcomer;100;;;')).toEqual(none)
  expect(await shop.imported(10, 'Newcomer;100;70;;')).toEqual([70, undefined, undefined, 50])
  expect(await shop.imported(1, 'Newcomer;100;;;')).toEqual(none)
  expect(await shop.imported(31, 'Newcomer;100;70;;')).toEqual([70, 100, 30, 100])
})

test('a reduced price without a beginning goes on when its row changes, and begins anew when raised', async () => {
  await using shop = await changingFeed()
  expect(await shop.imported(0, 'Newcomer;100;80;;')).toEqual([80, 100, 20, 100])
  expect(await shop.imported(40, 'Newcomer;100;80;;2030-01-01')).toEqual([80, 100, 20, 100])
  expect(await shop.imported(3, 'Newcomer;100;60;;2030-01-01')).toEqual([60, 100, 40, 100])
  expect(await shop.imported(3, 'Newcomer;100;75;;2030-01-01')).toEqual([75, undefined, undefined, 60])
})

test('of the history of a product, only the moments that are asked for are read', async () => {
  await using shop = await freshDatabase()
  await importText(shop, feed('A;One;100;;;'), settings)
  const { row } = await product(shop, 'A')
  const at = (day: number) => `2025-01-0${day}T00:00:00.000Z`
  const past = (day: number) =>
    ({ product_id: row.id, currency: 'SEK', amount: 100, valid_from: at(day), valid_until: at(day + 1) }) as const
  await shop.db
    .insertInto('price_history')
    .values([past(1), past(2), past(3)])
    .execute()
  const asked = ([2, 5] as const).map((day) => ({ product_id: row.id, currency: 'SEK' as const, starts_at: at(day) }))
  expect([...(await historyMoments(shop.db, shop.kind, asked))]).toEqual([`${row.id} SEK ${at(2)}`])
})
