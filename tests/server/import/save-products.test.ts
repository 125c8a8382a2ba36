import { expect, test } from 'vitest'
import { finishCatalog } from '../../../src/server/catalog/maintenance/finish-catalog.ts'
import type { ProductRecord } from '../../../src/server/catalog/maintenance/product-record.ts'
import { saveProducts } from '../../../src/server/catalog/maintenance/save-products.ts'
import { freshDatabase, type TestDatabase } from '../../support/test-database.ts'
import { aRecord, optionsAt, writeCategories } from './a-record.ts'

const renamed = (record: ProductRecord, name: string): ProductRecord => {
  const texts = { ...record.texts.en, name }
  return { ...record, texts: { en: texts, sv: texts } }
}

async function shopWithCategories(): Promise<TestDatabase> {
  const shop = await freshDatabase()
  await writeCategories(shop.db)
  return shop
}

function save(shop: TestDatabase, records: readonly ProductRecord[], at?: string) {
  const options = optionsAt(shop.kind, at)
  return shop.db.transaction().execute(async (trx) => {
    const { touched, ...counts } = await saveProducts(trx, records, options)
    await finishCatalog(trx, options, touched)
    return counts
  })
}

test('a second save of the same records writes nothing', async () => {
  await using shop = await shopWithCategories()
  const records = Array.from({ length: 75 }, (_, at) =>
    aRecord(`p${at}`, { attributes: [{ attribute_id: 'colour', value: 'black' }] }),
  )
  expect(await save(shop, records)).toEqual({ created: 75, changed: 0, unchanged: 0 })
  const before = await shop.db.selectFrom('products').selectAll().orderBy('id').execute()
  expect(await save(shop, records, '2026-03-01T00:00:00.000Z')).toEqual({ created: 0, changed: 0, unchanged: 75 })
  expect(await shop.db.selectFrom('products').selectAll().orderBy('id').execute()).toEqual(before)
})

test('a product is listed in its category and those above, with counts and facets', async () => {
  await using shop = await shopWithCategories()
  const facts = [
    { attribute_id: 'colour', value: 'black' },
    { attribute_id: 'note', value: 'loud' },
  ]
  await save(shop, [
    aRecord('a', { attributes: facts }),
    aRecord('b', { attributes: facts, prices: [] }),
    aRecord('c', { parent_id: 'a' }),
  ])
  const listed = await shop.db
    .selectFrom('category_products')
    .select(['category_id', 'product_id', 'direct', 'main'])
    .orderBy('product_id')
    .orderBy('category_id')
    .execute()
  expect(listed).toEqual([
    { category_id: 'fans', product_id: 'a', direct: 1, main: 1 },
    { category_id: 'parts', product_id: 'a', direct: 0, main: 0 },
    { category_id: 'fans', product_id: 'b', direct: 1, main: 1 },
    { category_id: 'parts', product_id: 'b', direct: 0, main: 0 },
  ])
  expect(await shop.db.selectFrom('categories').select(['id', 'product_count']).orderBy('id').execute()).toEqual([
    { id: 'cases', product_count: 0 },
    { id: 'fans', product_count: 2 },
    { id: 'parts', product_count: 2 },
  ])
})

test('a moved product leaves its old category, whose counts follow', async () => {
  await using shop = await shopWithCategories()
  await save(shop, [aRecord('a', { attributes: [{ attribute_id: 'colour', value: 'black' }] })])
  await save(shop, [aRecord('a', { main_category_id: 'cases', category_ids: ['cases'] })])
  expect(await shop.db.selectFrom('categories').select(['id', 'product_count']).orderBy('id').execute()).toEqual([
    { id: 'cases', product_count: 1 },
    { id: 'fans', product_count: 0 },
    { id: 'parts', product_count: 1 },
  ])
})

test('the history records every unit price with its period', async () => {
  await using shop = await shopWithCategories()
  const priced = (amount: number) =>
    aRecord('a', {
      prices: [
        { currency: 'SEK', min_quantity: 1, amount },
        { currency: 'SEK', min_quantity: 10, amount: 1 },
      ],
    })
  await save(shop, [priced(100)], '2026-01-01T00:00:00.000Z')
  await save(shop, [priced(80)], '2026-01-02T00:00:00.000Z')
  await save(shop, [aRecord('a', { prices: [] })], '2026-01-03T00:00:00.000Z')
  expect(
    await shop.db
      .selectFrom('price_history')
      .select(['amount', 'valid_from', 'valid_until'])
      .orderBy('valid_from')
      .execute(),
  ).toEqual([
    { amount: 100, valid_from: '2026-01-01T00:00:00.000Z', valid_until: '2026-01-02T00:00:00.000Z' },
    { amount: 80, valid_from: '2026-01-02T00:00:00.000Z', valid_until: '2026-01-03T00:00:00.000Z' },
  ])
  expect(await shop.db.selectFrom('prices').selectAll().execute()).toEqual([])
})

test('new stock alone changes nothing else and never drops below the reserved units', async () => {
  await using shop = await shopWithCategories()
  await save(shop, [aRecord('a')])
  await shop.db.updateTable('stock').set({ reserved: 4 }).execute()
  expect(await save(shop, [aRecord('a', { stock: { on_hand: 1, incoming_at: '2026-05-01' } })])).toEqual({
    created: 0,
    changed: 1,
    unchanged: 0,
  })
  expect(await shop.db.selectFrom('stock').selectAll().execute()).toEqual([
    { product_id: 'a', on_hand: 4, reserved: 4, incoming_at: '2026-05-01' },
  ])
  expect(await save(shop, [aRecord('a', { stock: { on_hand: 1, incoming_at: '2026-05-01' } })])).toEqual({
    created: 0,
    changed: 0,
    unchanged: 1,
  })
})

test('products of the same name get different, stable slugs', async () => {
  await using shop = await shopWithCategories()
  const twins = ['a', 'b'].map((id) => renamed(aRecord(id), 'Same Name'))
  await save(shop, twins)
  const slugs = async () =>
    (
      await shop.db
        .selectFrom('product_texts')
        .select(['product_id', 'slug'])
        .where('language', '=', 'sv')
        .orderBy('product_id')
        .execute()
    ).map((row) => row.slug)
  const first = await slugs()
  expect(first[0]).toBe('same-name')
  expect(first[1]).toMatch(/^same-name-[0-9a-f]{8}$/)
  await save(
    shop,
    twins.toReversed().map((record) => ({ ...record, popularity: 77 })),
  )
  expect(await slugs()).toEqual(first)
})

test('a renamed product leaves redirects, without chains or loops', async () => {
  await using shop = await shopWithCategories()
  for (const name of ['One', 'Two', 'Three', 'One']) await save(shop, [renamed(aRecord('a'), name)])
  expect(
    await shop.db
      .selectFrom('redirects')
      .select(['path', 'target'])
      .where('path', 'like', '/en/%')
      .orderBy('path')
      .execute(),
  ).toEqual([
    { path: '/en/p/three', target: '/en/p/one' },
    { path: '/en/p/two', target: '/en/p/one' },
  ])
})

test('a running campaign and the cheapest variant decide the sort price', async () => {
  await using shop = await shopWithCategories()
  await shop.db
    .insertInto('campaigns')
    .values({ id: 'c', name: 'Sale', starts_at: '2026-01-01', ends_at: '2026-12-31' })
    .execute()
  await shop.db
    .insertInto('campaign_prices')
    .values({ campaign_id: 'c', product_id: 'choice', currency: 'SEK', min_quantity: 1, amount: 5_000 })
    .execute()
  await save(shop, [aRecord('above', { type: 2, prices: [] }), aRecord('choice', { parent_id: 'above' })])
  expect(await shop.db.selectFrom('products').select(['id', 'sort_price']).orderBy('id').execute()).toEqual([
    { id: 'above', sort_price: 5_000 },
    { id: 'choice', sort_price: 5_000 },
  ])
})

test('few changes purge their own pages, many the whole catalogue', async () => {
  await using shop = await shopWithCategories()
  const tags = async () =>
    (await shop.db.selectFrom('invalidations').select('tag').orderBy('seq').execute()).map((row) => row.tag)
  await save(shop, [aRecord('a')])
  expect(await tags()).toEqual(['product:a', 'category:fans', 'category:parts'])
  await save(
    shop,
    Array.from({ length: 201 }, (_, at) => aRecord(`p${at}`)),
  )
  expect(await tags()).toEqual(['product:a', 'category:fans', 'category:parts', 'catalog', 'catalog:many'])
})

test('every part of a record is stored and removed again', async () => {
  await using shop = await shopWithCategories()
  const full = aRecord('a', {
    picture_ids: ['x', 'y'],
    device_ids: ['d', 'd'],
    set_items: [{ product_id: 'b', quantity: 2 }],
    subscription_days: [30, 60],
    relations: [{ related_id: 'b', kind: 'accessory', discount_percent: 0 }],
    part_numbers: [
      { number: 'AB-12', kind: 'maker' },
      { number: 'ab 12', kind: 'maker' },
    ],
  })
  await save(shop, [full])
  const count = async (
    table:
      | 'product_pictures'
      | 'product_devices'
      | 'set_items'
      | 'product_relations'
      | 'subscription_intervals'
      | 'part_numbers',
  ) => (await shop.db.selectFrom(table).selectAll().execute()).length
  const counts = async () =>
    Promise.all([
      count('product_pictures'),
      count('product_devices'),
      count('set_items'),
      count('product_relations'),
      count('subscription_intervals'),
      count('part_numbers'),
    ])
  expect(await counts()).toEqual([2, 1, 1, 1, 2, 2])
  await save(shop, [aRecord('a')])
  expect(await counts()).toEqual([0, 0, 0, 0, 0, 1])
})

test('words that an operator put on a card survive a feed without them', async () => {
  await using shop = await shopWithCategories()
  await save(shop, [aRecord('a')])
  await shop.db.updateTable('products').set({ decoration: '<b>New</b>' }).where('id', '=', 'a').execute()
  const decoration = async () =>
    (await shop.db.selectFrom('products').select('decoration').where('id', '=', 'a').executeTakeFirst())?.decoration
  await save(shop, [renamed(aRecord('a'), 'Quiet fan')])
  expect(await decoration()).toBe('<b>New</b>')
  await save(shop, [aRecord('a', { decoration: 'Last ones' })])
  expect(await decoration()).toBe('Last ones')
})
