import fc from 'fast-check'
import { expect, test } from 'vitest'
import { updatedAtTag } from '../../../src/server/catalog/change-queries.ts'
import { parseAnyProfile } from '../../../src/server/catalog/import/profile/profile.ts'
import { recountCurrencySortPrices } from '../../../src/server/catalog/listing/sort-price-queries.ts'
import { pagesTag } from '../../../src/server/platform/db/statements/invalidation-queries.ts'
import type { TestDatabase } from '../../support/test-database.ts'
import { aRecord } from './a-record.ts'
import { profile, save, shopWith, tags, update, updatedAt } from './updated-shop.ts'

const allOf = async ({ db }: TestDatabase) => ({
  products: await db.selectFrom('products').selectAll().orderBy('id').execute(),
  texts: await db.selectFrom('product_texts').selectAll().orderBy('product_id').orderBy('language').execute(),
  attributes: await db.selectFrom('product_attributes').selectAll().orderBy('product_id').execute(),
  numbers: await db.selectFrom('part_numbers').selectAll().orderBy('product_id').orderBy('normalized').execute(),
  listed: await db.selectFrom('category_products').selectAll().orderBy('product_id').orderBy('category_id').execute(),
  prices: await pricesOf(db),
  stock: await db.selectFrom('stock').selectAll().orderBy('product_id').execute(),
})

function pricesOf(db: TestDatabase['db']) {
  return db.selectFrom('prices').selectAll().orderBy('product_id').orderBy('currency').orderBy('min_quantity').execute()
}

test('a feed of prices and stock changes these and nothing else', async () => {
  const rich = {
    attributes: [{ attribute_id: 'colour', value: 'black' }],
    part_numbers: [{ number: 'OLD-1', kind: 'replaces' as const }],
    weight_grams: 321,
    prices: [
      { currency: 'SEK' as const, min_quantity: 1, amount: 19_900 },
      { currency: 'SEK' as const, min_quantity: 50, amount: 15_000 },
      { currency: 'EUR' as const, min_quantity: 1, amount: 1_900 },
    ],
  }
  await using shop = await shopWith(aRecord('a', rich), aRecord('b'))
  const before = await allOf(shop)
  const report = await update(shop, 'article;price;price10;stock;expected\nSKU-a;80,50;70;4;2026-12-24\n')
  expect(report).toMatchObject({ rows: 1, changed: 1, unchanged: 0, unknown: 0, rejected: 0, error: null })
  const after = await allOf(shop)
  expect(after.prices.filter((row) => row.product_id === 'a')).toEqual([
    { product_id: 'a', currency: 'EUR', min_quantity: 1, amount: 1_900 },
    { product_id: 'a', currency: 'SEK', min_quantity: 1, amount: 10_063 },
    { product_id: 'a', currency: 'SEK', min_quantity: 10, amount: 8_750 },
    { product_id: 'a', currency: 'SEK', min_quantity: 50, amount: 15_000 },
  ])
  expect(after.stock[0]).toEqual({ product_id: 'a', on_hand: 4, reserved: 0, incoming_at: '2026-12-24T00:00:00.000Z' })
  expect(after.products[0]).toEqual({
    ...before.products[0],
    sort_price: 10_063,
    updated_at: updatedAt,
    content_hash: ' 4/2026-12-24T00:00:00.000Z',
  })
  const others = { products: before.products.slice(1), prices: [], stock: [] }
  expect({ ...after, products: after.products.slice(1), prices: [], stock: [] }).toEqual({ ...before, ...others })
  expect(report.changes).toEqual([
    { row: 2, sku: 'SKU-a', field: 'price', before: '199.00 SEK', after: '100.63 SEK' },
    { row: 2, sku: 'SKU-a', field: 'price from 10', before: '', after: '87.50 SEK' },
    { row: 2, sku: 'SKU-a', field: 'stock', before: '10', after: '4' },
    { row: 2, sku: 'SKU-a', field: 'incoming', before: '', after: '2026-12-24' },
  ])
})

test('an empty price or number of units says nothing, and an absent column neither', async () => {
  await using shop = await shopWith(aRecord('a', { stock: { on_hand: 10, incoming_at: '2026-05-01T00:00:00.000Z' } }))
  const before = await allOf(shop)
  expect(await update(shop, 'article;price;stock\nSKU-a;;\n')).toMatchObject({ changed: 0, unchanged: 1 })
  expect(await allOf(shop)).toEqual(before)
  expect(await update(shop, 'article;price;stock;expected\nSKU-a;;;\n')).toMatchObject({ changed: 1 })
  expect((await allOf(shop)).stock).toEqual([{ ...before.stock[0], incoming_at: null }])
})

test('a second run changes and purges nothing, and neither does a dry run', async () => {
  await using shop = await shopWith(aRecord('a'), aRecord('b'))
  const feed = 'article;price;stock\nSKU-a;80;4\nSKU-b;90;5\n'
  const before = await allOf(shop)
  expect(await update(shop, feed, { dryRun: true })).toMatchObject({ changed: 2, dry_run: true })
  expect(await allOf(shop)).toEqual(before)
  expect(await update(shop, feed)).toMatchObject({ changed: 2 })
  const after = await allOf(shop)
  await shop.db.deleteFrom('invalidations').execute()
  expect(await update(shop, feed, { at: '2026-03-02T12:00:00.000Z' })).toMatchObject({ changed: 0, unchanged: 2 })
  expect(await allOf(shop)).toEqual(after)
  expect(await tags(shop)).toEqual([])
})

test('only the pages that show something else are purged', async () => {
  await using shop = await shopWith(
    aRecord('few', { stock: { on_hand: 80, incoming_at: null } }),
    aRecord('many', { stock: { on_hand: 80, incoming_at: null } }),
    aRecord('gone'),
    aRecord('soon', { stock: { on_hand: 0, incoming_at: null } }),
    aRecord('count', { stock: { on_hand: 30, incoming_at: null } }),
  )
  const feed =
    'article;price;stock;expected\nSKU-few;;79;\nSKU-many;;800;\nSKU-gone;;0;\nSKU-soon;;0;2026-05-01\nSKU-count;;29;\n'
  expect(await update(shop, feed)).toMatchObject({ changed: 5 })
  expect(await tags(shop)).toEqual(['product:gone', 'product:soon', 'stock:count', 'stock:gone', 'stock:soon'])
  await shop.db.deleteFrom('invalidations').execute()
  await update(shop, 'article;price;stock\nSKU-few;10;\n')
  expect(await tags(shop)).toEqual(['category:fans', 'category:parts', 'product:few'])
})

test('prices of many products purge all pages, which lists are told; stock alone purges its own pages', async () => {
  const eur = { currency: 'EUR' as const, min_quantity: 1, amount: 1_900 }
  const sek = { currency: 'SEK' as const, min_quantity: 1, amount: 19_900 }
  const records = Array.from({ length: 2_001 }, (_, at) => aRecord(`p${at}`, { prices: [sek, eur] }))
  // It has no EUR price for one, so that it is sorted by its base price there.
  const several = aRecord('p2001', { prices: [sek, { ...eur, min_quantity: 10 }] })
  await using shop = await shopWith(...records, several)
  const lines = (cells: string) => [
    'article;price;stock',
    ...[...records, several].map(({ sku }) => `${sku};${cells}`),
    '',
  ]
  expect(await update(shop, lines(';9').join('\n'))).toMatchObject({ changed: 2_002 })
  expect((await tags(shop)).filter((tag) => !/^(?:product|stock):p/.test(tag))).toEqual([])
  await shop.db.deleteFrom('invalidations').execute()
  expect(await update(shop, lines('80;0').join('\n'))).toMatchObject({ changed: 2_002 })
  // Before the end they are purged every two seconds.
  expect((await tags(shop)).filter((tag) => tag !== pagesTag)).toEqual([updatedAtTag(updatedAt)])
  const sorted = shop.db.selectFrom('products').select('sort_price').distinct()
  expect(await sorted.execute()).toEqual([{ sort_price: 10_000 }])
  const inCurrencies = shop.db.selectFrom('product_sort_prices').selectAll().orderBy('product_id')
  const before = await inCurrencies.execute()
  await shop.db.transaction().execute((trx) => recountCurrencySortPrices(trx, updatedAt))
  expect(await inCurrencies.execute()).toEqual(before)
})

test('units that orders reserved stay on hand', async () => {
  await using shop = await shopWith(aRecord('a'))
  await shop.db.updateTable('stock').set({ reserved: 6 }).execute()
  expect(await update(shop, 'article;price;stock\nSKU-a;;2\n')).toMatchObject({ changed: 1 })
  expect((await allOf(shop)).stock).toMatchObject([{ on_hand: 6, reserved: 6 }])
  expect(await update(shop, 'article;price;stock\nSKU-a;;3\n')).toMatchObject({ unchanged: 1 })
})

test('the history of prices is kept, and a whole feed writes an updated product again', async () => {
  const record = aRecord('a')
  await using shop = await shopWith(record)
  await update(shop, 'article;price;stock\nSKU-a;80;\n')
  const history = await shop.db
    .selectFrom('price_history')
    .select(['currency', 'amount', 'valid_from', 'valid_until'])
    .orderBy('valid_from')
    .execute()
  expect(history).toEqual([
    { currency: 'SEK', amount: 19_900, valid_from: '2026-02-01T00:00:00.000Z', valid_until: updatedAt },
    { currency: 'SEK', amount: 10_000, valid_from: updatedAt, valid_until: null },
  ])
  const later = '2026-03-02T00:00:00.000Z'
  expect(await save(shop, [record], later)).toEqual({ created: 0, changed: 1, unchanged: 0 })
  expect(await pricesOf(shop.db)).toMatchObject([{ amount: 19_900 }])
  expect(await save(shop, [record], later)).toEqual({ created: 0, changed: 0, unchanged: 1 })
})

test('after new units alone, a whole feed with the same units changes nothing', async () => {
  await using shop = await shopWith(aRecord('a'))
  await update(shop, 'article;price;stock\nSKU-a;;7\n')
  const same = aRecord('a', { stock: { on_hand: 7, incoming_at: null } })
  expect(await save(shop, [same])).toEqual({ created: 0, changed: 0, unchanged: 1 })
  expect(await save(shop, [aRecord('a')])).toEqual({ created: 0, changed: 1, unchanged: 0 })
})

test('prices of other currencies are converted, and stored beside them', async () => {
  await using shop = await shopWith(aRecord('a'))
  const json = { ...profile, price: { column: 'price', currency: 'EUR', vat: 'inc', sekPerUnit: 11 } }
  await update(shop, 'article;price;stock\nSKU-a;10;\n', { json })
  const [sek, eur] = [
    { currency: 'SEK', amount: 11_000 },
    { currency: 'EUR', amount: 1_000 },
  ]
  expect(await pricesOf(shop.db)).toMatchObject([eur, sek])
})

test('rows that cannot be read are reported with their columns, the others count', async () => {
  await using shop = await shopWith(aRecord('a'), aRecord('set', { type: 3 }))
  const rows = [
    'article;price;stock;expected',
    'SKU-a;80;4;',
    'SKU-a;90;4;',
    'SKU-b;ten;4;',
    ';10;4;',
    'SKU-c;10;-1;',
    'SKU-d;10;1;2026-02-30',
    'SKU-e;-5;1;',
    'SKU-f;0;1;',
    'SKU-set;10;1;',
    'SKU-else;10;1;',
    'short',
  ]
  const report = await update(shop, `${rows.join('\n')}\n`)
  expect(report).toMatchObject({ rows: 11, changed: 1, unknown: 1, rejected: 9, error: null })
  expect(report.rejections.map(({ row, column }) => [row, column])).toEqual([
    [3, 'article'],
    [4, 'price'],
    [5, 'article'],
    [6, 'stock'],
    [7, 'expected'],
    [8, 'price'],
    [9, 'price'],
    [12, null],
    [10, 'stock'],
  ])
  expect(report.notes).toMatchObject([
    { code: 'note_unknown', reason: '1 rows have article numbers that the shop does not have, such as SKU-else.' },
  ])
  expect(await pricesOf(shop.db)).toMatchObject([{ product_id: 'a', amount: 10_000 }, { product_id: 'set' }])
})

test.each([
  ['of another shop', 'article;price;stock\nX;1;1\nY;1;1\n', 'The shop has none of the article numbers'],
  ['without a column', 'article;stock\nSKU-a;1\n', 'The feed has no column "price"'],
  ['without rows', 'article;price;stock\n', 'The feed has no rows.'],
])('a feed %s is refused, and nothing is changed', async (_, text, error) => {
  await using shop = await shopWith(aRecord('a'))
  const before = await allOf(shop)
  expect(await update(shop, text)).toMatchObject({ changed: 0, error: expect.stringContaining(error) as string })
  expect(await allOf(shop)).toEqual(before)
})

test.each([
  [{ ...profile, price: undefined, stock: undefined, incoming: undefined }, 'needs price, stock, incoming or shelf'],
  [{ ...profile, texts: {} }, 'the profile has no setting "texts"'],
  [{ ...profile, update: {} }, 'update.sku is missing'],
])('a profile that cannot be used is refused: %#', (json, sentence) => {
  expect(() => parseAnyProfile(JSON.parse(JSON.stringify(json)), 'stock.json')).toThrow(sentence)
})

test('any sequence of feeds leaves what their last words say', async () => {
  const cell = fc.option(fc.integer({ min: 1, max: 900 }), { nil: undefined })
  const row = fc.record({ at: fc.nat(4), price: cell, stock: cell })
  const feeds = fc.array(fc.uniqueArray(row, { selector: ({ at }) => at, minLength: 1 }), { maxLength: 4 })
  await using shop = await shopWith(...Array.from({ length: 5 }, (_, at) => aRecord(`p${at}`)))
  const told = Array.from({ length: 5 }, () => ({ price: 19_900, stock: 10 }))
  await fc.assert(
    fc.asyncProperty(feeds, async (all) => {
      for (const rows of all) {
        const lines = rows.map(({ at, price, stock }) => `SKU-p${at};${price ?? ''};${stock ?? ''}`)
        await update(shop, ['article;price;stock', ...lines, ''].join('\n'))
        for (const { at, price, stock } of rows)
          told[at] = { price: price ? price * 125 : (told[at]?.price ?? 0), stock: stock ?? told[at]?.stock ?? 0 }
      }
      const found = await shop.db
        .selectFrom('products as p')
        .innerJoin('stock as s', 's.product_id', 'p.id')
        .innerJoin('prices as r', 'r.product_id', 'p.id')
        .select(['r.amount as price', 's.on_hand as stock', 'p.sort_price'])
        .orderBy('p.id')
        .execute()
      expect(found).toEqual(told.map(({ price, stock }) => ({ price, stock, sort_price: price })))
    }),
    { numRuns: 15 },
  )
})
