import { expect, test } from 'vitest'
import { writeDueFeeds } from '../../../src/server/catalog/product-feeds/write-due-feeds.ts'
import { settingScreen } from '../../../src/server/console/settings/setting-page.ts'
import { systemScreen } from '../../../src/server/console/system/system-page.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { fixtureShop, movableClock } from '../ordering/checkout/buyer.ts'
import { contentOf, outcome, signedIn, type Browser } from './at-console.ts'

const params = { group: 'productFeeds' }
const never = new AbortController().signal
const pageOf = (shop: Shop, browser: Browser) => contentOf(shop, browser, settingScreen, { params })

async function save(shop: Shop, browser: Browser, files: readonly Record<string, string>[]) {
  const { since } = await pageOf(shop, browser)
  const typed = files.flatMap((file, at) =>
    Object.entries(file).map(([name, value]) => [`set:files.${at}.${name}`, value] as const),
  )
  const rows = { 'set:files.rows': String(files.length - 1) }
  const form = { action: 'save', since: String(since), ...Object.fromEntries(typed), ...rows }
  const answer = await outcome(shop, browser, settingScreen, { params, form })
  await shop.settings.refresh()
  return answer
}

test('a feed is added in the console, written by the job, and shown with its address', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  expect(await pageOf(shop, owner)).toMatchObject({ feeds: [], mayChange: true })
  await save(shop, owner, [{ language: 'sv', country: 'Sverige', currency: 'SEK' }])
  const line = { name: 'google-sv-SE', address: `${shop.env.ORIGIN}/feeds/google-sv-SE.xml` }
  expect((await pageOf(shop, owner)).feeds).toMatchObject([{ ...line, writtenAt: null, products: 0, failed: null }])
  await writeDueFeeds(shop, never)
  const written = { ...line, writtenAt: shop.now().toISOString(), failed: null, isBeingWritten: false }
  expect((await pageOf(shop, owner)).feeds).toMatchObject([written])
  expect((await contentOf(shop, owner, systemScreen)).feeds).toMatchObject([written])
  expect((await pageOf(shop, owner)).feeds?.[0]?.products).toBeGreaterThan(40)
})

test('a button writes the feeds again, and is in the log', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const owner = await signedIn(shop, 'owner')
  await save(shop, owner, [{ language: 'en', country: 'DE', currency: 'EUR' }])
  await writeDueFeeds(shop, never)
  clock.advance(60)
  expect(await outcome(shop, owner, settingScreen, { params, form: { action: 'write' } })).toMatchObject({
    fault: null,
  })
  expect((await pageOf(shop, owner)).feeds?.[0]).toMatchObject({ isBeingWritten: true })
  await writeDueFeeds(shop, never)
  expect((await pageOf(shop, owner)).feeds?.[0]).toMatchObject({ writtenAt: shop.now().toISOString() })
  const log = await shop.db.selectFrom('audit_log').select(['operation', 'actor']).execute()
  expect(log).toContainEqual({ operation: 'system.write_feeds', actor: 'The owner' })
  const other = { params: { group: 'delivery' }, form: { action: 'write' } }
  expect(await outcome(shop, owner, settingScreen, other)).not.toMatchObject({ fault: null })
})

test('a failed feed is shown with its reason on both screens', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  await save(shop, owner, [{ language: 'sv', country: 'SE', currency: 'EUR' }])
  await shop.db.deleteFrom('currency_rates').where('currency', '=', 'EUR').execute()
  await writeDueFeeds(shop, never)
  const failed = { failed: { why: 'There is no exchange rate for EUR.' }, writtenAt: null }
  expect((await pageOf(shop, owner)).feeds).toMatchObject([failed])
  expect((await contentOf(shop, owner, systemScreen)).feeds).toMatchObject([failed])
})

test.each([
  [{ language: 'sv', country: 'SE', currency: 'SEK' }, 'There is a feed for this language and country already.'],
  [{ language: 'sv', country: 'SE', currency: 'EUR' }, 'There is a feed for this language and country already.'],
])('a second feed for one language and country is refused', async (second, reason) => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  const first = { language: 'sv', country: 'SE', currency: 'SEK' }
  const { content } = await save(
    shop,
    owner,
    [first, second].map((each) => ({ ...each })),
  )
  expect(content?.faults.map(({ text }) => text)).toContain(reason)
  expect((await pageOf(shop, owner)).feeds).toEqual([])
})

test('a country or currency that is not sold is refused at its field', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  const { since } = await contentOf(shop, owner, settingScreen, { params: { group: 'sales' } })
  const sold = { 'set:countries': 'SE\nFI\nDE\nNO\nDK\nIE', 'set:currencies': 'SEK\nEUR' }
  const form = { action: 'save', since: String(since), ...sold }
  await outcome(shop, owner, settingScreen, { params: { group: 'sales' }, form })
  const { content } = await save(shop, owner, [{ language: 'sv', country: 'FR', currency: 'USD' }])
  const faults = content?.sections.flatMap(({ fields }) => fields.flatMap(({ name, fault }) => (fault ? [name] : [])))
  expect(faults).toEqual(['files.0.country', 'files.0.currency'])
})
