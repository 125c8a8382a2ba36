import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Products } from '../../../src/contracts/products.ts'
import { languages } from '../../../src/domain/locales.ts'
import { defaultContext } from '../../../src/domain/shopping-context.ts'
import { findProducts } from '../../../src/server/search/find-products.ts'
import { searchProducts } from '../../../src/server/search/search-products.ts'
import { freshShop, type TestShop } from '../../support/test-shop.ts'
import { call } from '../call.ts'

let shop: TestShop
beforeAll(async () => { shop = await freshShop({ seeded: true }) })
afterAll(() => shop.close())

describe.each(languages)('GET /api/products in %s', (language) => {
  const shopping = defaultContext(language)

  test.each(['bat', 'bat out', 'screw', 'part', 'del', 'nothing at all', 'x'])('spec 7: x-be-records counts every hit of "%s", not only those shown [7.products.records]', async (query) => {
    const { headers, answer } = await call(shop, Products, findProducts, { query: { query, nc: 'true', co: 'true' }, shopping })
    const every = await searchProducts(shop, { query, language, limit: 1_000, offset: 0 })
    expect(headers.get('x-be-records')).toBe(String(every.ids.length))
    expect(answer.products.length).toBe(Math.min(6, every.ids.length))
  })

  test('there is more than fits the list', async () => {
    const { headers, answer } = await call(shop, Products, findProducts, { query: { query: language === 'sv' ? 'del' : 'part' }, shopping })
    expect(Number(headers.get('x-be-records'))).toBeGreaterThan(answer.products.length)
  })

  test('nc and co: `false` and `0` leave the categories and the count out, anything else keeps them', async () => {
    const asked = async (flags: { nc?: string; co?: string }) => {
      const { headers, answer } = await call(shop, Products, findProducts, { query: { query: 'batt', ...flags }, shopping })
      return { records: headers.get('x-be-records') ?? null, named: answer.categories.length > 0 }
    }
    const all = await asked({})
    expect(all.records).toMatch(/^\d+$/)
    for (const co of ['false', '0']) expect(await asked({ co })).toEqual({ ...all, records: null })
    for (const nc of ['false', '0']) expect(await asked({ nc })).toEqual({ ...all, named: false })
    expect(await asked({ nc: 'true', co: 'true' })).toEqual(all)
  })

  test('url_fragment is the place of the one version that the search names', async () => {
    const fragment = async (query: string) => (await call(shop, Products, findProducts, { query: { query }, shopping })).answer.products.find(({ sku }) => sku === 'KB')?.url_fragment
    expect(await fragment('KB-DE')).toBe('variant-kb-de')
    expect(await fragment(language === 'sv' ? 'kb german sv' : 'kb german')).toBe('variant-kb-de')
    expect(await fragment('kb')).toBe('')
  })
})
