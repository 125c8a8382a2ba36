import { expect, test } from 'vitest'
import { listQuery } from '../../../src/contracts/catalog-pages/list-query.ts'
import type { ProductListing } from '../../../src/contracts/catalog-pages/product-lists.ts'
import { categoryPage } from '../../../src/server/catalog/category-page.ts'
import { insertInvalidations } from '../../../src/server/catalog/change-queries.ts'
import { brandPage, productTagPage } from '../../../src/server/catalog/listing/named-list-page.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { shownOf } from '../../support/page-answer.ts'
import { fixtureShop, swedish } from '../ordering/checkout/buyer.ts'

async function shown(shop: Shop, query: Record<string, string> = {}, path = 'datordelar/skruvar') {
  return shownOf(await categoryPage(shop, swedish(), path, listQuery.parse(query)))?.page
}

async function listing(shop: Shop, query: Record<string, string> = {}, path?: string): Promise<ProductListing> {
  const page = await shown(shop, query, path)
  if (!page) throw new Error('There is no such page.')
  return page.listing
}

const ids = ({ products }: ProductListing) => products.map((product) => product.product_id.replace('screw-', ''))
const numbers = (from: number, to: number) =>
  Array.from({ length: Math.abs(to - from) + 1 }, (_, at) => String(from + at * Math.sign(to - from)).padStart(2, '0'))

test('a category has its name, breadcrumbs, subcategories and paths in both languages', async () => {
  await using shop = await fixtureShop()
  expect(await shown(shop, {}, 'laptopdelar/batterier')).toMatchObject({
    id: 'batteries',
    name: 'batterier (sv)',
    path: '/sv/kategori/laptopdelar/batterier',
    crumbs: [{ path: '/sv/kategori/laptopdelar' }, { path: '/sv/kategori/laptopdelar/batterier' }],
    alternates: { en: '/en/category/laptop-parts/batteries', sv: '/sv/kategori/laptopdelar/batterier' },
    subcategories: [{ id: 'dell-batteries', path: '/sv/kategori/laptopdelar/batterier/dell', count: 5 }],
  })
  expect(ids(await listing(shop, {}, 'laptopdelar/batterier')).toSorted()).toEqual([
    'bat',
    'bat-coming',
    'bat-few',
    'bat-out',
    'bat-unpriced',
  ])
})

test('an incomplete chain of slugs, or one of the other language, is not found', async () => {
  await using shop = await fixtureShop()
  for (const path of [
    'batterier',
    'laptopdelar/dell',
    'laptop-parts',
    'laptopdelar/batterier/dell/x',
    '',
    '/',
    'Laptopdelar',
  ])
    expect(await shown(shop, {}, path)).toBeUndefined()
})

test('every sort covers the whole category, and products without a price come last', async () => {
  await using shop = await fixtureShop()
  const firstTwo = async (sort: string) => [
    ...ids(await listing(shop, { sort })),
    ...ids(await listing(shop, { sort, page: '2' })),
  ]
  expect(await firstTwo('popular')).toEqual(numbers(30, 1))
  expect(await firstTwo('price_up')).toEqual(numbers(1, 30))
  expect(await firstTwo('price_down')).toEqual(numbers(30, 1))
  expect(await firstTwo('name')).toEqual(numbers(1, 30))
  expect((await firstTwo('newest')).slice(0, 4)).toEqual(['29', '01', '30', '02'])
  for (const sort of ['price_up', 'price_down'])
    expect(ids(await listing(shop, { sort }, 'laptopdelar/batterier')).at(-1)).toBe('bat-unpriced')
})

test('filtered listings sort like unfiltered ones', async () => {
  await using shop = await fixtureShop()
  for (const sort of ['popular', 'newest', 'price_up', 'price_down', 'name']) {
    const plain = [...ids(await listing(shop, { sort })), ...ids(await listing(shop, { sort, page: '2' }))].filter(
      (id) => Number(id) > 10,
    )
    expect(ids(await listing(shop, { sort, stock: 'in' }))).toEqual(plain)
  }
})

test('what can be bought now is recommended first, and other orders do not follow the stock', async () => {
  await using shop = await fixtureShop()
  const setStock = async (id: string, units: number) => {
    await shop.db.updateTable('stock').set({ on_hand: units, reserved: 0 }).where('product_id', '=', id).execute()
    await shop.db.transaction().execute((trx) => insertInvalidations(trx, [`product:${id}`], shop.now().toISOString()))
  }
  const inOrder = async (sort: string) => [
    ...ids(await listing(shop, { sort })),
    ...ids(await listing(shop, { sort, page: '2' })),
  ]
  const byName = await inOrder('name')
  await setStock('screw-30', 0)
  await setStock('screw-03', 2)
  expect(await inOrder('popular')).toEqual([...numbers(29, 11), '03', '30', ...numbers(10, 4), '02', '01'])
  expect(await inOrder('name')).toEqual(byName)
})

test('pages that a product joins when its stock changes are kept for five minutes at most', async () => {
  await using shop = await fixtureShop()
  const keptUntil = async (query: Record<string, string>, path = 'datordelar/skruvar') => {
    const { changesAt } = shownOf(await categoryPage(shop, swedish(), path, listQuery.parse(query))) ?? {}
    return changesAt === undefined || changesAt === null
      ? null
      : (Date.parse(changesAt) - shop.now().getTime()) / 60_000
  }
  const following: Record<string, string>[] = [
    {},
    { page: '2' },
    { stock: 'in' },
    { sort: 'stock_up' },
    { sort: 'name', stock: 'in' },
  ]
  for (const query of following) expect(await keptUntil(query)).toBe(5)
  for (const query of [{ sort: 'name' }, { sort: 'price_up' }]) expect(await keptUntil(query)).toBeNull()
  // All of its products are on one page.
  expect(await keptUntil({}, 'laptopdelar/batterier/dell')).not.toBe(5)
  expect(await keptUntil({ stock: 'in' }, 'laptopdelar/batterier/dell')).toBe(5)
})

test('pages have 24 products, link to each other, and end', async () => {
  await using shop = await fixtureShop()
  const [first, second] = [await listing(shop), await listing(shop, { page: '2', sort: 'name' })]
  expect([first.products.length, second.products.length, first.page, second.page.page]).toEqual([
    24,
    6,
    { page: 1, size: 24, total: 30, pages: 2 },
    2,
  ])
  expect(first.pagePaths).toEqual({
    1: '/sv/kategori/datordelar/skruvar#grid',
    2: '/sv/kategori/datordelar/skruvar?page=2#grid',
  })
  expect(second.pagePaths[1]).toBe('/sv/kategori/datordelar/skruvar?sort=name#grid')
  for (const page of ['3', '100000']) expect(await shown(shop, { page })).toBeUndefined()
  for (const page of ['0', '-1', 'x', '1.5', '', '100001', '1e9'])
    expect((await listing(shop, { page })).page.page).toBe(1)
  expect((await listing(shop, { sort: 'cheapest' })).sort).toBe('popular')
})

test('facets count the whole category and can be switched on and off', async () => {
  await using shop = await fixtureShop()
  const plain = await listing(shop)
  expect(plain.facets.map((facet) => facet.id)).toEqual(['stock', 'price', 'brand', 'colour', 'length'])
  const [, , brand, colour, length] = plain.facets
  expect(brand?.values.map(({ label, count }) => [label, count])).toEqual([
    ['Plain', 20],
    ['Torx & Co', 10],
  ])
  expect(colour).toMatchObject({
    label: 'Färg',
    values: [
      { label: 'Svart', count: 15, chosen: false, path: '/sv/kategori/datordelar/skruvar?filter=colour%3Ablack' },
      { label: 'Zink', count: 15 },
    ],
  })
  expect(length?.values.map(({ value }) => Number(value))).toEqual(
    (length?.values ?? []).map(({ value }) => Number(value)).toSorted((a, b) => a - b),
  )
  const black = await listing(shop, { filter: 'colour:black', page: '1' })
  expect([black.page.total, black.filtered, plain.filtered]).toEqual([15, true, false])
  expect(black.chosen).toMatchObject([{ value: 'black', chosen: true, path: '/sv/kategori/datordelar/skruvar' }])
})

test('values of one facet widen the result, different facets narrow it', async () => {
  await using shop = await fixtureShop()
  const total = async (query: Record<string, string>) => (await listing(shop, query)).page.total
  expect(await total({ filter: 'colour:black~colour:zinc' })).toBe(30)
  expect(await total({ filter: 'length:4~length:6' })).toBe(4)
  expect(await total({ filter: 'colour:black~length:4' })).toBe(2)
  expect(await total({ brand: 'torx' })).toBe(10)
  expect(await total({ brand: 'torx,plain' })).toBe(30)
  expect(await total({ stock: 'in', brand: 'torx', filter: 'colour:black' })).toBe(3)
  expect((await listing(shop, { device: 'dell-latitude-7490' }, 'laptopdelar')).page.total).toBe(1)
})

test('a combination without products is an empty page whose filters can be removed', async () => {
  await using shop = await fixtureShop()
  const empty = await listing(shop, { filter: 'colour:zinc~length:4', brand: 'torx', stock: 'in' })
  expect([empty.page.total, empty.products]).toEqual([0, []])
  expect(empty.chosen.map(({ value }) => value).toSorted()).toEqual(['4', 'in', 'torx', 'zinc'])
})

test('unknown facets, values, brands, devices and stock filters are ignored', async () => {
  await using shop = await fixtureShop()
  const odd: Record<string, string>[] = [
    { filter: 'shape:round' },
    { filter: 'colour:mauve' },
    { filter: 'note:new' },
    { filter: '~~:x~colour:~colour' },
    { brand: 'nobody' },
    { brand: ',' },
    { device: 'abacus' },
    { stock: 'out' },
    { filter: "colour:' or 1=1 --" },
    { filter: 'colour:black'.repeat(60) },
    { brand: 'x'.repeat(5_000) },
    { color: 'black' },
  ]
  for (const query of odd) expect((await listing(shop, query)).page.total).toBe(30)
})

test('a card shows price, fit and stock', async () => {
  await using shop = await fixtureShop()
  const [bat] = (await listing(shop, {}, 'laptopdelar/batterier')).products
  expect(bat).toMatchObject({
    product_id: 'bat',
    name: 'bat del',
    brand: 'Dell',
    slug: 'bat-del',
    orderable: true,
    notifyable: false,
    stock_status: 'in_stock',
    prices: {
      n: [
        { q: 1, p: 499 },
        { q: 5, p: 449 },
        { q: 10, p: 399 },
      ],
    },
    vat: 25,
    device: 'Dell 7490',
    device_count: 2,
  })
  const statuses = (await listing(shop, { sort: 'name' }, 'laptopdelar/batterier')).products.map((product) => [
    product.product_id,
    product.stock_status,
    product.orderable,
    product.notifyable,
  ])
  expect(statuses).toEqual([
    ['bat', 'in_stock', true, false],
    ['bat-coming', 'incoming', false, true],
    ['bat-few', 'few_left', true, false],
    ['bat-out', 'out_of_stock', false, true],
    ['bat-unpriced', 'no_price', false, false],
  ])
})

test('brand and tag pages list their own products', async () => {
  await using shop = await fixtureShop()
  const brand = shownOf(await brandPage(shop, swedish(), 'dell', listQuery.parse({ brand: 'torx' })))
  expect(brand?.page).toMatchObject({
    name: 'Dell',
    path: '/sv/varumarke/dell',
    alternates: { en: '/en/brand/dell' },
    listing: { page: { total: 2 } },
  })
  const tag = shownOf(await productTagPage(shop, swedish(), 'renoverat', listQuery.parse({})))
  expect(tag?.page).toMatchObject({
    name: 'Renoverat',
    alternates: { en: '/en/product-tag/refurbished', sv: '/sv/produkt-tagg/renoverat' },
    listing: { page: { total: 2 } },
  })
  expect(shownOf(await brandPage(shop, swedish(), 'nobody', listQuery.parse({})))).toBeUndefined()
  expect(shownOf(await productTagPage(shop, swedish(), 'refurbished', listQuery.parse({})))).toBeUndefined()
})
