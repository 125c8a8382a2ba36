import { randomUUID } from 'node:crypto'
import { languages, type Language } from '../../../src/domain/places/locales.ts'
import { href } from '../../../src/routes.ts'
import type { Bar } from '../figure.ts'
import { listClasses } from '../list-classes.ts'
import type { Asked, Client } from '../load/client.ts'
import { makeDevices, makeProduct } from '../million-products.ts'
import { screensOfGoods } from '../parts/console-goods.ts'
import { palette, screens } from '../parts/console.ts'
import { searchClasses } from '../search-classes.ts'

type Draw = (below: number) => number
type Bars = { p50?: Bar; p99?: Bar }
/** One line of the table. `ask` makes a request that is different each time, and may need others before it. */
export type Line = {
  name: string
  bars: Bars
  /** How many requests are measured; as many come before. */
  count: number
  /** Whether one address may be asked twice: nothing of it is kept in a cache. */
  repeats: boolean
  ask: (draw: Draw, at: number, client: Client) => Asked | Promise<Asked>
}

const pageBars = { p50: { atMost: 6 }, p99: { atMost: 20 } }
const listBars = { p50: { atMost: 15 }, p99: { atMost: 60 } }
const consoleBars = { p50: { atMost: 100 }, p99: { atMost: 300 } }
const cartBars = { p50: { atMost: 5 } }
const paletteBars = { p50: { atMost: 50 } }
/** Pages of a list, so that no two requests have the same address. */
const firstPages = 8
const cartLines = 20
/** As many orders, invoices and so on are asked for: there are few of some kinds. */
const consoleRows = 50

const language = (draw: Draw): Language => languages[draw(languages.length)] ?? 'sv'
const devices = makeDevices()
const anyProduct = (draw: Draw, products: number) => makeProduct(draw(products), devices)

/** Everything that is measured in a shop with so many products of million-products.ts. */
export function millionLines(products: number, staff: Record<string, string>): readonly Line[] {
  return [
    { name: 'home', bars: pageBars, count: 60, repeats: false, ask: homePage },
    { name: 'a product', bars: pageBars, count: 200, repeats: false, ask: productPage(products) },
    ...listLines(),
    ...searchLines(products),
    { name: 'POST /api/sync-cart, 20 lines', bars: cartBars, count: 200, repeats: true, ask: cartOf(products) },
    { name: 'the checkout', bars: {}, count: 60, repeats: true, ask: checkoutOf(products) },
    ...consoleLines(products, staff),
  ]
}

const countries = ['SE', 'NO', 'DK', 'FI', 'DE', 'FR', 'NL', 'IT', 'ES', 'PL', 'AT', 'BE', 'IE', 'PT', 'CZ', 'EE']

/** The home page has one address; pages are kept by country and currency. */
function homePage(draw: Draw): Asked {
  const cookie = `cid=${1 + draw(6)}; cc=${countries[draw(countries.length)] ?? 'SE'}`
  return { path: href(language(draw), 'home'), headers: { cookie } }
}

function productPage(products: number) {
  return (draw: Draw): Asked => ({ path: href(language(draw), 'product', { slug: anyProduct(draw, products).id }) })
}

function listLines(): Line[] {
  return listClasses.map(({ name, category, query }) => ({
    name,
    bars: name === 'a category' ? pageBars : listBars,
    count: 120,
    repeats: false,
    ask: (draw) => {
      const address = href(language(draw), 'product-category-all', { slug: category(draw) })
      const asked = { page: String(1 + draw(firstPages)), ...query(draw) }
      // Choices may leave a single page.
      if ('filter' in asked || 'price' in asked) asked.page = '1'
      return { path: `${address}?${new URLSearchParams(asked)}` }
    },
  }))
}

function searchLines(products: number): Line[] {
  const suggestions = searchClasses.map(({ name, bars, query }): Line => ({
    name: `search: ${name}`,
    bars,
    count: 200,
    repeats: false,
    ask: (draw) => {
      const asked = { query: query(draw, products), locale: language(draw), nc: 'true' }
      return { path: `/api/products?${new URLSearchParams(asked)}` }
    },
  }))
  const facets: Line = {
    name: 'a page of search results with facets',
    bars: listBars,
    count: 120,
    repeats: false,
    ask: (draw) => {
      const words = anyProduct(draw, products)
        .names.en.split(' ')
        .slice(0, 2 + draw(2))
      return { path: `${href('en', 'search')}?${new URLSearchParams({ q: words.join(' ') })}` }
    },
  }
  return [...suggestions, facets]
}

const json = { 'content-type': 'application/json' }

function linesOf(draw: Draw, products: number) {
  return Array.from({ length: cartLines }, () => {
    const { id, sku } = anyProduct(draw, products)
    return { uuid: randomUUID(), product_id: id, sku, quantity: 1 + draw(4) }
  })
}

function cartOf(products: number) {
  return (draw: Draw): Asked => ({
    path: '/api/sync-cart?locale=en',
    method: 'POST',
    headers: json,
    body: JSON.stringify({ items: linesOf(draw, products), coupons: [], checkout_order_id: null }),
  })
}

function checkoutOf(products: number) {
  return async (draw: Draw, _: number, client: Client): Promise<Asked> => {
    const items = linesOf(draw, products).map(({ sku, quantity }) => ({ sku, quantity }))
    const { status, body } = await client.postJson('/api/checkout?locale=sv', { items, coupons: [] })
    if (status !== 200) throw new Error(`POST /api/checkout was answered ${status}.`)
    const { path }: { path: string } = JSON.parse(body.toString())
    return { path }
  }
}

function consoleLines(products: number, headers: Record<string, string>): Line[] {
  return [...screens, ...screensOfGoods(products)].map(([name, path]) => ({
    name: `console: ${name}`,
    bars: name.startsWith(palette) ? paletteBars : consoleBars,
    count: 40,
    repeats: true,
    ask: (_, at) => ({ path: path(at % consoleRows), headers }),
  }))
}
