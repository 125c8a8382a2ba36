import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Products } from '../../../src/contracts/calls/products.ts'
import { listQuery } from '../../../src/contracts/catalog-pages/list-query.ts'
import { normalizePartNumber } from '../../../src/domain/products/part-numbers.ts'
import { pageSize } from '../../../src/server/catalog/listing/listing.ts'
import { insertRows } from '../../../src/server/platform/db/bulk.ts'
import { indexProducts } from '../../../src/server/search/index-products.ts'
import { buildLists } from '../../../src/server/search/posting-lists/build-lists.ts'
import { PostingCache } from '../../../src/server/search/posting-lists/posting-cache.ts'
import { searchProducts } from '../../../src/server/search/search-products.ts'
import { filterOfQuery } from '../../../src/server/storefront/filter-of-query.ts'
import { findProducts } from '../../../src/server/storefront/find-products.ts'
import { searchPage } from '../../../src/server/storefront/search-page.ts'
import { defaultContext } from '../../support/default-context.ts'
import { shownOf } from '../../support/page-answer.ts'
import type { TestShop } from '../../support/test-shop.ts'
import { call } from '../call.ts'
import { brands, manyParts, namedParts, parts } from './many-parts.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await manyParts()
})
afterAll(() => shop.close())

const shopping = defaultContext('en')
const max = 10_000

async function records(query: string): Promise<number> {
  const { headers } = await call(shop, Products, findProducts, { query: { query, nc: 'true', co: 'true' }, shopping })
  return Number(headers.get('x-be-records'))
}

async function results(query: Record<string, string>) {
  const found = shownOf(await searchPage(shop, shopping, listQuery.parse(query)))
  if (!found) throw new Error('There is no such page.')
  return found.page
}

/** The ids on these pages of a search, in order. */
async function idsOn(query: Record<string, string>, pages: readonly number[]): Promise<string[]> {
  const ids: string[] = []
  for (const page of pages) {
    const { listing } = await results({ ...query, page: String(page) })
    ids.push(...listing.products.map((product) => product.product_id))
  }
  return ids
}

const searches = [
  ['zylon red', 'red'],
  ['clip blue', 'blue'],
  ['zylon 77', ' 77'],
  ['zylon 10', ' 10'],
  ['zylo bl', 'blue'],
] as const
test.each(searches)(
  'spec 7: x-be-records of "%s" is the number of names with it [7.products.records]',
  async (query, piece) => {
    const named = await namedParts(shop, piece)
    expect(named.length).toBeGreaterThan(100)
    expect(await records(query)).toBe(named.length)
  },
)

test('beyond 10,000 hits x-be-records is 10,000, the page shows the popular ones [7.products.records]', async () => {
  expect(await records('zylon')).toBe(max)
  const queries: Record<string, string>[] = [{}, { sort: 'price_up' }, { stock: 'in' }]
  for (const query of queries) expect((await results({ q: 'zylon', ...query })).maxListed).toBe(max)
  expect((await results({ q: 'zylon' })).listing.page.total).toBe(max)
  expect((await results({ q: 'zylon red' })).maxListed).toBeNull()
  const last = await idsOn({ q: 'zylon' }, [Math.ceil(max / pageSize)])
  expect(last.length).toBe(max % pageSize)
  const beyond = listQuery.parse({ q: 'zylon', page: String(Math.ceil(max / pageSize) + 1) })
  expect(shownOf(await searchPage(shop, shopping, beyond))).toBeUndefined()
})

test('price_up gives the cheapest of all hits, and price_down the dearest', async () => {
  const cheapest = await namedParts(shop, 'red')
  const [first, hundredth] = [cheapest.slice(0, 2 * pageSize), cheapest.slice(99 * pageSize, 100 * pageSize)]
  expect(await idsOn({ q: 'zylon red', sort: 'price_up' }, [1, 2, 100])).toEqual([...first, ...hundredth])
  expect(await idsOn({ q: 'zylon red', sort: 'price_down' }, [1])).toEqual(cheapest.toReversed().slice(0, pageSize))
})

test('price_up beyond 10,000 hits gives the cheapest of the most popular ones', async () => {
  const popular = (await namedParts(shop)).filter((id) => Number(id.replace('clip-', '')) > parts - max)
  expect(popular.length).toBe(max)
  expect(await idsOn({ q: 'zylon', sort: 'price_up' }, [1, 2])).toEqual(popular.slice(0, 2 * pageSize))
})

test('filters and facet counts cover all hits', async () => {
  const red = (await namedParts(shop, 'red')).map((id) => Number(id.replace('clip-', '')))
  const { listing } = await results({ q: 'zylon red', sort: 'price_up', stock: 'in', brand: 'zylon-ara' })
  expect(listing.page.total).toBe(red.filter((number) => number % 3 === 0 && number % 5 === 0).length)
  const counted = (await results({ q: 'zylon red' })).listing.facets.find(({ id }) => id === 'brand')
  expect(counted?.values.map(({ value, count }) => [value, count]).toSorted()).toEqual(
    brands.map((brand, at) => [brand, red.filter((number) => number % 5 === at).length]),
  )
})

test('pages by relevance contain every hit once', async () => {
  const pages = Math.ceil((await records('zylon 77')) / pageSize)
  const every = await idsOn(
    { q: 'zylon 77' },
    Array.from({ length: pages }, (_, at) => at + 1),
  )
  expect(every.toSorted()).toEqual((await namedParts(shop, ' 77')).toSorted())
})

test('an amount is a word, not a filter, where a filter would look only in the first of more hits', async () => {
  expect(await filterOfQuery(shop, 'en', 'zylon 4567mm')).toBeUndefined()
  expect(await filterOfQuery(shop, 'en', 'zylon red 4567mm')).toEqual({ rest: 'zylon red', filter: 'length:4567' })
})

/** Puts a word into the names of some parts, and a number that contains it at as many others. */
async function nameAndNumber(word: string, count: number): Promise<string[]> {
  const { db, kind } = shop
  const ids = Array.from({ length: 2 * count }, (_, at) => `clip-${1 + at}`)
  const [named, numbered] = [ids.slice(0, count), ids.slice(count)]
  await sql`update product_texts set name = name || ${` ${word}`} where product_id in (${sql.join(named)})`.execute(db)
  const numbers = numbered.map((id) => ({ product_id: id, number: `9${word}-${id}`, kind: 'maker' as const }))
  const rows = numbers.map((each) => ({ ...each, normalized: normalizePartNumber(each.number) }))
  await insertRows(db, kind, 'part_numbers', rows)
  await db.transaction().execute((trx) => indexProducts(trx, kind, ids))
  return ids
}

test('a search in memory counts and orders as the index of the database does, by words and by numbers', async () => {
  const both = await nameAndNumber('x7b', 300)
  const terms = new PostingCache(shop, { least: 0, rest: 0, build: buildLists })
  const find = (query: string, offset: number, kept?: PostingCache) =>
    searchProducts({ ...shop, ...(kept && { terms: kept }) }, { query, language: 'en', limit: 24, offset })
  for (const query of ['zylon red', 'zc-1', 'zylon 10', 'x7b', 'clip bl', 'zylon', 'zylno red']) {
    await find(query, 0, terms)
    await terms.settled()
    for (const offset of [0, 120, 480]) expect(await find(query, offset, terms)).toEqual(await find(query, offset))
  }
  expect((await find('x7b', 0, terms)).total).toBe(both.length)
  await terms.end()
})
