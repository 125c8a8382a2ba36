import type { APIContext, APIRoute } from 'astro'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ShoppingContext } from '../../../src/domain/places/shopping-context.ts'
import { GET as getCountries } from '../../../src/pages/api/countries.ts'
import { GET as getCurrencies } from '../../../src/pages/api/currencies.ts'
import { GET as getDeal } from '../../../src/pages/api/current-deal.ts'
import { GET as getCategories } from '../../../src/pages/api/product-categories.ts'
import { GET as getProducts } from '../../../src/pages/api/products.ts'
import { GET as getWidget } from '../../../src/pages/api/widget-by-slug/[slug].ts'
import { publish } from '../../../src/server/content/publish.ts'
import { saveWidget } from '../../../src/server/content/save-widget.ts'
import { fixtureShop, swedish } from '../ordering/checkout/buyer.ts'

let shop: Awaited<ReturnType<typeof fixtureShop>>
beforeAll(async () => {
  shop = await fixtureShop()
})
afterAll(() => shop.close())

/** A browser's request to a route. */
async function get(
  route: APIRoute,
  {
    query = '',
    params = {},
    shopping = swedish(),
  }: { query?: string; params?: Record<string, string>; shopping?: ShoppingContext } = {},
) {
  const url = new URL(`http://shop.test/?${query}`)
  const context = {
    url,
    request: new Request(url),
    params,
    locals: { shop, shopping, sales: shop.settings.all.sales },
    cache: { set: () => undefined },
    clientAddress: '127.0.0.1',
  }
  const answer: unknown = await (await route(context as unknown as APIContext)).json()
  return answer
}

describe('spec 3: entities have the fields of the specification', () => {
  test("the current deal's percent is off the lowest 30-day price [3.deal.fields] [7.current-deal.answer]", async () =>
    expect(await get(getDeal)).toEqual({
      title: 'I dag',
      product_name: expect.any(String),
      product_slug: 'sale-del',
      discount: 13,
      starts_at: '2026-06-15T00:00:00.000Z',
      expires_at: '2026-06-16T00:00:00.000Z',
    }))

  test('a category [3.category.fields] [7.product-categories.answer]', async () =>
    expect(await get(getCategories, { query: 'parent_id=laptop' })).toContainEqual(
      expect.objectContaining({
        id: 'batteries',
        slug: expect.any(String),
        name: expect.any(String),
        has_children: true,
        thumb: null,
        uri: null,
        hierarchy: expect.arrayContaining([expect.any(String)]),
      }),
    ))

  test(
    'a search product, its prices and their tiers' +
      ' [3.search-product.fields] [3.prices.lists] [3.prices.tier] [3.prices.derived] [7.products.answer]',
    async () => {
      const text = expect.any(String)
      const product = {
        sku: text,
        name: text,
        prefix: text,
        slug: text,
        url_fragment: expect.any(String),
        metadata: { decoration: text },
        categories: expect.any(Array),
        orderable: expect.any(Boolean),
        notifyable: expect.any(Boolean),
        stock_status: text,
        variations: expect.any(Array),
        vat: 25,
      }
      const battery = {
        ...product,
        thumb: { url: text, width: 96, height: 96 },
        categories: expect.arrayContaining([expect.objectContaining({ name: text, main: true })]),
        group_id: 'bat',
        discount_category: 'power',
      }
      expect(await get(getProducts, { query: 'query=BAT&nc=true&co=true' })).toMatchObject({
        categories: expect.any(Array),
        products: expect.arrayContaining([
          expect.objectContaining({
            ...battery,
            sku: 'BAT',
            prices: {
              n: [
                { q: 1, p: 499 },
                { q: 5, p: 449 },
                { q: 10, p: 399 },
              ],
            },
          }),
        ]),
      })
      expect(await get(getProducts, { query: 'query=TIERED-SALE' })).toMatchObject({
        products: [
          {
            ...product,
            prices: {
              n: [
                { q: 1, p: 100 },
                { q: 10, p: 80 },
              ],
              c: [
                { q: 1, p: 90, o: 100, d: 10 },
                { q: 10, p: 80 },
              ],
            },
          },
        ],
      })
      expect(await get(getProducts, { query: 'query=KB' })).toMatchObject({
        products: expect.arrayContaining([
          expect.objectContaining({
            variations: expect.arrayContaining([
              expect.objectContaining({ prices: { n: expect.any(Array) }, vat: 25 }),
            ]),
          }),
        ]),
      })
    },
  )

  test('a product with all its categories, the main one first; without them when not requested', async () => {
    const second = (direct: 0 | 1) =>
      shop.db
        .updateTable('category_products')
        .set({ direct })
        .where('product_id', '=', 'bat')
        .where('category_id', '=', 'batteries')
        .execute()
    await second(1)
    const answer = await get(getProducts, { query: 'query=BAT' })
    await second(0)
    const categories = [
      { id: 'dell-batteries', name: expect.any(String), main: true },
      { id: 'batteries', name: expect.any(String), main: false },
    ]
    expect(answer).toMatchObject({
      products: expect.arrayContaining([expect.objectContaining({ sku: 'BAT', categories })]),
    })
    expect(await get(getProducts, { query: 'query=bat&nc=true' })).toMatchObject({
      categories: expect.arrayContaining([expect.anything()]),
    })
    expect(await get(getProducts, { query: 'query=bat&nc=false' })).toMatchObject({
      categories: [],
      products: expect.arrayContaining([expect.anything()]),
    })
  })

  test('header and footer have menu and message, each with its flag [3.widget.layout] [3.layout.content]', async () => {
    expect(await get(getWidget, { params: { slug: 'header' } })).toEqual({
      content: '',
      hidden: true,
      menu: '',
      menuHidden: true,
      message: expect.stringContaining('Open all summer'),
      messageHidden: false,
    })
    for (const [id, html] of [
      ['footer-columns', '<h3>Om oss</h3>'],
      ['store-message-footer', '<p>Vi ses på mässan</p>'],
    ] as const) {
      await saveWidget(shop, { kind: 'widget', id, language: 'sv' }, { html })
      await publish(shop, { kind: 'widget', id, language: 'sv' })
    }
    expect(await get(getWidget, { params: { slug: 'footer' } })).toEqual({
      content: '<h3>Om oss</h3>',
      hidden: false,
      menu: '',
      menuHidden: true,
      message: '<p>Vi ses på mässan</p>',
      messageHidden: false,
    })
  })

  test(
    'a widget; an absent one is hidden' +
      ' [3.widget.fields] [7.widget-by-slug.answer] [7.widget-by-slug.cart] [7.widget-by-slug.cookie-alert]',
    async () => {
      expect(await get(getWidget, { params: { slug: 'cart-header' } })).toEqual({
        content: '<p>Hidden</p>',
        hidden: true,
      })
      expect(await get(getWidget, { params: { slug: 'store-message' } })).toMatchObject({
        content: expect.stringContaining('Open all summer'),
        hidden: false,
      })
      expect(await get(getWidget, { params: { slug: 'nothing' } })).toEqual({ content: '', hidden: true })
    },
  )

  test('currencies by id and code [3.currency.fields] [7.currencies.answer]', async () =>
    expect(await get(getCurrencies)).toEqual([
      { id: 1, code: 'SEK' },
      { id: 2, code: 'NOK' },
      { id: 3, code: 'DKK' },
      { id: 4, code: 'EUR' },
      { id: 5, code: 'GBP' },
      { id: 6, code: 'USD' },
    ]))

  test("countries by code and name, in the reader's language [3.country.fields] [7.countries.answer]", async () => {
    expect(await get(getCountries)).toContainEqual({ code: 'DE', name: 'Tyskland' })
    expect(await get(getCountries, { shopping: { ...swedish(), language: 'en' } })).toContainEqual({
      code: 'DE',
      name: 'Germany',
    })
  })
})
