import { expect, test } from 'vitest'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { settingsSay, shopSays } from '../sources/sources-shop.ts'
import { entriesOf, feedText, setFeeds, swedishFeed } from './feed-shop.ts'

test('feeds are set, listed and written by commands', async () => {
  await using shop = await fixtureShop()
  expect((await shopSays(shop, 'feeds', 'list')).out).toContain('No feed is set.')
  const files = [swedishFeed, { language: 'en', country: 'DE', currency: 'EUR' }]
  expect(await settingsSay(shop, 'set', 'productFeeds.files', JSON.stringify(files))).toMatchObject({ code: 0 })
  expect((await shopSays(shop, 'feeds', 'list')).out).toMatch(/google-sv-SE +SEK +not yet +0/)
  const one = await shopSays(shop, 'feeds', 'write', 'google-sv-SE', '--json')
  expect(JSON.parse(one.out)).toMatchObject([{ name: 'google-sv-SE', result: 'written' }])
  expect((await shopSays(shop, 'feeds', 'write')).out).toMatch(
    /google-sv-SE: \d+ products.*\ngoogle-en-DE: \d+ products/,
  )
  await shop.settings.refresh()
  expect(entriesOf(await feedText(shop, 'google-en-DE')).get('BAT')?.['price']).toMatch(/ EUR$/)
  const listed = JSON.parse((await shopSays(shop, 'feeds', 'list', '--json')).out)
  expect(listed).toMatchObject([
    { name: 'google-sv-SE', failed: null },
    { name: 'google-en-DE', failed: null },
  ])
})

test('commands name what is wrong with a feed', async () => {
  await using shop = await fixtureShop()
  expect(await shopSays(shop, 'feeds', 'write')).toMatchObject({
    code: 1,
    err: expect.stringContaining('No feed is set.') as string,
  })
  await setFeeds(shop, { ...swedishFeed, currency: 'EUR' })
  const unknown = await shopSays(shop, 'feeds', 'write', 'google-en-SE')
  expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining('no feed google-en-SE') as string })
  expect((await shopSays(shop, 'feeds', 'write', 'a', 'b')).code).toBe(2)
  await shop.db.deleteFrom('currency_rates').where('currency', '=', 'EUR').execute()
  const failed = await shopSays(shop, 'feeds', 'write')
  expect(failed).toMatchObject({ code: 1, err: expect.stringContaining('no exchange rate for EUR') as string })
  expect((await shopSays(shop, 'feeds', 'list')).out).toContain('There is no exchange rate for EUR.')
  const until = new Date(Date.now() + 60_000).toISOString()
  await shop.db.updateTable('product_feeds').set({ lease: 'another', leased_until: until }).execute()
  expect((await shopSays(shop, 'feeds', 'write')).err).toContain('being written by another process')
})

test.each<[name: string, value: unknown, reason: string]>([
  [
    'productFeeds.files',
    [swedishFeed, { ...swedishFeed, currency: 'EUR' }],
    'must not be there twice with one language',
  ],
  ['productFeeds.files', [{ ...swedishFeed, language: 'de' }], 'must be one of en, sv'],
  ['productFeeds.files', [{ ...swedishFeed, country: '../SE' }], 'must be one of'],
  ['productFeeds.files', Array.from({ length: 51 }, () => swedishFeed), 'must have at most 50 entries'],
  ['sales.countries', ['DE', 'IE'], 'must be one of sales.countries'],
])('refuses %s as %j', async (name, value, reason) => {
  await using shop = await fixtureShop()
  await setFeeds(shop, swedishFeed)
  const { code, err } = await settingsSay(shop, 'set', name, JSON.stringify(value))
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(reason) as string })
})
