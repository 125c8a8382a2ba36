import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { importFeed } from '../../../src/server/catalog/import/import-feed.ts'
import { parseProfile } from '../../../src/server/catalog/import/profile/profile.ts'
import { freshDatabase } from '../../support/test-database.ts'
import { feedFile, importFixture } from './import-fixture.ts'
import { product, withFeed } from './imported-product.ts'

test('a feed becomes products with texts, prices, attributes, categories, brands and stock', async () => {
  await using shop = await freshDatabase()
  expect(await importFixture(shop, 'fans.csv')).toMatchObject({
    rows: 3,
    created: 3,
    changed: 0,
    unchanged: 0,
    rejected: 0,
    error: null,
  })
  const fan = await product(shop, 'F-1')
  expect(fan.row).toMatchObject({
    type: 1,
    weight_grams: 180,
    popularity: 10,
    brand_id: 'nord-wind',
    status: 'published',
  })
  expect(
    fan.texts.map(({ language, name, prefix, slug, description }) => ({ language, name, prefix, slug, description })),
  ).toEqual([
    {
      language: 'en',
      name: 'Nord Wind Breeze, 120 mm, Black / White',
      prefix: 'Fan',
      slug: 'nord-wind-breeze-120-mm-black-white',
      description: 'A fan; it turns.\nQuietly.',
    },
    {
      language: 'sv',
      name: 'Nord Wind Breeze, 120 mm, Svart / Vit',
      prefix: 'Fläkt',
      slug: 'nord-wind-breeze-120-mm-svart-vit',
      description: 'A fan; it turns.\nQuietly.',
    },
  ])
  expect(fan.attributes).toEqual([
    { attribute_id: 'diameter', value: '120' },
    { attribute_id: 'colour', value: 'black' },
    { attribute_id: 'colour', value: 'white' },
    { attribute_id: 'pwm', value: 'yes' },
    { attribute_id: 'fan_speed', value: '450–2000' },
  ])
  expect(fan.numbers).toEqual([
    { normalized: 'F1', kind: 'own' },
    { normalized: 'OLD1', kind: 'replaces' },
    { normalized: 'OLD2', kind: 'replaces' },
  ])
  const paths = await shop.db
    .selectFrom('category_texts')
    .innerJoin('categories', 'categories.id', 'category_texts.category_id')
    .select(['path', 'product_count'])
    .orderBy('path')
    .execute()
  expect(paths).toEqual([
    { path: 'cooling', product_count: 3 },
    { path: 'cooling/test-fans', product_count: 3 },
    { path: 'kylning', product_count: 3 },
    { path: 'kylning/testflaktar', product_count: 3 },
  ])
  const labels = await shop.db
    .selectFrom('attribute_value_texts')
    .select('label')
    .where('attribute_id', '=', 'colour')
    .where('language', '=', 'sv')
    .orderBy('value')
    .execute()
  expect(labels.map((row) => row.label)).toEqual(['Svart', 'Vit'])
})

test('prices without VAT get it, and a base price to the öre beside their own currency', async () => {
  await using shop = await freshDatabase()
  await importFixture(shop, 'fans.csv')
  expect((await product(shop, 'F-1')).prices).toEqual([
    { currency: 'EUR', min_quantity: 1, amount: 1_250 },
    { currency: 'EUR', min_quantity: 10, amount: 1_125 },
    { currency: 'SEK', min_quantity: 1, amount: 13_750 },
    { currency: 'SEK', min_quantity: 10, amount: 12_375 },
  ])
  expect((await product(shop, 'F-2')).prices.find((price) => price.currency === 'EUR')?.amount).toBe(154_313)
})

test('a row without a price is displayed but cannot be ordered', async () => {
  await using shop = await freshDatabase()
  await importFixture(shop, 'fans.csv')
  const fan = await product(shop, 'F-3')
  expect(fan.prices).toEqual([])
  expect(fan.row).toMatchObject({ sort_price: null, popularity: 1 })
  expect(fan.texts[0]?.name).toBe('Vindil Stor 27" rack, 200 mm')
})

test('the same file again changes nothing, and a changed row changes one product', async () => {
  await using shop = await freshDatabase()
  await importFixture(shop, 'fans.csv')
  const before = await shop.db.selectFrom('products').selectAll().orderBy('id').execute()
  const tags = await shop.db.selectFrom('invalidations').selectAll().execute()
  expect(await importFixture(shop, 'fans.csv', { at: '2026-03-01T00:00:00.000Z' })).toMatchObject({
    created: 0,
    changed: 0,
    unchanged: 3,
  })
  expect(await shop.db.selectFrom('products').selectAll().orderBy('id').execute()).toEqual(before)
  expect(await shop.db.selectFrom('invalidations').selectAll().execute()).toEqual(tags)
  await withFeed(readFileSync(feedFile('fans.csv'), 'utf8').replace('9,00', '8,00'), async (file) => {
    expect(await importFixture(shop, file)).toMatchObject({ created: 0, changed: 1, unchanged: 2 })
  })
})

test('a dry run counts and writes nothing', async () => {
  await using shop = await freshDatabase()
  expect(await importFixture(shop, 'fans.csv', { dryRun: true })).toMatchObject({
    created: 3,
    unchanged: 0,
    dry_run: true,
  })
  expect(await shop.db.selectFrom('products').selectAll().execute()).toEqual([])
  expect(await shop.db.selectFrom('categories').selectAll().execute()).toEqual([])
})

test('hostile rows are reported one by one and valid ones are imported', async () => {
  await using shop = await freshDatabase()
  const report = await importFixture(shop, 'fans-hostile.csv')
  expect(report).toMatchObject({ rows: 19, created: 5, rejected: 14, repeated: 3, incomplete: 2, error: null })
  const found = Object.fromEntries(report.rejections.map(({ row, column, reason }) => [row, `${column}: ${reason}`]))
  expect(found).toEqual({
    3: 'name: The name begins with "=", like a formula.',
    4: 'price: "1e308" is not a number that is written with "," before its decimals.',
    5: 'price: The price -5,00 is not above 0; leave the cell empty when there is no price.',
    6: 'price: "NaN" is not a number that is written with "," before its decimals.',
    7: 'price: "10.5" is not a number that is written with "," before its decimals.',
    8: 'price: The price 0 is not above 0; leave the cell empty when there is no price.',
    9: 'stock: "1,5" is not a whole number from 0 to 1000000.',
    11: 'name: The row has no name.',
    12: 'article: The row has nothing in article, so it cannot be told from other rows.',
    13: 'null: The row has 3 cells where the header has 14.',
    14: 'null: The row is a copy of row 2.',
    15: 'null: The row is the same product as row 2 (equal in article) with other cells; row 2 counts.',
    16: 'price: "Infinity" is not a number that is written with "," before its decimals.',
    19: 'price: Row 20 is the same product with a price, and counts instead.',
  })
  expect(report.unread).toMatchObject([
    { row: 17, column: 'pwm', reason: '"maybe" is neither yes nor no.' },
    { row: 18, column: 'rpm', reason: '"1-2-3" has more than two ends.' },
  ])
  expect((await product(shop, 'G-13')).attributes).toEqual([{ attribute_id: 'diameter', value: '120' }])
  expect((await product(shop, 'G-9')).texts[0]?.name).toContain('<script>')
  expect((await product(shop, 'G-15')).prices.length).toBe(2)
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
})

test('a file whose attributes mostly cannot be read is refused, so that no product loses its values', async () => {
  await using shop = await freshDatabase()
  await importFixture(shop, 'fans.csv')
  const fan = await product(shop, 'F-1')
  const text = readFileSync(feedFile('fans.csv'), 'utf8').replaceAll(/;(120|140|200);/g, ';$1 mm;')
  await withFeed(text, async (file) => {
    const report = await importFixture(shop, file, { maxRejected: { percent: 10 } })
    expect(report.error).toContain('3 of 3 rows have attributes that cannot be read, and at most 10% may')
    expect(await product(shop, 'F-1')).toEqual(fan)
  })
})

test('a cell of ten thousand characters is rejected', async () => {
  await using shop = await freshDatabase()
  const text = readFileSync(feedFile('fans.csv'), 'utf8').replace('Nord Wind Breeze;10', `${'N'.repeat(10_000)};10`)
  await withFeed(text, async (file) => {
    const report = await importFixture(shop, file)
    expect(report).toMatchObject({ created: 2, rejected: 1 })
    expect(report.rejections[0]?.reason).toContain('at most 250 are allowed')
  })
})

test('an article number of another product is not taken over', async () => {
  await using shop = await freshDatabase()
  await importFixture(shop, 'fans.csv')
  await shop.db.updateTable('products').set({ id: 'someone-else' }).where('sku', '=', 'F-2').execute()
  const report = await importFixture(shop, 'fans.csv')
  expect(report).toMatchObject({ unchanged: 2, rejected: 1 })
  expect(report.rejections[0]).toMatchObject({
    row: 3,
    column: 'article',
    reason: 'The article number F-2 belongs to another product of the shop.',
  })
})

test('rows marked as free cost 0, and any other price of 0 is rejected', async () => {
  const profile = parseProfile(
    {
      ...(JSON.parse(readFileSync(feedFile('fans.profile.json'), 'utf8')) as object),
      free: { column: 'replaces', values: ['gratis'] },
    },
    'test',
  )
  const folder = mkdtempSync(path.join(tmpdir(), 'free-'))
  const file = path.join(folder, 'fans.csv')
  const lines = readFileSync(feedFile('fans.csv'), 'utf8').split('\n')
  writeFileSync(
    file,
    [
      lines[0],
      'G-1;Nord Wind Gift;;;5;0,1;120;Black;true;1000;gratis;',
      'G-2;Nord Wind Zero;0,00;;5;0,1;120;Black;true;1000;;',
    ].join('\n'),
  )
  await using shop = await freshDatabase()
  const report = await importFeed(file, profile, {
    db: shop.db,
    kind: shop.kind,
    now: new Date('2026-02-01T00:00:00.000Z'),
    dryRun: false,
    onProgress: () => {},
    drawings: { idOf: () => '', make: async () => [] },
    productPath: (language, slug) => `/${language}/${slug}`,
  })
  rmSync(folder, { recursive: true })
  expect(report).toMatchObject({ created: 1, rejected: 1 })
  const { row, prices } = await product(shop, 'G-1')
  expect([row.free, prices]).toEqual([1, [{ currency: 'SEK', min_quantity: 1, amount: 0 }]])
})

test.each([
  ['128', '', '128', '128 GB', '128 GB'],
  ['0.5', '', '0.5', '0.5 GB', '0,5 GB'],
  ['128', 'GB', '128', null, null],
  ['1000', 'GB', '1000', '1 TB', '1 TB'],
  ['2048', 'GB', '2048', '2 TB', '2 TB'],
  ['2050', '', '2050', '2.05 TB', '2,05 TB'],
])('a capacity of %s gigabytes, unit "%s", is written with its unit', async (cell, unit, value, en, sv) => {
  await using shop = await freshDatabase()
  const json = {
    name: 'disks',
    id: ['article'],
    sku: { column: 'article' },
    texts: { en: { name: '{article}' }, sv: { name: '{article}' } },
    category: { en: ['Disks'], sv: ['Diskar'] },
    attributes: [{ id: 'size', column: 'size', en: 'Size', sv: 'Storlek', unit, kind: 'capacity' }],
  }
  await withFeed(`article;size\nD-1;${cell}\n`, async (file) => {
    const options = { db: shop.db, kind: shop.kind, now: new Date('2026-02-01'), dryRun: false, onProgress: () => {} }
    const drawings = { idOf: () => '', make: async () => [] }
    await importFeed(file, parseProfile(json, 'disks.json'), { ...options, drawings, productPath: () => '/' })
  })
  expect((await product(shop, 'D-1')).attributes).toEqual([{ attribute_id: 'size', value }])
  const labels = await shop.db.selectFrom('attribute_value_texts').select('label').orderBy('language').execute()
  expect(labels.map(({ label }) => label)).toEqual([en, sv].filter((label) => label !== null))
})

test('a column names the successor of a part, wherever in the feed it is', async () => {
  const profile = { ...(JSON.parse(readFileSync(feedFile('fans.profile.json'), 'utf8')) as object), optional: [] }
  const lines = readFileSync(feedFile('fans.csv'), 'utf8').split('\n')
  const row = (article: string, next: string) => `${article};Fan ${article};1,00;;5;0,1;120;Black;true;1000;;${next}`
  const rows = [row('G-1', 'G-2'), row('G-2', ''), row('G-3', 'missing'), row('G-4', 'G-4'), row('G-5', 'x'.repeat(61))]
  await using shop = await freshDatabase()
  await withFeed(
    [lines[0], ...rows, ...'678901234567890'.split('').map((at, n) => row(`H-${n}${at}`, ''))].join('\n'),
    async (file) => {
      const options = {
        db: shop.db,
        kind: shop.kind,
        now: new Date('2026-02-01T00:00:00.000Z'),
        dryRun: false,
        onProgress: () => {},
        drawings: { idOf: () => 'drawing', make: async () => [] },
        productPath: (language: string, slug: string) => `/${language}/${slug}`,
      }
      const read = parseProfile({ ...profile, successor: { column: 'text' } }, 'test')
      const report = await importFeed(file, read, options)
      expect(report.rejections.map(({ row: at, column, reason }) => [at, column, reason])).toEqual([
        [5, 'text', 'The part is its own successor.'],
        [6, 'text', expect.stringContaining('at most 60 are allowed')],
      ])
    },
  )
  const [first, second] = [await product(shop, 'G-1'), await product(shop, 'G-2')]
  const relations = await shop.db
    .selectFrom('product_relations')
    .selectAll()
    .where('product_id', '=', first.row.id)
    .execute()
  expect(relations).toMatchObject([{ kind: 'successor', related_id: second.row.id }])
  expect(() => parseProfile({ ...profile, id: ['article', 'name'], successor: { column: 'text' } }, 'test')).toThrow(
    'successor needs an id of one column',
  )
})
