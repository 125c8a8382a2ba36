import { expect, test } from 'vitest'
import { currencyByCode } from '../../../src/domain/money/currencies.ts'
import { activeTiers, tierFor } from '../../../src/domain/money/price-tiers.ts'
import type { ShoppingContext } from '../../../src/domain/places/shopping-context.ts'
import type { ProductFeed } from '../../../src/domain/settings/product-feeds.ts'
import { feedRows } from '../../../src/server/catalog/product-feeds/feed-queries.ts'
import { productPage } from '../../../src/server/catalog/product-page.ts'
import { changeRates } from '../../../src/server/pricing/exchange-rates/change-rates.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { fixtureDelivery } from '../../support/fixture-delivery.ts'
import { shownOf } from '../../support/page-answer.ts'
import { setSettings } from '../../support/set-settings.ts'
import { mine, sync } from '../ordering/cart/synced-cart.ts'
import { checkoutWith, fixtureShop, movableClock, priced } from '../ordering/checkout/buyer.ts'
import { entriesOf, feedText, runJob, setFeeds, swedishFeed, writtenEntries, type Entry } from './feed-shop.ts'

const feeds: readonly ProductFeed[] = [
  { language: 'sv', country: 'SE', currency: 'SEK' },
  { language: 'sv', country: 'FI', currency: 'EUR' },
  { language: 'en', country: 'DE', currency: 'EUR' },
  { language: 'en', country: 'NO', currency: 'NOK' },
  { language: 'sv', country: 'DK', currency: 'DKK' },
  { language: 'en', country: 'SE', currency: 'GBP' },
]

/** A part reduced in a currency of its own, and one reduced of the class with the lower VAT. */
async function reduceMore({ db }: Shop): Promise<void> {
  await db
    .insertInto('campaign_prices')
    .values([
      { campaign_id: 'june', product_id: 'own-euro', currency: 'EUR', min_quantity: 1, amount: 999 },
      { campaign_id: 'june', product_id: 'manual', currency: 'SEK', min_quantity: 1, amount: 9_990 },
      { campaign_id: 'june', product_id: 'kb-us', currency: 'SEK', min_quantity: 1, amount: 44_900 },
    ])
    .execute()
}

function contextOf(shop: Shop, { language, country, currency: code }: ProductFeed): ShoppingContext {
  const currency = currencyByCode(code)
  if (!currency) throw new Error(`No currency ${code}.`)
  return { language, country, currency, home: shop.settings.locale(language).home }
}

const inMinor = (text = '') => Math.round(Number(text.split(' ')[0]) * 100)
const asked = (entry: Entry) => inMinor(entry['sale_price'] ?? entry['price'])

/** What the page of a product asks for it and its freight, and what it shows as the price before. */
async function pageFacts(shop: Shop, context: ShoppingContext, entry: Entry) {
  const slug = new URL(entry['link'] ?? '').pathname.split('/').at(-1) ?? ''
  const page = shownOf(await productPage(shop, context, slug))?.page
  if (!page) throw new Error(`No page at ${slug}.`)
  const shown = page.variants.find(({ sku }) => sku === entry['id']) ?? page.product
  const tier = tierFor(activeTiers(shown.prices), 1)
  return { price: tier?.p, before: tier?.o, freight: page.delivery?.freight, orderable: shown.orderable }
}

test.each(feeds)('prices to $country in $currency are those of the page and the cart', async (feed) => {
  await using shop = await fixtureShop()
  await reduceMore(shop)
  const context = contextOf(shop, feed)
  const entries = await writtenEntries(shop, feed)
  expect(entries.size).toBeGreaterThan(40)
  const inCart = await sync(
    shop,
    { cart_id: mine, items: [...entries.keys()].map((sku) => ({ sku, quantity: 1 })) },
    context,
  )
  for (const entry of entries.values()) {
    const sku = entry['id'] ?? ''
    const page = await pageFacts(shop, context, entry)
    expect({ sku, price: asked(entry), currency: entry['price']?.split(' ')[1] }).toEqual({
      sku,
      price: Math.round((page.price ?? 0) * 100),
      currency: feed.currency,
    })
    expect({ sku, before: entry['sale_price'] === undefined ? undefined : inMinor(entry['price']) }).toEqual({
      sku,
      before: page.before === undefined ? undefined : Math.round(page.before * 100),
    })
    if (entry['item_group_id'] === undefined)
      expect({ sku, freight: inMinor(entry['freight']) }).toEqual({
        sku,
        freight: Math.round((page.freight ?? NaN) * 100),
      })
    expect({ sku, availability: entry['availability'] }).toEqual({
      sku,
      availability: page.orderable ? 'in_stock' : 'out_of_stock',
    })
    const line = inCart.find((each) => each.sku === sku)
    expect({ sku, price: line && Math.round(line.price * 100) }).toEqual({ sku, price: asked(entry) })
  }
})

test.each(feeds)('the checkout asks the price and freight of the feed to $country in $currency', async (feed) => {
  await using shop = await fixtureShop()
  await reduceMore(shop)
  const context = contextOf(shop, feed)
  const entries = await writtenEntries(shop, feed)
  for (const sku of ['BAT', 'SALE', 'TWICE-REDUCED', 'MANUAL', 'OWN-EURO', 'KIT', 'KB-US', 'ODD-PRICE', 'SCREW-11']) {
    const entry = entries.get(sku)
    if (!entry) throw new Error(`${sku} is not in the feed.`)
    const { totals } = await priced(shop, await checkoutWith(shop, [[sku, 1]], [], context), context)
    expect({ sku, price: totals.items.inc, freight: totals.delivery.inc }).toEqual({
      sku,
      price: asked(entry),
      freight: inMinor(entry['freight']),
    })
  }
})

const { methods } = fixtureDelivery as { methods: { id: string; kind: string; zones: string[] }[] }
const pickUps = methods.filter(({ kind }) => kind === 'pick_up')

test('the freight is what sending costs, also where the checkout offers pick-up first', async () => {
  await using shop = await fixtureShop()
  await setSettings(shop, ['delivery.methods', [...pickUps, ...methods.filter(({ kind }) => kind !== 'pick_up')]])
  const context = contextOf(shop, swedishFeed)
  const entries = await writtenEntries(shop)
  const bat = entries.get('BAT')
  if (!bat) throw new Error('BAT is not in the feed.')
  expect((await pageFacts(shop, context, bat)).freight).toBe(0)
  expect(bat['freight']).toBe('49.00 SEK')
  const { deliveries } = await priced(shop, await checkoutWith(shop, [['BAT', 1]], [], context), context)
  expect(deliveries.find(({ id }) => id === 'home-se')?.price.inc).toBe(4_900)
})

test('what can only be picked up is not in the feed', async () => {
  await using shop = await fixtureShop()
  expect((await writtenEntries(shop)).size).toBeGreaterThan(40)
  const sentElsewhere = methods.filter(({ zones }) => !zones.includes('se'))
  await setSettings(shop, ['delivery.methods', [...pickUps, ...sentElsewhere]])
  await shop.db.updateTable('product_feeds').set({ is_wanted: 1 }).execute()
  expect((await writtenEntries(shop)).size).toBe(0)
})

test('new exchange rates are in the feeds that are converted at once, and leave the others alone', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const inFinland: ProductFeed = { language: 'sv', country: 'FI', currency: 'EUR' }
  await setFeeds(shop, swedishFeed, inFinland)
  await runJob(shop)
  const written = async () =>
    Object.fromEntries([...(await feedRows(shop.db))].map(([name, row]) => [name, row.written_at]))
  const begun = clock.now().toISOString()
  expect(await written()).toEqual({ 'google-sv-SE': begun, 'google-sv-FI': begun })
  const before = entriesOf(await feedText(shop, 'google-sv-FI'))
  clock.advance(60)
  await changeRates(shop.db, { EUR: 11 }, { now: clock.now(), maxPercent: 10 })
  await runJob(shop)
  expect(await written()).toEqual({ 'google-sv-SE': begun, 'google-sv-FI': clock.now().toISOString() })
  const entries = entriesOf(await feedText(shop, 'google-sv-FI'))
  for (const sku of ['BAT', 'OWN-EURO']) {
    const entry = entries.get(sku)
    if (!entry) throw new Error(`${sku} is not in the feed.`)
    const page = await pageFacts(shop, contextOf(shop, inFinland), entry)
    expect(asked(entry)).toBe(Math.round((page.price ?? 0) * 100))
  }
  expect(entries.get('BAT')?.['price']).not.toBe(before.get('BAT')?.['price'])
})
