/**
 * `node tests/bench/price-lists.ts [--postgres] [--products N]` measures a price list of that many rows: how long its
 * import and the undoing take, and how long requests and other transactions wait meanwhile; and how long a page of a
 * category takes that is sorted and filtered by price, for everybody and for a buyer of the list.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { listQuery } from '../../src/contracts/catalog-pages/list-query.ts'
import type { ShoppingContext } from '../../src/domain/places/shopping-context.ts'
import { readListing } from '../../src/server/catalog/listing/listing.ts'
import type { Shop } from '../../src/server/catalog/shop.ts'
import { connect, type DatabaseLocation, type ShopDatabase } from '../../src/server/platform/db/connect.ts'
import { migrate } from '../../src/server/platform/db/migrate.ts'
import { setPriceRows, undoPriceRows } from '../../src/server/pricing/price-lists/change-rows.ts'
import { createPriceList } from '../../src/server/pricing/price-lists/edit-price-lists.ts'
import { defaultContext } from '../support/default-context.ts'
import { inDatabase } from './bench-database.ts'
import { percentile } from './figure.ts'
import { listShop, writeListedProducts } from './listed-products.ts'
import { threadMs, turnsText, watchTurns } from './longest-turns.ts'

const { values } = parseArgs({ options: { postgres: { type: 'boolean' }, products: { type: 'string' } } })
const products = Number(values.products ?? 100_000)
const pages = 60
const category = 'c0'

/** Short transactions, one after the other, as orders are; returns a function that ends them and tells the longest. */
function shortTransactions({ db }: Pick<ShopDatabase, 'db'>): () => Promise<number> {
  const ending = new AbortController()
  let longest = 0
  const running = (async () => {
    while (!ending.signal.aborted) {
      const begun = performance.now()
      await db
        .transaction()
        .execute((trx) => trx.updateTable('stock').set({ reserved: 1 }).where('product_id', '=', 'p0000000').execute())
      longest = Math.max(longest, performance.now() - begun)
      await wait(5)
    }
  })()
  return async () => {
    ending.abort()
    await running
    return longest
  }
}

async function timed<Result>(open: ShopDatabase, what: string, work: () => Promise<Result>): Promise<Result> {
  const end = shortTransactions(open)
  const watched = watchTurns()
  const begun = performance.now()
  const result = await work()
  const seconds = (performance.now() - begun) / 1_000
  const turns = watched()
  console.log(
    `${what.padEnd(12)}${seconds.toFixed(1).padStart(6)} s, ${turnsText(turns)}; ` +
      `a short transaction takes at most ${(await end()).toFixed(0)} ms`,
  )
  return result
}

async function measurePages(shop: Shop, who: string, context: ShoppingContext): Promise<void> {
  const page = async (query: Record<string, string>) => {
    const begun = threadMs()
    await readListing(shop, {
      context,
      scope: { category },
      query: listQuery.parse(query),
      path: '/',
      now: shop.now(),
    })
    return threadMs() - begun
  }
  const watched = watchTurns()
  const first = await page({ sort: 'price_up' })
  const times: number[] = []
  for (let at = 0; at < pages; at += 1)
    times.push(
      at % 2 === 0
        ? await page({ sort: at % 4 === 0 ? 'price_up' : 'price_down', page: String(1 + ((at * 97) % 2_000)) })
        : await page({ price: `${10 + at}..${900 + at * 20}` }),
    )
  const [p50, p99] = [0.5, 0.99].map((share) => percentile(times, share).toFixed(1))
  console.log(
    `${who.padEnd(12)}processor time of the first page ${first.toFixed(0)} ms, ` +
      `then p50 ${p50} ms, p99 ${p99} ms; ${turnsText(watched())}`,
  )
}

async function measure(location: DatabaseLocation): Promise<void> {
  const open = connect(location)
  await migrate(open)
  await writeListedProducts(open, products, 1)
  const shop = listShop(open)
  const buyers = { customers: ['anna'], organizations: [] }
  const terms = { name: 'bench', currency: 'SEK', startsAt: null, endsAt: null, buyers } as const
  const id = await createPriceList(shop, 'bench', terms)
  const rows = Array.from({ length: products }, (_, at) => ({
    row: at + 1,
    sku: `P${String(at).padStart(7, '0')}`,
    quantity: 1,
    amount: 500 + ((at * 5_077) % 300_000),
  }))
  const others = rows.map((row) => ({ ...row, amount: row.amount + 7 }))
  const set = (wanted: typeof rows) => setPriceRows(shop, id, { rows: wanted, replaces: true, actor: 'bench' })
  await timed(open, 'nothing', () => wait(5_000))
  const first = await timed(open, 'imported', () => set(rows))
  await timed(open, 'replaced', () => set(others))
  await timed(open, 'taken back', () => undoPriceRows(shop, id, { version: first.version + 1, actor: 'bench' }))
  await shop.catalogIndex.columns()
  const context = defaultContext('sv')
  for (const _ of [1, 2, 3]) {
    await measurePages(shop, 'everybody', context)
    await measurePages(shop, 'a buyer', { ...context, buyer: 'anna' })
  }
  await open.db.destroy()
}

await inDatabase(values.postgres === true, 'price_lists', measure)
