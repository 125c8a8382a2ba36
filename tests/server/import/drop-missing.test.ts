import { expect, test } from 'vitest'
import { importFeed } from '../../../src/server/catalog/import/import-feed.ts'
import { dropMissing } from '../../../src/server/catalog/import/missing/drop-missing.ts'
import { parseProfile } from '../../../src/server/catalog/import/profile/profile.ts'
import { SeenProducts } from '../../../src/server/catalog/import/seen-queries.ts'
import { searchProducts } from '../../../src/server/search/search-products.ts'
import { freshDatabase, type TestDatabase } from '../../support/test-database.ts'
import { withFeed } from './imported-product.ts'

const profileOf = (missing: string) =>
  parseProfile(
    {
      name: 'cables',
      id: ['article'],
      sku: { column: 'article' },
      texts: { en: { name: '{name}' }, sv: { name: '{name}' } },
      category: { en: ['Cables'], sv: ['Kablar'] },
      price: { column: 'price', currency: 'SEK', vat: 'inc' },
      stock: { column: 'stock' },
      missing,
    },
    'cables.json',
  )

const feedOf = (articles: readonly number[]) =>
  ['article;name;price;stock', ...articles.map((at) => `C-${at};Cable ${at};${100 + at};7`), ''].join('\n')

const all = Array.from({ length: 10 }, (_, at) => at)
const without = (...gone: readonly number[]) => all.filter((at) => !gone.includes(at))

type Wanted = { missing?: string; dryRun?: boolean; maxPercent?: number; at?: string }

async function imported(shop: TestDatabase, files: readonly string[], wanted: Wanted = {}) {
  const { missing = 'hide', dryRun = false, maxPercent = 20, at = '2026-02-01T00:00:00.000Z' } = wanted
  const { db, kind } = shop
  const profile = profileOf(missing)
  using seen = new SeenProducts()
  const options = { db, kind, now: new Date(at), dryRun }
  let count = 0
  for (const text of files)
    await withFeed(text, async (file) => {
      const drawings = { idOf: () => '', make: async () => [] }
      const productPath = (language: string, slug: string) => `/${language}/${slug}`
      const report = await importFeed(file, profile, { ...options, seen, drawings, productPath, onProgress: () => {} })
      expect(report.error).toBeNull()
      count += 1
    })
  expect(count).toBe(files.length)
  return await dropMissing(profile, seen, { ...options, maxPercent })
}

async function state({ db }: TestDatabase) {
  const products = await db
    .selectFrom('products as p')
    .innerJoin('stock as s', 's.product_id', 'p.id')
    .select(['p.sku', 'p.status', 's.on_hand'])
    .orderBy('p.sku')
    .execute()
  const { count } = await db.selectFrom('categories').select('product_count as count').executeTakeFirstOrThrow()
  const listed = await db
    .selectFrom('category_products')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirst()
  expect(Number(listed?.count)).toBe(count)
  return { products, count }
}

async function found(shop: TestDatabase, query: string): Promise<number> {
  return (await searchProducts(shop, { query, language: 'en', limit: 20, offset: 0 })).total
}

test('products that a feed does not have any more are hidden, and come back with it', async () => {
  await using shop = await freshDatabase()
  expect(await imported(shop, [feedOf(all)])).toEqual({ of: 10, missing: 0, hidden: 0, sold_out: 0, refused: null })
  const whole = await state(shop)
  expect(await found(shop, 'C-3')).toBe(1)
  expect(await imported(shop, [feedOf(without(3, 8))])).toMatchObject({ of: 10, missing: 2, hidden: 2 })
  const less = await state(shop)
  expect(less.count).toBe(8)
  expect(less.products.filter(({ status }) => status === 'draft').map(({ sku }) => sku)).toEqual(['C-3', 'C-8'])
  expect(await found(shop, 'C-3')).toBe(0)
  expect(await imported(shop, [feedOf(without(3, 8))])).toMatchObject({ of: 8, missing: 0 })
  expect(await imported(shop, [feedOf(all)])).toMatchObject({ of: 10, missing: 0 })
  expect(await state(shop)).toEqual(whole)
  expect(await found(shop, 'C-3')).toBe(1)
})

test('or their stock is taken away, except for what orders reserved', async () => {
  await using shop = await freshDatabase()
  await imported(shop, [feedOf(all)])
  const [first] = await shop.db.selectFrom('products').select('id').where('sku', '=', 'C-3').execute()
  await shop.db
    .updateTable('stock')
    .set({ reserved: 2 })
    .where('product_id', '=', first?.id ?? '')
    .execute()
  const wanted = { missing: 'sold-out' }
  expect(await imported(shop, [feedOf(without(3, 8))], wanted)).toMatchObject({ missing: 2, hidden: 0, sold_out: 2 })
  const { products, count } = await state(shop)
  expect(count).toBe(10)
  expect(products.filter(({ on_hand: units }) => units !== 7)).toEqual([
    { sku: 'C-3', status: 'published', on_hand: 2 },
    { sku: 'C-8', status: 'published', on_hand: 0 },
  ])
  expect(await imported(shop, [feedOf(without(3, 8))], wanted)).toMatchObject({ missing: 2, sold_out: 0 })
  await imported(shop, [feedOf(all)], wanted)
  expect((await state(shop)).products.every(({ on_hand: units }) => units === 7)).toBe(true)
})

test('nothing is done to them above the limit, in a dry run, or where the profile keeps them', async () => {
  await using shop = await freshDatabase()
  await imported(shop, [feedOf(all)])
  const whole = await state(shop)
  const { refused } = await imported(shop, [feedOf(without(1, 2, 3))])
  expect(refused?.reason).toContain(
    "3 of the feed's 10 products (30.0 %) are not in it any more, and at most 20% may be missing",
  )
  expect(await imported(shop, [feedOf(without(1))], { missing: 'keep' })).toMatchObject({ missing: 1, hidden: 0 })
  expect(await imported(shop, [feedOf(without(1))], { dryRun: true })).toMatchObject({ missing: 1, hidden: 1 })
  expect(await state(shop)).toEqual(whole)
  expect(await imported(shop, [feedOf(without(1, 2, 3))], { maxPercent: 30 })).toMatchObject({ hidden: 3 })
})

test('a product whose row is rejected is not missing', async () => {
  await using shop = await freshDatabase()
  await imported(shop, [feedOf(all)])
  const text = feedOf(all).replace('C-4;Cable 4;104', 'C-4;Cable 4;much')
  expect(await imported(shop, [text])).toEqual({ of: 10, missing: 0, hidden: 0, sold_out: 0, refused: null })
})

test('rows that cannot be told apart may be those of missing products', async () => {
  await using shop = await freshDatabase()
  await imported(shop, [feedOf(all)])
  for (const row of [';Cable;104;7', 'C-4'])
    expect(await imported(shop, [`${feedOf(without(4))}${row}\n`])).toMatchObject({
      missing: 1,
      hidden: 0,
      refused: {
        code: 'note_missing_unsure',
        reason: '1 rows cannot be read, and may be those of products that seem to be missing.',
      },
    })
})

test('several files are one feed, and products of other feeds are left alone', async () => {
  await using shop = await freshDatabase()
  await imported(shop, [feedOf(all)])
  await shop.db.updateTable('products').set({ feed: 'other' }).where('sku', '=', 'C-9').execute()
  expect(await imported(shop, [feedOf([0, 1, 2, 3]), feedOf([4, 5, 6, 7])])).toMatchObject({
    of: 9,
    missing: 1,
    hidden: 1,
  })
  expect((await state(shop)).products.filter(({ status }) => status === 'draft')).toMatchObject([{ sku: 'C-8' }])
})
