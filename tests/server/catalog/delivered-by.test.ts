import { expect, test } from 'vitest'
import { listQuery } from '../../../src/contracts/catalog-pages/list-query.ts'
import type { ProductListing } from '../../../src/contracts/catalog-pages/product-lists.ts'
import type { ShoppingContext } from '../../../src/domain/places/shopping-context.ts'
import { categoryPage } from '../../../src/server/catalog/category-page.ts'
import type { ProductRecord } from '../../../src/server/catalog/maintenance/product-record.ts'
import { productPage } from '../../../src/server/catalog/product-page.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { shownOf } from '../../support/page-answer.ts'
import { aRecord } from '../import/a-record.ts'
import { swedish } from '../ordering/checkout/buyer.ts'
import { shopWith } from './compare-lists.ts'

const part = (id: string, changes: Partial<ProductRecord> = {}) =>
  aRecord(id, { main_category_id: 'packs', category_ids: ['packs', 'power'], ...changes })
const expected = (day: string | null) => ({ stock: { on_hand: 0, incoming_at: day } })
const heavy = { weight_grams: 50_000 }
const setOf = (id: string, ...items: [product: string, quantity: number][]) =>
  part(id, {
    type: 3,
    stock: null,
    set_items: items.map(([product_id, quantity], position) => ({ product_id, quantity, position })),
  })

const records = [
  part('stocked'),
  part('heavy', heavy),
  part('friday', expected('2026-06-19')),
  part('midsummer', expected('2026-06-20')),
  part('autumn', expected('2026-09-01')),
  part('late', expected('2026-06-14')),
  part('unknown', expected(null)),
  part('no-price', { prices: [] }),
  setOf('set-friday', ['stocked', 2], ['friday', 1]),
  setOf('set-unknown', ['friday', 1], ['unknown', 1]),
  part('cover', { type: 2, stock: null, prices: [] }),
  part('cover-a', { parent_id: 'cover', position: 0, ...expected('2026-09-01') }),
  part('cover-b', { parent_id: 'cover', position: 1, ...expected('2026-06-19') }),
]

// Monday 2026-06-15, 14:00 in Stockholm: dispatched today. Friday 19 June is Midsummer Eve.
const ownShop = () => shopWith({ records: [...records], brands: ['maker'], reserved: new Map(), campaign: new Map() })

async function read(shop: Shop, query: Record<string, string>, context: ShoppingContext = swedish()) {
  const page = shownOf(await categoryPage(shop, context, 'kraft/paket', listQuery.parse(query)))
  if (!page) throw new Error('There is no such page.')
  return page
}

const idsOf = ({ products }: ProductListing) => products.map((product) => product.product_id).sort()
const listed = async (shop: Shop, by: string, context?: ShoppingContext) =>
  idsOf((await read(shop, { by }, context)).page.listing)

test('parts are listed that arrive by a day at the latest', async () => {
  await using shop = await ownShop()
  expect(await listed(shop, '2026-06-16')).toEqual([])
  const { products } = (await read(shop, { by: '2026-06-17' })).page.listing
  const stocked = products.find((each) => each.product_id === 'stocked')
  const product = shownOf(await productPage(shop, swedish(), stocked?.slug ?? ''))?.page
  expect(product?.delivery?.arrival?.last).toBe('2026-06-17')
  expect(await listed(shop, '2026-06-23')).toEqual(expect.not.arrayContaining(['friday', 'midsummer']))
  // Expected on a holiday, dispatched on Monday 22 June, and there after one to two working days.
  const soon = await listed(shop, '2026-06-24')
  expect(soon).toEqual(expect.arrayContaining(['cover', 'friday', 'midsummer', 'set-friday', 'stocked']))
  for (const id of ['autumn', 'late', 'unknown', 'no-price', 'set-unknown']) expect(soon).not.toContain(id)
  expect(await listed(shop, '2026-09-03')).toContain('autumn')
})

test('the country and the weight decide, as in the checkout', async () => {
  await using shop = await ownShop()
  expect(await listed(shop, '2026-06-17', swedish('NO', 'NOK'))).toEqual([])
  expect(await listed(shop, '2026-06-22', swedish('NO', 'NOK'))).toContain('stocked')
  const iceland = await listed(shop, '2027-06-01', swedish('IS', 'EUR'))
  expect(iceland).toContain('autumn')
  expect(iceland).not.toContain('heavy')
})

test('the day is a chip, narrows other choices, and makes the page expire with the next dispatch', async () => {
  await using shop = await ownShop()
  const { page, changesAt } = await read(shop, { by: '2026-06-24', stock: 'in' })
  expect(idsOf(page.listing)).toEqual(expect.not.arrayContaining(['friday']))
  expect(page.listing.chosen.map(({ value }) => value)).toEqual(['in', '2026-06-24'])
  const [stock] = page.listing.facets
  expect(stock?.day).toMatchObject({ chosen: '2026-06-24', hiddenFields: [['stock', 'in']] })
  expect(stock?.values[1]?.path).toBe('/sv/kategori/kraft/paket?stock=in')
  expect(changesAt).toBe(new Date(shop.now().getTime() + 5 * 60_000).toISOString())
  expect((await read(shop, { by: '2026-06-24' })).changesAt).toBe('2026-06-15T13:00:00.000Z')
  expect(page.listing.filtered).toBe(true)
})

test.each(['2026-06-14', '2028-01-01', '2026-02-31', 'x', ''])(
  'a day that cannot be met is ignored: %s',
  async (by) => {
    await using shop = await ownShop()
    const { listing } = (await read(shop, { by })).page
    expect(listing.filtered).toBe(false)
    expect(listing.sortPaths.name).not.toContain('by=')
  },
)
