import { randomUUID } from 'node:crypto'
import { readCatalogue, withDatabase } from '../catalogue.ts'
import { figure, type Figure } from '../figure.ts'
import { askEach } from '../load/ask-each.ts'
import type { Asked } from '../load/client.ts'
import type { Part } from '../part.ts'
import { ShopProcess, type ShopData } from '../shop-process.ts'

/** The two calls that shoppers wait for while typing and tapping, one client at a time. */
export const searchAndCart: Part = {
  name: 'calls',
  about: 'search suggestions and the cart sync',
  run: async ({ workspace, nodeArgs }) => {
    const data = await workspace.newDemo()
    await using shop = await ShopProcess.start(data, nodeArgs)
    return [...(await suggestions(shop.origin, data)), ...(await cartSync(shop.origin, data))]
  },
}

/** Two or three words of a real name, the last one cut as while typing; each query once. */
export async function suggestions(origin: string, data: ShopData): Promise<Figure[]> {
  const { names, products } = await readCatalogue(data, 'en', 900)
  const queries = [...new Set(names.map(partialWords))]
  const requests = queries.map((query): Asked => ({
    path: `/api/products?${new URLSearchParams({ query, locale: 'en' })}`,
  }))
  await askEach(origin, requests.slice(0, 100), 1)
  const { p50, p99, count } = await askEach(origin, requests.slice(100), 1)
  const last = queries.at(-1) ?? ''
  const beside = `${count} queries once each, such as “${last}”, ${products.toLocaleString('en')} products`
  return [
    figure('GET /api/products p50', p50, 'ms', { bar: { atMost: 5 }, beside }),
    figure('GET /api/products p99', p99, 'ms', { bar: { atMost: 30 } }),
  ]
}

function partialWords(name: string, at: number): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? []
  const first = words.length > 3 ? at % (words.length - 2) : 0
  const chosen = words.slice(first, first + 2 + (at % 2))
  const last = chosen.pop() ?? ''
  return [...chosen, last.slice(0, Math.max(2, last.length - 1 - (at % 3)))].join(' ')
}

async function cartSync(origin: string, data: ShopData): Promise<Figure[]> {
  const rows = await withDatabase(data, (db) =>
    db
      .selectFrom('products')
      .select(['id', 'sku'])
      .where('type', '=', 1)
      .where('sort_price', 'is not', null)
      .where('status', '=', 'published')
      .orderBy('id')
      .execute(),
  )
  const carts = Array.from({ length: 500 }, (_, cart): Asked => {
    const items = Array.from({ length: 20 }, (_, line) => rows[(cart * 7 + line * 31) % rows.length]).flatMap(
      (row, line) => (row ? [{ uuid: randomUUID(), product_id: row.id, sku: row.sku, quantity: 1 + (line % 4) }] : []),
    )
    return {
      path: '/api/sync-cart?locale=en',
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ items, coupons: [], checkout_order_id: null }),
    }
  })
  await askEach(origin, carts.slice(0, 100), 1)
  const { p50, p99, count } = await askEach(origin, carts.slice(100), 1)
  return [
    figure('POST /api/sync-cart, 20 lines, p50', p50, 'ms', {
      bar: { atMost: 5 },
      beside: `${count} carts, one client`,
    }),
    figure('POST /api/sync-cart, 20 lines, p99', p99, 'ms'),
  ]
}
