import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { engineOf } from '../../../../src/server/search/engines/choose-engine.ts'
import { indexProducts, removeProducts } from '../../../../src/server/search/index-products.ts'
import { buildLists } from '../../../../src/server/search/posting-lists/build-lists.ts'
import { PostingCache } from '../../../../src/server/search/posting-lists/posting-cache.ts'
import { searchProducts } from '../../../../src/server/search/search-products.ts'
import type { TestDatabase } from '../../../support/test-database.ts'
import { aCatalogue } from '../a-catalogue.ts'

let shop: TestDatabase
const started: PostingCache[] = []
beforeEach(async () => {
  shop = await aCatalogue()
})
afterEach(async () => {
  for (const terms of started.splice(0)) await terms.end()
  await shop.close()
})

/** What a process keeps that starts now. */
async function start(): Promise<PostingCache> {
  const terms = new PostingCache(shop, { least: 0, rest: 0, build: buildLists })
  started.push(terms)
  await terms.current(shop.db)
  await terms.settled()
  return terms
}

/** Lists that may be read from the database: on SQLite, which has a list of each term there, rare ones always are. */
const fromDatabase = (): string[] => (shop.kind === 'postgres' ? [] : expect.any(Array))

/** The parts that a search finds, and which lists it read from the database. */
async function search(query: string, terms: PostingCache) {
  using read = vi.spyOn(engineOf(shop.kind), 'postings')
  const { ids } = await searchProducts({ ...shop, terms }, { query, language: 'en', limit: 10, offset: 0 })
  return { ids, lists: read.mock.calls.flatMap(([, asked]) => asked.map(({ text }) => text)) }
}

test('words that few parts or none have are read from the file and not from the database on PostgreSQL', async () => {
  const terms = await start()
  for (const query of ['keyboard', 'zebra', 'keyboards zebra', 'lenovo battery', 'mic cover']) {
    const { ids } = await searchProducts(shop, { query, language: 'en', limit: 10, offset: 0 })
    expect(await search(query, terms)).toEqual({ ids, lists: fromDatabase() })
  }
})

test('a word that no part had is found when one has it, by this process and by the next', async () => {
  const terms = await start()
  expect(await search('zebra', terms)).toEqual({ ids: [], lists: fromDatabase() })
  await shop.db.updateTable('product_texts').set({ name: 'Zebra' }).where('product_id', '=', 'screen').execute()
  await shop.db.transaction().execute((trx) => indexProducts(trx, shop.kind, ['screen']))
  expect(await search('zebra', terms)).toEqual({ ids: ['screen'], lists: fromDatabase() })
  expect(await search('zebra', await start())).toEqual({ ids: ['screen'], lists: fromDatabase() })
  await shop.db.transaction().execute((trx) => removeProducts(trx, shop.kind, ['screen']))
  expect(await search('zebra', terms)).toEqual({ ids: [], lists: fromDatabase() })
})
