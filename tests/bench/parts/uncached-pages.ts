import { sorts } from '../../../src/contracts/catalog-pages/product-lists.ts'
import { pageSize } from '../../../src/server/catalog/listing/listing.ts'
import { readCatalogue, spread, type Catalogue } from '../catalogue.ts'
import { figure, median, shortNumber, type Figure } from '../figure.ts'
import { askEach } from '../load/ask-each.ts'
import type { Asked } from '../load/client.ts'
import type { Part } from '../part.ts'
import type { ProcessorTime } from '../process-usage.ts'
import { ShopProcess, type ShopData } from '../shop-process.ts'

const each = 1000
const pounds = { cookie: 'cid=5' }
const asked = (paths: readonly string[], headers: Record<string, string> = {}): Asked[] =>
  paths.map((path) => ({ path, headers }))

/**
 * Uncached pages: no URL is requested twice in the same currency, so every answer is rendered, compressed and stored in
 * the page cache, as for a first visitor. The process is warmed up with other products.
 */
export const uncachedPages: Part = {
  name: 'uncached',
  about: 'pages that nobody asked for before',
  run: async ({ workspace, nodeArgs }) => {
    const data = await workspace.newDemo()
    await using shop = await ShopProcess.start(data, nodeArgs)
    return [...(await productsAtOnce(shop, data)), ...(await pagesOneByOne(shop.origin, data))]
  },
}

async function productsAtOnce(shop: ShopProcess, data: ShopData): Promise<Figure[]> {
  const [en, sv] = [await readCatalogue(data, 'en', 2 * each), await readCatalogue(data, 'sv', 2 * each)]
  const half = Math.min(each, Math.floor(en.productPaths.length / 2))
  await askEach(shop.origin, asked(en.productPaths.slice(half)), 32)
  const rounds = [
    asked(en.productPaths.slice(0, half)),
    asked(sv.productPaths.slice(0, half)),
    asked(en.productPaths.slice(0, half), pounds),
  ]
  const speeds: number[] = []
  const before = shop.processorTime
  for (const round of rounds) speeds.push((await askEach(shop.origin, round, 32)).perSecond)
  const perPage = (key: keyof ProcessorTime): number => (shop.processorTime[key] - before[key]) / (rounds.length * half)
  const beside =
    `best of five known shops on such a machine: 109; ` +
    `English, Swedish, pounds: ${speeds.map(shortNumber).join(', ')}`
  return [
    figure(`product pages, ${half} addresses once each, 32 connections`, median(speeds), 'requests/s', {
      bar: { atLeast: 600 },
      beside,
    }),
    figure('processor time of a product page, main thread', perPage('mainMs'), 'ms', {
      beside: `1.67 ms would allow 600 requests/s; all threads ${perPage('allMs').toFixed(2)} ms`,
    }),
  ]
}

/** One client with a new currency. */
export async function pagesOneByOne(origin: string, data: ShopData): Promise<Figure[]> {
  const { products, productPaths, categories } = await readCatalogue(data, 'sv', 600)
  const dollars = { cookie: 'cid=6' }
  const listings = categories.flatMap(listingPaths)
  const [warmUp, measured] = [
    spread(listings, 600).filter((_, at) => at % 6 === 0),
    spread(listings, 600).filter((_, at) => at % 6 !== 0),
  ]
  const figures: Figure[] = []
  for (const [what, first, then] of [
    ['product', productPaths.slice(0, 100), productPaths.slice(100)],
    ['category', warmUp, measured],
  ] as const) {
    await askEach(origin, asked(first, dollars), 1)
    const { p50, p99, count } = await askEach(origin, asked(then, dollars), 1)
    const beside = `${count} addresses once each, one client, ${products.toLocaleString('en')} products`
    figures.push(
      figure(`${what} page p50`, p50, 'ms', { bar: { atMost: 3 }, beside }),
      figure(`${what} page p99`, p99, 'ms', { bar: { atMost: 20 } }),
    )
  }
  return figures
}

/** A listing in every order, and its first pages. */
function listingPaths({ path, products }: Catalogue['categories'][number]): string[] {
  const pages = Math.min(12, Math.ceil(products / pageSize))
  return [
    ...sorts.map((sort) => `${path}?sort=${sort}`),
    ...Array.from({ length: Math.max(0, pages - 1) }, (_, at) => `${path}?page=${at + 2}`),
  ]
}
