import { expect, test } from 'vitest'
import { listQuery } from '../../../src/contracts/catalog-pages/list-query.ts'
import { searchMisses } from '../../../src/server/search/search-misses.ts'
import { searchPage } from '../../../src/server/storefront/search-page.ts'
import { shownOf } from '../../support/page-answer.ts'
import { fixtureShop, swedish } from '../ordering/checkout/buyer.ts'

test('searches without hits are counted by their words', async () => {
  await using shop = await fixtureShop()
  const search = async (query: Record<string, string>) =>
    shownOf(await searchPage(shop, swedish(), listQuery.parse(query)))
  for (const q of ['Zzqx  WWKV', 'zzqx wwkv', 'bat']) await search({ q })
  await search({ q: 'zzqx wwkv', stock: 'in' })
  expect(await searchMisses(shop.db, 10)).toMatchObject([{ language: 'sv', query: 'zzqx wwkv', misses: 2 }])
})

test('what may name a person is not kept', async () => {
  await using shop = await fixtureShop()
  for (const q of ['anna@example.com', '850101-2384', '+46 70 123 45 67', '!!'])
    await searchPage(shop, swedish(), listQuery.parse({ q }))
  expect(await searchMisses(shop.db, 10)).toEqual([])
})

test('of a long text the beginning is searched for, and the page says so', async () => {
  await using shop = await fixtureShop()
  const long = shownOf(await searchPage(shop, swedish(), listQuery.parse({ q: `bat ${'x'.repeat(5_000)}` })))
  expect(long?.page).toMatchObject({ isCut: true })
  expect(long?.page.query).toHaveLength(200)
  expect(shownOf(await searchPage(shop, swedish(), listQuery.parse({ q: 'bat' })))?.page.isCut).toBe(false)
})
