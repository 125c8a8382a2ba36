import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Products } from '../../../src/contracts/calls/products.ts'
import { listQuery } from '../../../src/contracts/catalog-pages/list-query.ts'
import { languages } from '../../../src/domain/places/locales.ts'
import { findProducts } from '../../../src/server/storefront/find-products.ts'
import { searchPage } from '../../../src/server/storefront/search-page.ts'
import { defaultContext } from '../../support/default-context.ts'
import { freshShop, type TestShop } from '../../support/test-shop.ts'
import { call } from '../call.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await freshShop({ seeded: true })
})
afterAll(() => shop.close())

describe.each(languages)('GET /api/products in %s', (language) => {
  const shopping = defaultContext(language)

  const asked: [string, number][] = [
    ['bat', 1],
    ['screw', 6],
    ['nothing at all', 0],
    ['x', 0],
  ]
  test.each(asked)('at most six hits of "%s" are shown', async (query, min) => {
    const { headers, answer } = await call(shop, Products, findProducts, {
      query: { query, nc: 'true', co: 'true' },
      shopping,
    })
    expect(answer.products.length).toBeGreaterThanOrEqual(min)
    expect(answer.products.length).toBe(Math.min(6, Number(headers.get('x-be-records'))))
  })

  test('what a text asks for besides words narrows the suggestions as it narrows the results', async () => {
    const [text, limit] = language === 'sv' ? ['del under 300 kr', 300] : ['part under 30 euros', 30]
    const { headers, answer } = await call(shop, Products, findProducts, { query: { query: text }, shopping })
    const q = language === 'sv' ? 'del' : 'part'
    const page = await searchPage(shop, shopping, listQuery.parse({ q, price: `..${limit}` }))
    if (page instanceof Response) throw new Error('The list leads elsewhere.')
    const listed = page.page.listing.products.map(({ product_id: id }) => id)
    expect(answer.products.map(({ product_id: id }) => id)).toEqual(listed.slice(0, 6))
    expect(Number(headers.get('x-be-records'))).toBe(page.page.listing.page.total)
    expect(listed.length).toBeGreaterThan(0)
  })

  test('there are more hits than listed', async () => {
    const { headers, answer } = await call(shop, Products, findProducts, {
      query: { query: language === 'sv' ? 'del' : 'part' },
      shopping,
    })
    expect(Number(headers.get('x-be-records'))).toBeGreaterThan(answer.products.length)
  })

  test('nc and co: `false` and `0` leave out categories and count, anything else keeps them', async () => {
    const asked = async (flags: { nc?: string; co?: string }) => {
      const { headers, answer } = await call(shop, Products, findProducts, {
        query: { query: 'batt', ...flags },
        shopping,
      })
      return { records: headers.get('x-be-records') ?? null, named: answer.categories.length > 0 }
    }
    const all = await asked({})
    expect(all.records).toMatch(/^\d+$/)
    for (const co of ['false', '0']) expect(await asked({ co })).toEqual({ ...all, records: null })
    for (const nc of ['false', '0']) expect(await asked({ nc })).toEqual({ ...all, named: false })
    expect(await asked({ nc: 'true', co: 'true' })).toEqual(all)
  })

  test('categories are listed by how much of their name the query is, the closest first', async () => {
    // Each name ends with its language.
    const { answer } = await call(shop, Products, findProducts, { query: { query: language }, shopping })
    const lengths = answer.categories.map(({ name }) => name.replaceAll(/[^\p{L}\p{N}]/gu, '').length)
    expect(lengths.length).toBeGreaterThan(2)
    expect(lengths).toEqual(lengths.toSorted((one, other) => one - other))
  })

  test('url_fragment is the fragment of the single variant that the search matches', async () => {
    const fragment = async (query: string) =>
      (await call(shop, Products, findProducts, { query: { query }, shopping })).answer.products.find(
        ({ sku }) => sku === 'KB',
      )?.url_fragment
    expect(await fragment('KB-DE')).toBe('variant-kb-de')
    expect(await fragment(language === 'sv' ? 'kb german sv' : 'kb german')).toBe('variant-kb-de')
    expect(await fragment('kb')).toBe('')
  })
})
