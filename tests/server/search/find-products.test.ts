import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Products } from '../../../src/contracts/calls/products.ts'
import { languages } from '../../../src/domain/places/locales.ts'
import { defaultContext } from '../../support/default-context.ts'
import { findProducts } from '../../../src/server/storefront/find-products.ts'
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
