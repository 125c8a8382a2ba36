import { expect, test } from 'vitest'
import { listQuery } from '../../../src/contracts/catalog-pages/list-query.ts'
import type { ListTable, ProductListing } from '../../../src/contracts/catalog-pages/product-lists.ts'
import type { Language } from '../../../src/domain/places/locales.ts'
import { categoryPage } from '../../../src/server/catalog/category-page.ts'
import { setCategoryFacts } from '../../../src/server/catalog/maintenance/catalog-settings.ts'
import type { ProductRecord } from '../../../src/server/catalog/maintenance/product-record.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { searchPage } from '../../../src/server/storefront/search-page.ts'
import { shownOf } from '../../support/page-answer.ts'
import { aRecord } from '../import/a-record.ts'
import { swedish } from '../ordering/checkout/buyer.ts'
import { save, shopWith } from './compare-lists.ts'

const path = '/sv/kategori/kraft/paket'

/** A part with values by attribute, several of one separated by spaces. */
function part(id: string, values: Record<string, string>, changes: Partial<ProductRecord> = {}): ProductRecord {
  const attributes = Object.entries(values).flatMap(([attribute_id, list]) =>
    list.split(' ').map((value) => ({ attribute_id, value })),
  )
  return aRecord(id, { main_category_id: 'packs', category_ids: ['packs', 'power'], attributes, ...changes })
}

const shopOf = (records: readonly ProductRecord[]) =>
  shopWith({ records: [...records], brands: ['maker'], reserved: new Map(), campaign: new Map() })

async function listing(shop: Shop, query: Record<string, string>, language: Language = 'sv'): Promise<ProductListing> {
  const context = { ...swedish(), language }
  const asked = listQuery.parse({ view: 'table', ...query })
  const page = shownOf(
    await categoryPage(shop, context, language === 'sv' ? 'kraft/paket' : 'power/packs', asked),
  )?.page
  if (!page) throw new Error('There is no such page.')
  return page.listing
}

async function table(shop: Shop, query: Record<string, string> = {}): Promise<ListTable> {
  const found = (await listing(shop, query)).table
  if (!found) throw new Error('There is no table.')
  return found
}

const idsOf = ({ products }: ProductListing) => products.map((product) => product.product_id)
const columnsOf = ({ attributes }: ListTable) => attributes.map(({ id }) => id)
const ten = Array.from({ length: 10 }, (_, at) =>
  part(`p${at}`, {
    energy: String(10 + at),
    memo: 'new',
    ...(at < 6 && { form: 'coin' }),
    ...(at < 5 && { cells: '2' }),
  }),
)

test('a table has the attributes that most of its parts have, the most frequent first', async () => {
  await using shop = await shopOf(ten)
  expect(columnsOf(await table(shop))).toEqual(['energy', 'form'])
  expect(columnsOf(await table(shop, { filter: 'cells:2' }))).toEqual(['form', 'energy', 'cells'])
  expect((await listing(shop, { view: 'grid' })).table).toBeNull()
  expect((await listing(shop, { view: 'list' })).table).toBeNull()
})

test('what the nearest category chooses for its cards comes first', async () => {
  await using shop = await shopOf(ten)
  await setCategoryFacts(shop, 'kraft', ['form'])
  expect(columnsOf(await table(shop))).toEqual(['form', 'energy'])
  await setCategoryFacts(shop, 'kraft/paket', ['memo', 'cells'])
  expect(columnsOf(await table(shop))).toEqual(['memo', 'energy', 'form'])
  expect(columnsOf(await table(shop, { filter: 'cells:2' }))).toEqual(['memo', 'cells', 'form', 'energy'])
})

test('the attribute that a list is sorted by is a column in any case', async () => {
  await using shop = await shopOf(ten)
  expect(columnsOf(await table(shop, { sort: 'cells:desc' }))).toEqual(['cells', 'energy', 'form'])
})

test('cells have numbers as the reader writes them, the unit above, and nothing where there is no value', async () => {
  const words = { form: 'ring', energy: 'unknown' }
  await using shop = await shopOf([part('a', { energy: '42.5 1000' }), part('b', { energy: '7' }), part('c', {})])
  const numbers = await table(shop, { sort: 'energy:asc' })
  expect(numbers.attributes).toMatchObject([{ name: 'The energy', unit: 'Wh', isNumeric: true, sorted: 'ascending' }])
  expect(numbers.cells).toEqual([['7'], ['42,5, 1000'], [null]])
  await save(shop, [part('a', { energy: '42.5 1000' }), part('b', { energy: '7' }), part('c', words)])
  const mixed = await table(shop, { sort: 'energy:asc' })
  expect(mixed.attributes[0]).toMatchObject({ unit: '', isNumeric: false })
  expect(mixed.cells.map(([energy]) => energy)).toEqual(['7 Wh', '42,5 Wh, 1000 Wh', 'unknown Wh'])
})

test('numbers are sorted by size, and parts without a value come last in both directions', async () => {
  await using shop = await shopOf([
    part('none', {}),
    part('nine', { energy: '9' }),
    part('ten', { energy: '10' }),
    part('both', { energy: '8.5 11' }),
  ])
  expect(idsOf(await listing(shop, { sort: 'energy:asc' }))).toEqual(['both', 'nine', 'ten', 'none'])
  expect(idsOf(await listing(shop, { sort: 'energy:desc' }))).toEqual(['both', 'ten', 'nine', 'none'])
})

test("texts are sorted by the reader's language, and the most popular of equal parts is first", async () => {
  const labels = { a: 'Åtta', b: 'Ängel', c: 'Zebra', d: 'Öra', e: 'form 10', f: 'form 9' }
  await using shop = await shopOf([
    ...Object.keys(labels).map((form) => part(form, { form })),
    part('first', { form: 'c' }, { popularity: 9 }),
  ])
  const rows = Object.entries(labels).map(([value, label]) => {
    return { attribute_id: 'form', value, language: 'sv' as const, label }
  })
  await shop.db.insertInto('attribute_value_texts').values(rows).execute()
  expect(idsOf(await listing(shop, { sort: 'form:asc' }))).toEqual(['f', 'e', 'first', 'c', 'a', 'b', 'd'])
  expect(idsOf(await listing(shop, { sort: 'form:desc' }))).toEqual(['d', 'b', 'a', 'first', 'c', 'e', 'f'])
  expect(idsOf(await listing(shop, { sort: 'form:asc' }, 'en'))).toEqual(['a', 'b', 'first', 'c', 'd', 'e', 'f'])
})

test('stock is sorted as the cards say it, and parts without a price come last', async () => {
  const stock = (on_hand: number, incoming_at: string | null = null) => ({ stock: { on_hand, incoming_at } })
  await using shop = await shopOf([
    part('none', {}, stock(0)),
    part('unpriced', {}, { prices: [] }),
    part('full', {}, stock(9)),
    part('coming', {}, stock(0, '2026-09-01')),
    part('few', {}, stock(2)),
  ])
  expect(idsOf(await listing(shop, { sort: 'stock_down' }))).toEqual(['full', 'few', 'coming', 'none', 'unpriced'])
  expect(idsOf(await listing(shop, { sort: 'stock_up' }))).toEqual(['none', 'coming', 'few', 'full', 'unpriced'])
})

test('a head sorts by its column, and turns the order of the column that the list is sorted by', async () => {
  await using shop = await shopOf(ten)
  const at = (search: string) => `${path}?${search}view=table#grid`
  expect(await table(shop, { page: '1' })).toMatchObject({
    name: { path: at('sort=name&'), sorted: null },
    stock: { path: at('sort=stock_down&'), sorted: null },
    price: { path: at('sort=price_up&'), sorted: null },
    attributes: [{ path: at('sort=energy%3Aasc&'), sorted: null }, {}],
  })
  const turned = { 'energy:asc': 'energy%3Adesc', 'energy:desc': 'energy%3Aasc', name: 'name_down', name_down: 'name' }
  for (const [sort, next] of Object.entries(turned)) {
    const { name, attributes } = await table(shop, { sort })
    const head = [...attributes, name].find(({ sorted }) => sorted !== null)
    expect(head).toMatchObject({
      path: at(`sort=${next}&`),
      sorted: /:desc|_down/.test(sort) ? 'descending' : 'ascending',
    })
  }
})

test('addresses keep the view and the order, and leave out an unknown column', async () => {
  await using shop = await shopOf(Array.from({ length: 30 }, (_, at) => part(`p${at}`, { form: `f${at % 2}` })))
  const known = await listing(shop, { sort: 'form:desc', stock: 'in' })
  expect([known.sort, known.sortedBy]).toEqual(['form:desc', 'The form'])
  expect(known.pagePaths[2]).toBe(`${path}?stock=in&sort=form%3Adesc&view=table&page=2#grid`)
  expect(known.chosen.map((value) => value.path)).toEqual([`${path}?sort=form%3Adesc&view=table`])
  expect(known.viewPaths.grid).toBe(`${path}?stock=in&sort=form%3Adesc#grid`)
  expect(known.sortPaths.name).toBe(`${path}?stock=in&sort=name&view=table`)
  expect(known.clearPath).toBe(`${path}?view=table`)
  for (const sort of [
    'shape:asc',
    '=brand:asc',
    ':asc',
    'form:up',
    'form:',
    'form:asc:desc',
    `${'x'.repeat(200)}:asc`,
  ]) {
    const unknown = await listing(shop, { sort })
    expect([unknown.sort, unknown.sortedBy, unknown.pagePaths[2]], sort).toEqual([
      'popular',
      null,
      `${path}?view=table&page=2#grid`,
    ])
  }
})

test('a search keeps its relevance in a table, and sorts all hits by a column', async () => {
  await using shop = await shopOf(
    Array.from({ length: 30 }, (_, at) => {
      const name = at % 3 === 0 ? `Zylon ${at}` : `Cover for zylon ${at}`
      const texts = { name, prefix: '', slug: '', description: '', label: '' }
      return part(`p${at}`, { energy: String(100 - at) }, { texts: { sv: texts, en: texts } })
    }),
  )
  const found = async (query: Record<string, string>) =>
    shownOf(await searchPage(shop, swedish(), listQuery.parse({ q: 'zylon', ...query })))?.page
  const [cards, asTable] = [await found({}), await found({ view: 'table' })]
  expect(asTable?.listing.products.map(({ sku }) => sku)).toEqual(cards?.listing.products.map(({ sku }) => sku))
  expect(asTable?.canonicalPath).toBeUndefined()
  const sorted = await found({ view: 'table', sort: 'energy:asc', page: '2' })
  expect(sorted?.listing.products.map((product) => product.product_id)).toEqual(['p5', 'p4', 'p3', 'p2', 'p1', 'p0'])
})
