import { readdirSync, readFileSync, utimesSync } from 'node:fs'
import path from 'node:path'
import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import type { ProductFeed } from '../../../src/domain/settings/product-feeds.ts'
import { feedFile, feedFolder } from '../../../src/server/catalog/product-feeds/feed-files.ts'
import { feedRows } from '../../../src/server/catalog/product-feeds/feed-queries.ts'
import { feedLines, feedStates, feedTroubles } from '../../../src/server/catalog/product-feeds/feed-states.ts'
import { writeFeed } from '../../../src/server/catalog/product-feeds/write-feed.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { fixtureShop, movableClock } from '../ordering/checkout/buyer.ts'
import { entriesOf, feedText, runJob, setFeeds, swedishFeed } from './feed-shop.ts'

const never = new AbortController().signal
const inEuros: ProductFeed = { ...swedishFeed, currency: 'EUR' }
const namesIn = (shop: Shop) => readdirSync(feedFolder(shop.env)).sort()
const rowOf = async (shop: Shop) => {
  const row = (await feedRows(shop.db)).get('google-sv-SE')
  if (!row) throw new Error('The feed has no row.')
  return row
}
const lineOf = async (shop: Shop) =>
  (await feedLines(shop.db, shop.settings.all, { origin: '', now: shop.now() })).find(({ country }) => country === 'SE')
const want = (shop: Shop) => shop.db.updateTable('product_feeds').set({ is_wanted: 1 }).execute()
const makeOld = (shop: Shop, name: string, ms: number) => {
  const then = new Date(Date.now() - ms)
  utimesSync(path.join(feedFolder(shop.env), name), then, then)
}

/** The shop, in which something happens once while a feed is written: after `pages` of its pages. */
function meanwhile(shop: Shop, happens: () => Promise<unknown>, pages = 1): Shop {
  let left = pages
  const next = async () => {
    if (left === 0) await happens()
    left -= 1
  }
  return { ...shop, turns: { next } as unknown as Shop['turns'] }
}

/** The shop, in which queries of products' pictures fail as often as `times`. */
function failingQueries(shop: Shop, times: number) {
  const failed = { times: 0 }
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (failed.times === times || !JSON.stringify(node).includes('product_pictures')) return node
      failed.times += 1
      throw new Error('the reader was stopped')
    },
    transformResult: async ({ result }) => result,
  }
  return { failed, shop: { ...shop, reportDb: shop.reportDb.withPlugin(plugin) } }
}

test('a process that has lost its feed to another one leaves the file and what is noted to it', async () => {
  await using shop = await fixtureShop()
  await setFeeds(shop, swedishFeed)
  await runJob(shop)
  const before = readFileSync(feedFile(shop.env, swedishFeed))
  await shop.db.updateTable('prices').set({ amount: 12_345 }).where('product_id', '=', 'ram').execute()
  await want(shop)
  const others = { lease: 'other', leased_until: '2026-06-15T12:02:00.000Z' }
  await runJob(meanwhile(shop, () => shop.db.updateTable('product_feeds').set(others).execute()))
  expect(readFileSync(feedFile(shop.env, swedishFeed)).equals(before)).toBe(true)
  expect(namesIn(shop)).toEqual(['google-sv-SE-SEK.xml.gz'])
  expect(await rowOf(shop)).toMatchObject({ ...others, failures: 0 })
})

test('what a second process has written since is not written again', async () => {
  await using shop = await fixtureShop()
  await setFeeds(shop, swedishFeed)
  await runJob(shop)
  await shop.db.updateTable('product_feeds').set({ tried_at: '2026-06-15T05:00:00.000Z' }).execute()
  const [late] = feedStates(shop.settings.all, await feedRows(shop.db))
  if (!late) throw new Error('No feed is set.')
  await runJob(shop)
  const row = await rowOf(shop)
  expect(row.tried_at).toBe(shop.now().toISOString())
  const before = readFileSync(feedFile(shop.env, swedishFeed))
  await shop.db.updateTable('prices').set({ amount: 12_345 }).where('product_id', '=', 'ram').execute()
  expect(await writeFeed(shop, late, never)).toBeUndefined()
  expect(readFileSync(feedFile(shop.env, swedishFeed)).equals(before)).toBe(true)
  expect(await rowOf(shop)).toEqual(row)
})

test('a feed that is removed while it is written gets no file, and is forgotten', async () => {
  await using shop = await fixtureShop()
  await setFeeds(shop, swedishFeed)
  await runJob(meanwhile(shop, () => setFeeds(shop)))
  expect(namesIn(shop)).toEqual([])
  await runJob(shop)
  expect((await feedRows(shop.db)).size).toBe(0)
})

test('a feed whose currency is changed while it is written is written in the new one alone', async () => {
  await using shop = await fixtureShop()
  await setFeeds(shop, swedishFeed)
  await runJob(meanwhile(shop, () => setFeeds(shop, inEuros)))
  expect(namesIn(shop)).toEqual([])
  await runJob(shop)
  expect(namesIn(shop)).toEqual(['google-sv-SE-EUR.xml.gz'])
  expect(await lineOf(shop)).toMatchObject({ currency: 'EUR', writtenAt: shop.now().toISOString(), failed: null })
})

test('a wish that comes while a writing is stopped stays', async () => {
  await using shop = await fixtureShop()
  await setFeeds(shop, swedishFeed)
  const stop = new AbortController()
  const ending = async () => {
    await want(shop)
    stop.abort()
  }
  await runJob(meanwhile(shop, ending), stop.signal)
  expect(await rowOf(shop)).toMatchObject({ is_wanted: 1, lease: '', written_at: null })
})

test('the file of a removed feed is deleted when it is a minute old, also where no feed is left', async () => {
  await using shop = await fixtureShop()
  await setFeeds(shop, swedishFeed)
  await runJob(shop)
  await setFeeds(shop)
  makeOld(shop, 'google-sv-SE-SEK.xml.gz', 50_000)
  await runJob(shop)
  expect(namesIn(shop)).toEqual(['google-sv-SE-SEK.xml.gz'])
  expect((await feedRows(shop.db)).size).toBe(0)
  makeOld(shop, 'google-sv-SE-SEK.xml.gz', 61_000)
  await runJob(shop)
  expect(namesIn(shop)).toEqual([])
})

test('a corrected currency is tried at once, and failures of the other one are not told of it', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  await setFeeds(shop, swedishFeed)
  await runJob(shop)
  await setFeeds(shop, inEuros)
  await shop.db.schema.alterTable('category_texts').renameTo('category_texts_gone').execute()
  await runJob(shop)
  clock.advance(300)
  await runJob(shop)
  expect(await rowOf(shop)).toMatchObject({ currency: 'EUR', failures: 2, written_at: null, products: 0 })
  await setFeeds(shop, { ...swedishFeed, currency: 'GBP' })
  expect(await lineOf(shop)).toMatchObject({ currency: 'GBP', failed: null, writtenAt: null })
  expect(await feedTroubles(shop.db, shop.settings.all, clock.now())).toEqual(['google-sv-SE has not been written yet'])
  await runJob(shop)
  expect(await rowOf(shop)).toMatchObject({ currency: 'GBP', failures: 1 })
  await setFeeds(shop, swedishFeed)
  await shop.db.schema.alterTable('category_texts_gone').renameTo('category_texts').execute()
  await runJob(shop)
  expect(await lineOf(shop)).toMatchObject({ currency: 'SEK', failed: null, writtenAt: clock.now().toISOString() })
})

test('a page whose query fails twice is read again, and its products are there once', async () => {
  await using shop = await fixtureShop()
  await setFeeds(shop, swedishFeed)
  await runJob(shop)
  const before = await feedText(shop)
  await want(shop)
  const failing = failingQueries(shop, 2)
  await runJob(failing.shop)
  expect(failing.failed.times).toBe(2)
  expect(await lineOf(shop)).toMatchObject({ failed: null, products: entriesOf(before).size })
  expect(await feedText(shop)).toBe(before)
})

test('a page whose query fails three times ends the writing', async () => {
  await using shop = await fixtureShop()
  await setFeeds(shop, swedishFeed)
  const failing = failingQueries(shop, 3)
  await runJob(failing.shop)
  expect(await lineOf(shop)).toMatchObject({ failed: { why: 'the reader was stopped' }, writtenAt: null })
  expect(namesIn(shop)).toEqual([])
})
