import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createSearch, type Search } from '../../src/features/search/search-store.ts'
import { suggestionItems } from '../../src/features/search/suggestion-items.ts'
import { openBrowser } from './browser-tabs.ts'

const product = (name: string) => ({
  product_id: name,
  type: 1,
  sku: name,
  name,
  prefix: '',
  brand: '',
  slug: name,
  url_fragment: 'v2',
  thumb: null,
  metadata: { decoration: '' },
  categories: [],
  orderable: true,
  notifyable: false,
  stock_status: 'in_stock',
  prices: { n: [{ p: 10, q: 1 }] },
  variations: [],
  group_id: null,
  group_size: 1,
  discount_category: null,
  vat: 25,
  lowest_30_days: null,
})

let search: Search
let held: Map<string, () => void>
let browser: ReturnType<typeof openBrowser>
const names = () => search.$suggestions.get().found?.products.map(({ name }) => name)
const asked = () =>
  browser.calls.filter(({ url }) => url.pathname === '/api/products').map(({ url }) => url.searchParams.get('query'))

beforeEach(() => {
  vi.useFakeTimers()
  held = new Map()
  browser = openBrowser((_, url) => {
    const query = url.searchParams.get('query') ?? ''
    if (url.pathname !== '/api/products')
      return Response.json([{ id: '1', hint: 'tip', url: '/tip', url_title: 'Tip' }])
    return new Promise((resolve) => {
      held.set(query, () =>
        resolve(Response.json({ products: [product(query)], categories: [{ id: 'c', name: 'Fans', path: '/c' }] })),
      )
    })
  })
  search = createSearch()
})

afterEach(() => {
  search.stop()
  vi.useRealTimers()
})

describe('suggestions', () => {
  test(
    'are requested after 250 ms, for two characters or more' +
      ' [4.search.pause] [9.search.debounce] [9.search.minimum] [5.search.minimum]',
    async () => {
      search.type(' a ')
      await vi.advanceTimersByTimeAsync(1_000)
      search.type('fa')
      await vi.advanceTimersByTimeAsync(249)
      search.type(' fan ')
      await vi.advanceTimersByTimeAsync(250)
      expect(asked()).toEqual(['fan'])
    },
  )

  test('an older answer never replaces a newer one', async () => {
    search.type('fan')
    await vi.advanceTimersByTimeAsync(250)
    search.type('fans')
    await vi.advanceTimersByTimeAsync(250)
    held.get('fans')?.()
    await vi.advanceTimersByTimeAsync(0)
    held.get('fan')?.()
    await vi.advanceTimersByTimeAsync(0)
    expect(names()).toEqual(['fans'])
  })

  test('an answer for deleted text is not shown', async () => {
    search.type('fan')
    await vi.advanceTimersByTimeAsync(250)
    search.type('')
    held.get('fan')?.()
    await vi.advanceTimersByTimeAsync(500)
    expect(search.$suggestions.get()).toMatchObject({ found: null, isSlow: false })
  })

  test('show the loading state after 200 ms, and for at least as long [9.fetch.delay]', async () => {
    search.type('fan')
    await vi.advanceTimersByTimeAsync(449)
    expect(search.$suggestions.get().isSlow).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(search.$suggestions.get().isSlow).toBe(true)
    held.get('fan')?.()
    await vi.advanceTimersByTimeAsync(199)
    expect(search.$suggestions.get().isSlow).toBe(true)
    await vi.advanceTimersByTimeAsync(1)
    expect(search.$suggestions.get()).toMatchObject({ isSlow: false, query: 'fan' })
  })

  test('lead to the product with its fragment, to categories, tips and all results [4.search.select]', async () => {
    search.type('fan')
    await vi.advanceTimersByTimeAsync(250)
    held.get('fan')?.()
    await vi.advanceTimersByTimeAsync(0)
    expect(suggestionItems(search.$suggestions.get(), 'en').map(({ section, path }) => [section, path]))
      .toMatchInlineSnapshot(`
      [
        [
          "products",
          "/en/product/fan#v2",
        ],
        [
          "categories",
          "/c",
        ],
        [
          "hints",
          "/tip",
        ],
        [
          "all",
          "/en/searchresults?q=fan",
        ],
      ]
    `)
  })
})
