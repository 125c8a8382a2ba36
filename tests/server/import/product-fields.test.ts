import { expect, test } from 'vitest'
import { productPage } from '../../../src/server/catalog/product-page.ts'
import { pagesTag } from '../../../src/server/platform/db/statements/invalidation-queries.ts'
import { pageOf } from '../../support/page-answer.ts'
import { freshDatabase } from '../../support/test-database.ts'
import { fixtureShop, swedish } from '../ordering/checkout/buyer.ts'
import { importText } from './import-with.ts'
import { product } from './imported-product.ts'

const csv = (...lines: string[]) => ['feed.csv', `${lines.join('\n')}\n`] as const

test('a feed has prices in several currencies with tiers, and SEK is calculated only where it has none', async () => {
  await using shop = await freshDatabase()
  const settings = {
    price: { column: 'eur', currency: 'EUR', vat: 'ex', sekPerUnit: 11 },
    prices: [
      { column: 'sek', currency: 'SEK', vat: 'inc' },
      { column: 'usd', currency: 'USD', vat: 'ex', tiers: [{ column: 'usd10', quantity: 10 }] },
    ],
  }
  const feed = csv(
    'sku;name;eur;sek;usd;usd10',
    'A;One;100;1299;110.00 USD;$100',
    'B;Two;100 €;;;',
    'C;Three;;1299;;',
    'D;Four;100 SEK;;;',
    'E;Five;100;;;90',
    'F;Six;100;£5;;',
  )
  const report = await importText(shop, feed, settings)
  expect(report).toMatchObject({ created: 2, rejected: 4, error: null })
  expect(report.rejections.map(({ row, column, reason }) => `${row} ${column}: ${reason}`)).toEqual([
    '4 eur: The row has no price in EUR, but one in another currency.',
    '5 eur: The price 100 SEK is not in EUR.',
    '6 usd: The row has a price for several units but none for one.',
    '7 sek: The price £5 is not in SEK.',
  ])
  expect((await product(shop, 'A')).prices).toEqual([
    { currency: 'EUR', min_quantity: 1, amount: 12_500 },
    { currency: 'SEK', min_quantity: 1, amount: 129_900 },
    { currency: 'USD', min_quantity: 1, amount: 13_750 },
    { currency: 'USD', min_quantity: 10, amount: 12_500 },
  ])
  expect((await product(shop, 'B')).prices.map(({ currency, amount }) => [currency, amount])).toEqual([
    ['EUR', 12_500],
    ['SEK', 137_500],
  ])
  const twice = { ...settings, prices: [{ column: 'sek', currency: 'EUR', vat: 'inc' }] }
  await expect(importText(shop, feed, twice)).rejects.toThrow('prices must add currencies')
})

test('a VAT class has its own rate, and an unknown one is rejected', async () => {
  await using shop = await freshDatabase()
  await shop.db
    .insertInto('vat_rates')
    .values({ country: 'SE', vat_class: 'books', rate: 600, valid_from: '2020-01-01' })
    .execute()
  const settings = {
    price: { column: 'price', currency: 'SEK', vat: 'ex' },
    vatClass: { column: 'vat', values: { '6': 'books' } },
  }
  const feed = csv('sku;name;price;vat', 'A;Manual;100;6', 'B;Fan;100;', 'C;Odd;100;12', 'D;Named;100;books')
  const report = await importText(shop, feed, settings)
  expect(report).toMatchObject({ created: 3, rejected: 1 })
  expect(report.rejections[0]).toMatchObject({
    row: 4,
    column: 'vat',
    reason: expect.stringContaining('The shop has no VAT class "12"; it has standard, books'),
  })
  expect((await product(shop, 'A')).row.vat_class).toBe('books')
  expect((await product(shop, 'A')).prices[0]?.amount).toBe(10_600)
  expect((await product(shop, 'B')).prices[0]?.amount).toBe(12_500)
})

const fields = {
  group: { column: 'family' },
  groupSize: { column: 'pack' },
  ean: { column: 'ean' },
  subscription: { column: 'every', separator: '/' },
  notifyable: { column: 'tell' },
  published: { column: 'live' },
  since: { column: 'since' },
  incoming: { column: 'due' },
  stock: { columns: ['here', 'there'], values: { 'in stock': 10, 'out of stock': 0 } },
  category: { ids: { column: 'category' } },
}
const header = 'sku;name;family;pack;ean;every;tell;live;since;due;here;there;category'

test('pack sizes, EANs, intervals, days, drafts, several places and categories by id are read', async () => {
  await using shop = await freshDatabase()
  await importText(shop, csv('sku;name', 'X;Other'), { name: 'other' })
  const [category] = await shop.db.selectFrom('categories').select('id').execute()
  const id = category?.id ?? ''
  const feed = csv(
    header,
    `A;One;fans;10;4006381333931|73513537;60/30;no;yes;2025-03-01;2026-12-24;in stock;5;${id}`,
    `B;Two;;;;;;no;;;out of stock;;${id}`,
  )
  expect(await importText(shop, feed, fields)).toMatchObject({ created: 2, rejected: 0, left_out: 0, error: null })
  const { row, numbers } = await product(shop, 'A')
  expect(row).toMatchObject({
    group_id: 'fans',
    group_size: 10,
    notifyable: 0,
    status: 'published',
    published_at: '2025-03-01T00:00:00.000Z',
    main_category_id: id,
  })
  expect(numbers.filter(({ kind }) => kind === 'ean').map(({ normalized }) => normalized)).toEqual([
    '4006381333931',
    '73513537',
  ])
  expect(await shop.db.selectFrom('subscription_intervals').select('days').orderBy('days').execute()).toEqual([
    { days: 30 },
    { days: 60 },
  ])
  expect(
    await shop.db.selectFrom('stock').select(['on_hand', 'incoming_at']).where('product_id', '=', row.id).execute(),
  ).toEqual([{ on_hand: 15, incoming_at: '2026-12-24T00:00:00.000Z' }])
  const second = await product(shop, 'B')
  expect(second.row).toMatchObject({ status: 'draft', group_id: null, group_size: 1, notifyable: 1 })
  const lists = shop.db.selectFrom('category_products').selectAll().where('product_id', '=', second.row.id)
  expect(await lists.execute()).toEqual([])
  expect(await importText(shop, feed, fields)).toMatchObject({ unchanged: 2, changed: 0 })
})

test('wrong cells are left out or reject their row, and are reported by row and column', async () => {
  await using shop = await freshDatabase()
  await importText(shop, csv('sku;name', 'X;Other'), { name: 'other' })
  const [category] = await shop.db.selectFrom('categories').select('id').execute()
  const id = category?.id ?? ''
  const feed = csv(
    header,
    `A;One;;;4006381333932;0;maybe;;2999-01-01;soon;1;1;${id}`,
    `B;Two;;0;;;;;;;1;1;${id}`,
    `C;Three;;;;;;perhaps;;;1;1;${id}`,
    `D;Four;;;;;;;;;many;1;${id}`,
    'E;Five;;;;;;;;;1;1;nowhere',
    'F;Six;;;;;;;;;1;1;',
    `G;Seven;${'x'.repeat(61)};;;;;;;;1;1;${id}`,
  )
  const report = await importText(shop, feed, fields)
  expect(report).toMatchObject({ created: 1, rejected: 6, incomplete: 0, left_out: 1, error: null })
  expect(report.unread.map(({ row, column }) => `${row} ${column}`)).toEqual([
    '2 tell',
    '2 since',
    '2 every',
    '2 due',
    '2 ean',
  ])
  expect(report.rejections.map(({ row, column }) => `${row} ${column}`)).toEqual([
    '3 pack',
    '4 live',
    '5 here',
    '6 category',
    '7 category',
    '8 family',
  ])
})

test('the page of a product tells its EAN', async () => {
  await using shop = await fixtureShop()
  await importText(shop, csv('sku;name;ean', 'A-1;Newcomer;4006381333931'), { ean: { column: 'ean' } })
  const page = pageOf(await productPage(shop, swedish(), 'newcomer'))
  expect(page).toMatchObject({ eans: ['4006381333931'], otherNumbers: [] })
})

test('brands get the maker and the contact of a feed, which keeps what it does not say', async () => {
  await using shop = await freshDatabase()
  const brand = { column: 'brand', maker: 'maker', euContact: 'contact' }
  const stored = () => shop.db.selectFrom('brands').select(['id', 'maker', 'eu_contact']).orderBy('id').execute()
  const head = 'sku;name;brand;maker;contact'
  const first = csv(head, 'A;One;Nord;;', 'B;Two;Nord;Nord AB, Umeå;safety@nord.example', 'C;Three;Sud;;')
  expect(await importText(shop, first, { brand })).toMatchObject({ created: 3, error: null })
  expect(await stored()).toEqual([
    { id: 'nord', maker: 'Nord AB, Umeå', eu_contact: 'safety@nord.example' },
    { id: 'sud', maker: '', eu_contact: '' },
  ])
  await shop.db.deleteFrom('invalidations').execute()
  const second = csv(head, 'A;One;Nord;Nord AS, Oslo;', 'C;Three;Sud;Sud SA;', `D;Four;Sud;;${'x'.repeat(301)}`)
  const report = await importText(shop, second, { brand })
  expect(report).toMatchObject({ unchanged: 2, rejected: 1, error: null })
  expect(report.rejections[0]).toMatchObject({ row: 4, column: 'contact' })
  expect(await stored()).toEqual([
    { id: 'nord', maker: 'Nord AS, Oslo', eu_contact: 'safety@nord.example' },
    { id: 'sud', maker: 'Sud SA', eu_contact: '' },
  ])
  expect(await shop.db.selectFrom('invalidations').select('tag').execute()).toEqual([{ tag: pagesTag }])
})
