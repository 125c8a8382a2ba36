import { listQuery } from '../../src/contracts/catalog-pages/list-query.ts'
import { sorts } from '../../src/contracts/catalog-pages/product-lists.ts'
import type { ListingScope } from '../../src/server/catalog/listing/listing-request.ts'
import { readListing } from '../../src/server/catalog/listing/listing.ts'
import type { Shop } from '../../src/server/catalog/shop.ts'
import type { ShopDatabase } from '../../src/server/platform/db/connect.ts'
import { sequenceOf } from '../../src/server/search/doc-number.ts'
import { searchHits } from '../../src/server/search/search-products.ts'
import { defaultContext } from '../support/default-context.ts'
import { figure, percentile, type Bar, type Figure } from './figure.ts'
import { listClasses, wholeCatalogue, type ListClass } from './list-classes.ts'
import { listShop } from './listed-products.ts'
import { draws } from './million-products.ts'

const pagesPerClass = 150

/** Measures list pages with their facets and cards, as an uncached page reads them. */
export async function measureLists(open: ShopDatabase, products: number): Promise<Figure[]> {
  const shop = listShop(open)
  const before = process.memoryUsage()
  const begun = performance.now()
  await shop.catalogIndex.columns()
  const seconds = (performance.now() - begun) / 1_000
  const { arrayBuffers, heapUsed } = process.memoryUsage()
  const grown = arrayBuffers + heapUsed - before.arrayBuffers - before.heapUsed
  const bars = products > 100_000 ? { p50: { atMost: 15 }, p99: { atMost: 60 } } : { p50: { atMost: 5 } }
  const figures = [figure('columns read', seconds, 's', { beside: `${Math.round(grown / 1e6)} MB more memory` })]
  for (const sort of [...sorts, 'weight:asc']) {
    const read = await timed(() => list(shop, { category: wholeCatalogue }, { sort }))
    figures.push(figure(`first page ordered by ${sort}`, read, 'ms'))
  }
  for (const each of listClasses) figures.push(...(await measureClass(shop, each, bars)))
  figures.push(...(await measureSearches(shop, open)))
  return figures
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

async function measureClass(shop: Shop, of: ListClass, bars: { p50?: Bar; p99?: Bar }): Promise<Figure[]> {
  const draw = draws(7)
  const times: number[] = []
  for (let at = 0; at < pagesPerClass; at += 1) {
    const scope = { category: of.category(draw) }
    const query = of.query(draw)
    times.push(await timed(() => list(shop, scope, query)))
  }
  return figuresOf(of.name, times, bars)
}

/** The list and the facets of the hits of a common word, without the search itself. */
async function measureSearches(shop: Shop, open: ShopDatabase): Promise<Figure[]> {
  const { docs } = await searchHits(open, { query: 'lenovo battery', language: 'en' })
  const scope = { numbers: Uint32Array.from(docs, sequenceOf) }
  const times: number[] = []
  for (let at = 0; at < pagesPerClass; at += 1)
    times.push(await timed(() => list(shop, scope, { q: 'lenovo battery' })))
  return figuresOf(`facets of a search with ${docs.length.toLocaleString('en')} hits`, times, { p50: { atMost: 20 } })
}

function list(shop: Shop, scope: ListingScope, query: Record<string, string>) {
  const context = defaultContext('sv')
  return readListing(shop, { context, query: listQuery.parse(query), scope, path: '/', now: new Date() })
}

function figuresOf(name: string, times: readonly number[], { p50, p99 }: { p50?: Bar; p99?: Bar }): Figure[] {
  return [
    figure(`${name}, p50`, percentile(times, 0.5), 'ms', { bar: p50 }),
    figure(`${name}, p99`, percentile(times, 0.99), 'ms', { bar: p99 }),
  ]
}
