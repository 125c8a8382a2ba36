import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { feedFile, feedFolder } from '../../../src/server/catalog/product-feeds/feed-files.ts'
import { feedLines, feedTroubles } from '../../../src/server/catalog/product-feeds/feed-states.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { fixtureShop, movableClock } from '../ordering/checkout/buyer.ts'
import { entriesOf, feedText, runJob, setFeeds, swedishFeed } from './feed-shop.ts'

const hour = 3_600
const namesIn = (shop: Shop) => (existsSync(feedFolder(shop.env)) ? readdirSync(feedFolder(shop.env)).sort() : [])
const lineOf = async (shop: Shop) => {
  const [line] = await feedLines(shop.db, shop.settings.all, { origin: shop.env.ORIGIN, now: shop.now() })
  if (!line) throw new Error('No feed is set.')
  return line
}
const priceOf = async (shop: Shop, sku = 'RAM') => entriesOf(await feedText(shop)).get(sku)?.['price']
const setPrice = (shop: Shop, amount: number) =>
  shop.db.updateTable('prices').set({ amount }).where('product_id', '=', 'ram').execute()
const troubles = (shop: Shop) => feedTroubles(shop.db, shop.settings.all, shop.now())

test('a shop without feeds writes nothing', async () => {
  await using shop = await fixtureShop()
  expect(shop.settings.all.productFeeds).toEqual({ files: [] })
  await runJob(shop)
  expect(namesIn(shop)).toEqual([])
})

test('a feed is written at once, every six hours, and when somebody asks for it', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  await setFeeds(shop, swedishFeed)
  await runJob(shop)
  expect(await lineOf(shop)).toMatchObject({
    writtenAt: clock.now().toISOString(),
    failed: null,
    isBeingWritten: false,
  })
  expect((await lineOf(shop)).products).toBe(entriesOf(await feedText(shop)).size)
  await setPrice(shop, 20_000)
  clock.advance(6 * hour - 1)
  await runJob(shop)
  expect(await priceOf(shop)).toBe('199.00 SEK')
  clock.advance(1)
  await runJob(shop)
  expect(await priceOf(shop)).toBe('200.00 SEK')
  await setPrice(shop, 21_000)
  await shop.db.updateTable('product_feeds').set({ is_wanted: 1 }).execute()
  expect((await lineOf(shop)).isBeingWritten).toBe(true)
  await runJob(shop)
  expect(await priceOf(shop)).toBe('210.00 SEK')
})

test('a feed is written when a campaign begins or ends, at the earliest ten minutes later', async () => {
  const clock = movableClock(new Date('2026-06-15T23:45:00.000Z'))
  await using shop = await fixtureShop(clock)
  await setFeeds(shop, swedishFeed)
  await runJob(shop)
  const entry = async () => entriesOf(await feedText(shop)).get('SOON')
  expect(await entry()).not.toHaveProperty('sale_price')
  clock.advance(15 * 60 - 1)
  await runJob(shop)
  expect(await entry()).not.toHaveProperty('sale_price')
  clock.advance(1)
  await runJob(shop)
  expect(await entry()).toMatchObject({ price: '1000.00 SEK', sale_price: '500.00 SEK' })
  await shop.db.updateTable('campaigns').set({ ends_at: '2026-06-16T00:05:00.000Z' }).where('id', '=', 'july').execute()
  await shop.db.updateTable('product_feeds').set({ is_wanted: 1 }).execute()
  await runJob(shop)
  expect(await entry()).toHaveProperty('sale_price')
  clock.advance(599)
  await runJob(shop)
  expect(await entry()).toHaveProperty('sale_price')
  clock.advance(1)
  await runJob(shop)
  expect(await entry()).not.toHaveProperty('sale_price')
})

test('of two processes at once one writes, and the file is whole', async () => {
  await using shop = await fixtureShop()
  await setFeeds(shop, swedishFeed)
  const written = vi.fn()
  const noted = { ...shop, log: { ...shop.log, info: written } as unknown as Shop['log'] }
  await Promise.all([runJob(noted), runJob(noted), runJob(noted)])
  expect(written).toHaveBeenCalledTimes(1)
  expect(namesIn(shop)).toEqual(['google-sv-SE-SEK.xml.gz'])
  expect(entriesOf(await feedText(shop)).has('BAT')).toBe(true)
})

test('a feed whose process was killed is written by another when its lease has ended', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  await setFeeds(shop, swedishFeed)
  await runJob(shop)
  const until = new Date(clock.now().getTime() + 120_000).toISOString()
  await shop.db.updateTable('product_feeds').set({ lease: 'killed', leased_until: until }).execute()
  writeFileSync(`${feedFile(shop.env, swedishFeed)}-0123456789ab`, 'half a file')
  utimesSync(`${feedFile(shop.env, swedishFeed)}-0123456789ab`, new Date(0), new Date(0))
  await setPrice(shop, 20_000)
  await runJob(shop)
  expect(await priceOf(shop)).toBe('199.00 SEK')
  clock.advance(121)
  await runJob(shop)
  expect(await priceOf(shop)).toBe('200.00 SEK')
  expect(namesIn(shop)).toEqual(['google-sv-SE-SEK.xml.gz'])
})

test('a process that is stopped leaves the feed to the next one, and the old file', async () => {
  await using shop = await fixtureShop()
  await setFeeds(shop, swedishFeed)
  await runJob(shop)
  const before = readFileSync(feedFile(shop.env, swedishFeed))
  await shop.db.updateTable('product_feeds').set({ is_wanted: 1 }).execute()
  const stop = new AbortController()
  const turns = { next: () => (stop.abort(), Promise.resolve()) } as unknown as Shop['turns']
  await runJob({ ...shop, turns }, stop.signal)
  expect(readFileSync(feedFile(shop.env, swedishFeed)).equals(before)).toBe(true)
  expect(await lineOf(shop)).toMatchObject({ failed: null, isBeingWritten: true })
  expect(namesIn(shop)).toHaveLength(1)
  await runJob(shop)
  expect((await lineOf(shop)).isBeingWritten).toBe(false)
})

test('a failure is noted and tried again later; the old file stays', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  await setFeeds(shop, swedishFeed)
  await runJob(shop)
  const digest = () =>
    createHash('sha256')
      .update(readFileSync(feedFile(shop.env, swedishFeed)))
      .digest('hex')
  const before = digest()
  clock.advance(6 * hour)
  await shop.db.schema.alterTable('category_texts').renameTo('category_texts_gone').execute()
  await runJob(shop)
  expect(await lineOf(shop)).toMatchObject({ failed: { why: expect.stringContaining('category_texts') as string } })
  expect(digest()).toBe(before)
  expect(namesIn(shop)).toHaveLength(1)
  expect(await troubles(shop)).toEqual([expect.stringContaining('google-sv-SE could not be written')])
  await shop.db.schema.alterTable('category_texts_gone').renameTo('category_texts').execute()
  clock.advance(299)
  await runJob(shop)
  expect((await lineOf(shop)).failed).not.toBeNull()
  clock.advance(1)
  await runJob(shop)
  expect((await lineOf(shop)).failed).toBeNull()
  expect(await troubles(shop)).toEqual([])
})

test('a folder that takes no files is told of, and the feed is written when it does', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  await setFeeds(shop, swedishFeed)
  writeFileSync(feedFolder(shop.env), 'A file is where the folder should be.')
  await runJob(shop)
  expect((await lineOf(shop)).failed?.why).toMatch(/EEXIST|ENOTDIR/)
  rmSync(feedFolder(shop.env))
  clock.advance(300)
  await runJob(shop)
  expect(await lineOf(shop)).toMatchObject({ failed: null, writtenAt: clock.now().toISOString() })
})

test('doctor tells of feeds that are not written, overdue or empty', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  await setFeeds(shop, swedishFeed)
  expect(await troubles(shop)).toEqual(['google-sv-SE has not been written yet'])
  await runJob(shop)
  expect(await troubles(shop)).toEqual([])
  clock.advance(13 * hour + 1)
  expect(await troubles(shop)).toEqual(['google-sv-SE was last written at 2026-06-15T12:00:00.000Z'])
  await shop.db.updateTable('products').set({ status: 'draft' }).execute()
  await runJob(shop)
  expect(await troubles(shop)).toEqual(['google-sv-SE has no products'])
  expect(entriesOf(await feedText(shop)).size).toBe(0)
})

test('what is not in the settings any more is forgotten, and its file deleted', async () => {
  await using shop = await fixtureShop()
  await setFeeds(shop, swedishFeed, { language: 'en', country: 'DE', currency: 'EUR' })
  await runJob(shop)
  expect(namesIn(shop)).toEqual(['google-en-DE-EUR.xml.gz', 'google-sv-SE-SEK.xml.gz'])
  for (const name of namesIn(shop)) utimesSync(path.join(feedFolder(shop.env), name), new Date(0), new Date(0))
  writeFileSync(path.join(feedFolder(shop.env), 'notes.txt'), 'of somebody')
  await setFeeds(shop, swedishFeed)
  await runJob(shop)
  expect(namesIn(shop)).toEqual(['google-sv-SE-SEK.xml.gz', 'notes.txt'])
  expect(await shop.db.selectFrom('product_feeds').select('name').execute()).toEqual([{ name: 'google-sv-SE' }])
})

test('a file that is gone is written again', async () => {
  await using shop = await fixtureShop()
  await setFeeds(shop, swedishFeed)
  await runJob(shop)
  rmSync(feedFile(shop.env, swedishFeed))
  await runJob(shop)
  expect(namesIn(shop)).toEqual(['google-sv-SE-SEK.xml.gz'])
})
