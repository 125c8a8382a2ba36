import { expect, test, vi } from 'vitest'
import { listCategories } from '../../../src/server/catalog/categories/categories.ts'
import { contentPage } from '../../../src/server/content/content-page.ts'
import { widget } from '../../../src/server/content/widgets.ts'
import { cancelOrder } from '../../../src/server/ordering/fulfilment/cancel-order.ts'
import { homePage } from '../../../src/server/storefront/home-page.ts'
import { layoutContent } from '../../../src/server/storefront/layout-content.ts'
import { wholeCatalogue } from '../../../src/server/storefront/whole-catalogue.ts'
import { defaultContext } from '../../support/default-context.ts'
import { shownOf } from '../../support/page-answer.ts'
import { freshShop } from '../../support/test-shop.ts'
import { aForm, bought, fixtureShop, movableClock, swedish } from '../ordering/checkout/buyer.ts'
import { confirmed } from '../ordering/orders/parcels.ts'

test('brands of the home page are sorted by name', async () => {
  await using shop = await fixtureShop()
  const names = (await homePage(shop, defaultContext('sv'))).page.brands.map(({ name }) => name)
  expect(names.length).toBeGreaterThan(1)
  expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'sv')))
})

test('the home page shows categories, campaigns, popular and new products', async () => {
  await using shop = await fixtureShop()
  const { page, changesAt } = await homePage(shop, swedish())
  expect(page.categories.map(({ id, children }) => [id, children.map((child) => child.id)])).toEqual([
    ['laptop', ['batteries', 'keyboards']],
    ['desktop', ['screws']],
    ['gift-cards', []],
  ])
  expect(page.campaign.map((card) => card.product_id)).toEqual([
    'sale',
    'again',
    'bulk-sale',
    'tiered-sale',
    'twice-reduced',
  ])
  expect(page.popular).toEqual([])
  expect(page.newest[0]?.product_id).toBe('screw-29')
  expect(page.repairs.map(({ path }) => path)).toContain('/sv/kategori/laptopdelar/batterier/dell')
  expect(page.repairs.length).toBeLessThanOrEqual(8)
  expect(page).toMatchObject({ productCount: 50, deviceCount: 2, intro: '<p>Welcome</p>' })
  expect(page.brands.map((brand) => brand.path)).toEqual([
    '/sv/varumarke/dell',
    '/sv/varumarke/plain',
    '/sv/varumarke/torx',
  ])
  expect(changesAt).toBe('2026-06-16T00:00:00.000Z')
})

test('new products with a price come before new ones of which it is asked for', async () => {
  await using shop = await fixtureShop()
  await shop.db.updateTable('products').set({ sort_price: null }).where('id', '=', 'screw-29').execute()
  const { newest } = (await homePage(shop, swedish())).page
  expect(newest).toHaveLength(10)
  expect(newest.map((card) => card.product_id)).not.toContain('screw-29')
})

test('the home page waits for nothing that reads all of a large catalogue again', async () => {
  await using shop = await fixtureShop()
  const productCount = async () => (await wholeCatalogue(shop, 0)).counts.products
  const before = await productCount()
  await shop.db.updateTable('products').set({ status: 'draft' }).where('id', '=', 'screw-29').execute()
  shop.memory.clear()
  expect(await productCount()).toBe(before)
  await vi.waitFor(async () => expect(await productCount()).toBe(before - 1))
})

test('"most bought" shows what was bought within 90 days by units, once there are four products', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const popular = async () => {
    shop.memory.clear()
    return (await homePage(shop, swedish())).page.popular.map((card) => card.product_id)
  }
  await confirmed(shop, [['BAT-FEW', 1]])
  clock.advance(91 * 86_400)
  await confirmed(shop, [
    ['FAN', 3],
    ['RAM', 1],
  ])
  const cancelled = await confirmed(shop, [['SALE', 9]])
  await cancelOrder(shop, { orderId: cancelled, actor: 'operator', reason: '' })
  await bought(shop, [['ODD-PRICE', 5]], aForm({ payment_method: 'sandbox' }))
  await confirmed(shop, [['BAT', 5]])
  expect(await popular()).toEqual([])
  await confirmed(shop, [['ODD-PRICE', 2]])
  expect(await popular()).toEqual(['bat', 'fan', 'odd-price', 'ram'])
  await shop.db.updateTable('products').set({ status: 'draft' }).where('id', '=', 'fan').execute()
  expect(await popular()).toEqual([])
})

test('an empty shop has a home page and a layout', async () => {
  await using shop = await freshShop()
  expect((await homePage(shop, swedish())).page).toMatchObject({
    categories: [],
    campaign: [],
    popular: [],
    repairs: [],
    productCount: 0,
  })
  expect((await layoutContent(shop, defaultContext('sv'))).content).toMatchObject({ menu: [], deal: null })
})

test('categories come by parent, for the menu, or from the root', async () => {
  await using shop = await fixtureShop()
  const names = async (which: Parameters<typeof listCategories>[2]) =>
    (await listCategories(shop.db, 'en', which)).map(({ id }) => id)
  expect(await names({})).toEqual(['laptop', 'desktop', 'gift-cards'])
  expect(await names({ mainMenu: true })).toEqual(['laptop', 'desktop'])
  expect(await names({ parentId: 'laptop' })).toEqual(['batteries', 'keyboards'])
  expect(await names({ parentId: 'nothing' })).toEqual([])
  expect((await listCategories(shop.db, 'en', { parentId: 'batteries' }))[0]).toMatchObject({
    has_children: false,
    slug: 'dell',
    hierarchy: ['laptop-parts (en)', 'batteries (en)', 'dell (en)'],
    path: '/en/category/laptop-parts/batteries/dell',
  })
})

test("editors' HTML is sanitized; hidden, unpublished and unknown widgets are empty", async () => {
  await using shop = await fixtureShop()
  expect(await widget(shop, 'sv', 'store-message')).toEqual({
    content: '<p>Open all summer <a>x</a></p>',
    hidden: false,
  })
  expect(await widget(shop, 'sv', 'cart-header')).toEqual({ content: '<p>Hidden</p>', hidden: true })
  for (const slug of ['cart-footer', 'nothing', '__proto__', 'constructor'])
    expect(await widget(shop, 'sv', slug)).toEqual({ content: '', hidden: true })
  expect(shownOf(await contentPage(shop, 'en', 'about-us'))).toMatchObject({
    page: {
      title: 'About us',
      html: '<h2>Us</h2>',
      path: '/en/about-us',
      alternates: { en: '/en/about-us', sv: '/sv/om-oss' },
    },
  })
  for (const slug of ['not-yet', 'om-oss', 'nothing'])
    expect(shownOf(await contentPage(shop, 'en', slug))).toBeUndefined()
})

test('the layout has the menu and the deal, which follows the clock and the lowest price in 30 days', async () => {
  const clock = movableClock(new Date('2026-06-14T23:59:59.000Z'))
  await using shop = await fixtureShop(clock)
  const frame = async () => {
    const { content, changesAt } = await layoutContent(shop, defaultContext('en'))
    return [content.deal?.product_slug, changesAt]
  }
  expect(await frame()).toEqual([undefined, '2026-06-15T00:00:00.000Z'])
  clock.advance(1)
  expect(await frame()).toEqual(['sale-part', '2026-06-16T00:00:00.000Z'])
  const kronor = { ...defaultContext('sv'), country: 'SE' }
  expect((await layoutContent(shop, kronor)).content.deal).toMatchObject({
    discount: 13,
    reduced: { price: 700, lowest: 800, vat: 25 },
  })
  expect((await layoutContent(shop, defaultContext('en'))).content.deal?.discount).toBe(13)
  clock.advance(24 * 3600)
  expect(await frame()).toEqual([undefined, null])
  const { content } = await layoutContent(shop, defaultContext('en'))
  expect(content.menu.map(({ id, children }) => [id, children.map((child) => child.id)])).toEqual([
    ['laptop', ['batteries', 'keyboards']],
    ['desktop', ['screws']],
  ])
  expect(defaultContext('en')).toMatchObject({ country: 'SE', currency: { code: 'EUR' } })
})

test('campaigns begin and end on the home page exactly on time, and a new one is there at once', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const soon = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000).toISOString()
  const shown = async () => (await homePage(shop, swedish())).page.campaign.map((card) => card.product_id)
  const before = await shown()
  const campaign = { id: 'short', name: 'Short', starts_at: soon(10), ends_at: soon(20) }
  await shop.db.insertInto('campaigns').values(campaign).execute()
  const price = { campaign_id: 'short', product_id: 'fan', currency: 'SEK' as const, min_quantity: 1, amount: 100 }
  await shop.db.insertInto('campaign_prices').values(price).execute()
  await shop.db
    .insertInto('invalidations')
    .values({ tag: 'catalog', created_at: soon(0) })
    .execute()
  expect(await shown()).toEqual(before)
  clock.advance(9)
  expect(await shown()).toEqual(before)
  clock.advance(1)
  expect(await shown()).toContain('fan')
  clock.advance(9)
  expect(await shown()).toContain('fan')
  clock.advance(1)
  expect(await shown()).toEqual(before)
})
