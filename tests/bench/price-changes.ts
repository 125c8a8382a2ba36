import { setTimeout as wait } from 'node:timers/promises'
/**
 * `node tests/bench/price-changes.ts [--postgres] [--products N]` measures a change of all prices of a shop: how long
 * it takes to compute it, to carry it out and to take it back, how long requests wait for this process meanwhile, and
 * how long pages of categories take that no cache has, before and meanwhile.
 */
import { parseArgs } from 'node:util'
import { listQuery } from '../../src/contracts/catalog-pages/list-query.ts'
import { allProducts } from '../../src/domain/products/product-choice.ts'
import { readListing } from '../../src/server/catalog/listing/listing.ts'
import type { Shop } from '../../src/server/catalog/shop.ts'
import { connect, type DatabaseLocation } from '../../src/server/platform/db/connect.ts'
import { migrate } from '../../src/server/platform/db/migrate.ts'
import { workAtChange } from '../../src/server/pricing/price-changes/carry-out-changes.ts'
import { changeById } from '../../src/server/pricing/price-changes/change-queries.ts'
import { makeChange, startChange, undoChange } from '../../src/server/pricing/price-changes/edit-changes.ts'
import { defaultContext } from '../support/default-context.ts'
import { inDatabase } from './bench-database.ts'
import { percentile } from './figure.ts'
import { listShop, writeListedProducts } from './listed-products.ts'
import { threadMs, turnsText, watchTurns } from './longest-turns.ts'

const { values } = parseArgs({ options: { postgres: { type: 'boolean' }, products: { type: 'string' } } })
const products = Number(values.products ?? 100_000)

const categories = 50
const sorts = ['popular', 'price_up', 'price_down', 'newest'] as const

/** Reads a page of a category as a shopper gets it whose page no cache has; returns how long it took, in ms. */
async function readPage(shop: Shop, at: number): Promise<number> {
  const begun = performance.now()
  const query = listQuery.parse({ sort: sorts[at % sorts.length], page: String(1 + (at % 7)) })
  const scope = { category: `c${at % categories}` }
  await readListing(shop, { context: defaultContext('sv'), query, scope, path: '/', now: shop.now() })
  return performance.now() - begun
}

/** Shoppers who open a page after the other; returns a function that ends them and tells how long each page took. */
function shoppers(shop: Shop): () => Promise<number[]> {
  const times: number[] = []
  const ending = new AbortController()
  const running = (async () => {
    for (let at = 0; !ending.signal.aborted; at += 1) {
      times.push(await readPage(shop, at))
      await wait(20)
    }
  })()
  return async () => {
    ending.abort()
    await running
    return times
  }
}

async function timed(shop: Shop, what: string, work: () => Promise<void>): Promise<void> {
  const end = shoppers(shop)
  const watched = watchTurns()
  const [started, used] = [performance.now(), threadMs()]
  await work()
  const seconds = (performance.now() - started) / 1_000
  const processor = ((threadMs() - used) / 1_000).toFixed(1)
  const turns = turnsText(watched())
  const pages = await end()
  const [p50, p99] = [0.5, 0.99].map((share) => percentile(pages, share).toFixed(1))
  console.log(
    `${what.padEnd(12)}${seconds.toFixed(1).padStart(7)} s, of it ${processor} s of this thread; ${turns}; ` +
      `${pages.length} pages p50 ${p50} ms, p99 ${p99} ms`,
  )
}

async function measure(location: DatabaseLocation): Promise<void> {
  const open = connect(location)
  await migrate(open)
  await writeListedProducts(open, products, categories)
  const shop = listShop(open)
  await readPage(shop, 0)
  await timed(shop, 'nothing', () => wait(5_000))
  const id = await makeChange(
    shop,
    { staffId: null, name: 'bench' },
    { choice: allProducts, rule: { how: 'percent', percent: 500 }, ending: '90' },
  )
  await timed(shop, 'prepared in', () => workAtChange(shop, id))
  await startChange(shop, id)
  await timed(shop, 'changed in', () => workAtChange(shop, id))
  await undoChange(shop, id)
  await timed(shop, 'undone in', () => workAtChange(shop, id))
  const change = await changeById(open.db, id)
  console.log(`${change?.total} products, ${change?.changed} changed, ${change?.undone} restored, ${change?.kept} kept`)
  await open.db.destroy()
}

await inDatabase(values.postgres === true, 'price_changes', measure)
