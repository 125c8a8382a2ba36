import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listQuery } from '../../../../src/contracts/catalog-pages/list-query.ts'
import type { Features } from '../../../../src/domain/settings/features.ts'
import { categoryPage } from '../../../../src/server/catalog/category-page.ts'
import { productPage } from '../../../../src/server/catalog/product-page.ts'
import { robotsText, sitemapIndex, sitemapText } from '../../../../src/server/catalog/sitemap/sitemap.ts'
import { offersPage } from '../../../../src/server/ordering/account/overview-page.ts'
import { subscriptionsPage } from '../../../../src/server/ordering/account/subscriptions-page.ts'
import { storeCart } from '../../../../src/server/ordering/cart/store-cart.ts'
import { placeOrder } from '../../../../src/server/ordering/checkout/place-order.ts'
import { changeSettings } from '../../../../src/server/platform/settings/change-settings.ts'
import { isOn } from '../../../../src/server/platform/settings/settings-queries.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { shownOf } from '../../../support/page-answer.ts'
import { bearerOf, visit, where } from '../../identity/page-visit.ts'
import { addCustomer } from '../../identity/shopper.ts'
import {
  aForm,
  checkoutWith,
  fixtureShop,
  look,
  movableClock,
  theBrowser,
  swedish,
} from '../../ordering/checkout/buyer.ts'
import { openCheckout, sendCheckout } from '../../ordering/checkout/visit-checkout.ts'
import { upload } from '../../ordering/excel-order/uploads.ts'
import { aCard, balanceOf } from '../../ordering/gift-cards/holder.ts'
import { day, laterOrders, subscribed, subscription, work } from '../../ordering/subscriptions/subscriber.ts'

/** Switches features; `isKnown` is false for a process that has not read it yet. */
async function turn(shop: Shop, features: Partial<Features>, isKnown = true): Promise<void> {
  const values = Object.entries(features).map(([name, value]) => [`features.${name}`, value] as const)
  await changeSettings(shop.db, values, { by: 'operator:test', now: new Date('2026-06-15T12:00:00.000Z') })
  if (isKnown) await shop.settings.refresh()
}

const product = async (shop: Shop, slug: string) => shownOf(await productPage(shop, swedish(), slug))?.page

async function read(shop: Shop, name: string): Promise<string> {
  const pieces = await sitemapText(shop, name)
  return pieces ? (await Array.fromAsync(pieces)).join('') : 'missing'
}

test('without gift cards none is listed, shown or sold, not even by a process that has not heard of it', async () => {
  await using shop = await fixtureShop()
  const listed = async () => {
    const page = shownOf(await categoryPage(shop, swedish(), 'presentkort', listQuery.parse({})))?.page
    return page?.listing.products.map(({ sku }) => sku)
  }
  expect(await listed()).toEqual(['GIFT'])
  const checkoutId = await checkoutWith(shop, [
    ['GIFT', 1],
    ['FAN', 1],
  ])
  const seen = await look(shop, checkoutId)
  await turn(shop, { giftCards: false }, false)
  const context = swedish()
  const form = aForm({ payment_method: 'invoice' })
  expect(await placeOrder(shop, { checkoutId, form, context, seen, cart: undefined })).toMatchObject({
    kind: 'changed',
    changes: [{ kind: 'removed', name: 'gift del' }],
  })
  await shop.settings.refresh()
  expect(await product(shop, 'gift-del')).toBeUndefined()
  expect(await listed()).toEqual([])
  expect(await read(shop, 'sv-products-1')).not.toContain('gift')
  await turn(shop, { giftCards: true })
  expect(await product(shop, 'gift-del')).toMatchObject({ product: { sku: 'GIFT' } })
  expect(await listed()).toEqual(['GIFT'])
})

test('an issued gift card pays while none is sold, and the field goes when none is left', async () => {
  await using shop = await fixtureShop()
  await turn(shop, { giftCards: false })
  const checkoutId = await checkoutWith(shop, [['FAN', 1]])
  const takes = async () => {
    const answer = await openCheckout(shop, 'sv', checkoutId)
    return answer.kind === 'page' && answer.page.takesGiftCards
  }
  expect(await takes()).toBe(false)
  const { id, code } = await aCard(shop, 1_000)
  expect(await takes()).toBe(true)
  const post = (fields: Record<string, string>) =>
    sendCheckout(
      shop,
      'sv',
      checkoutId,
      { ...aForm({ payment_method: 'invoice' }), seen: '', ...fields },
      theBrowser(shop),
    )
  const typed = await post({ gift_card: code, action: 'gift_card' })
  if (typed.kind !== 'page') throw new Error('There is no page.')
  expect((await post({ seen: typed.page.seen, action: 'place' })).kind).toBe('go')
  expect(await balanceOf(shop, id)).toBe(0)
})

test('without subscriptions nobody can begin one, and those that run are delivered and can be ended', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  for (const id of ['anna', 'bo']) await addCustomer(shop, { id })
  const [anna, bo] = [await bearerOf(shop, 'anna'), await bearerOf(shop, 'bo')]
  await subscribed(shop, aForm(), 'anna')
  await work(shop)
  const items = [{ sku: 'PASTE', quantity: 1, subscription_interval: { id: '30' } }]
  const checkoutId = await storeCart(shop, swedish(), { checkoutId: null, items, coupons: [] })
  const seen = await look(shop, checkoutId)
  await turn(shop, { subscriptions: false }, false)
  const order = { checkoutId, form: aForm(), context: swedish(), seen, cart: undefined }
  expect(await placeOrder(shop, order)).toMatchObject({
    kind: 'changed',
    changes: [{ kind: 'subscription', name: 'paste del' }],
  })
  expect((await placeOrder(shop, { ...order, seen: await look(shop, checkoutId) })).kind).toBe('placed')
  await shop.settings.refresh()
  const running = await shop.db.selectFrom('subscriptions').select('customer_id').execute()
  expect(running).toEqual([{ customer_id: 'anna' }])
  expect((await product(shop, 'paste-del'))?.subscriptionDays).toEqual([])
  const own = (bearer: string, form?: Record<string, string>) =>
    visit(shop, '/sv/my-account/subscriptions', subscriptionsPage, { bearer, ...(form && { form }) })
  expect(where(await own(bo))).toBe('404')
  expect(where(await own(anna))).toBe('200')
  const { id, next_at: due } = await subscription(shop)
  expect(where(await own(anna, { id, action: 'skip', days: '', due }))).toContain('done=skip')
  clock.advance(61 * day)
  await work(shop)
  expect(await laterOrders(shop)).toMatchObject([
    { sku: 'PASTE', quantity: 1 },
    { sku: 'PASTE', quantity: 2 },
  ])
  const again = await bearerOf(shop, 'anna')
  expect(where(await own(again, { id, action: 'cancel', days: '' }))).toContain('done=cancel')
})

test('without quotes nobody can ask for one', async () => {
  await using shop = await fixtureShop()
  await addCustomer(shop, { id: 'anna' })
  const bearer = await bearerOf(shop, 'anna')
  const checkoutId = await storeCart(shop, swedish(), {
    checkoutId: null,
    items: [{ sku: 'FAN', quantity: 1 }],
    coupons: [],
    customerId: 'anna',
  })
  const ask = (form?: Record<string, string>) =>
    visit(shop, '/sv/my-account/offers', offersPage, { bearer, ...(form && { form }) })
  const form = { checkout_id: checkoutId, message: '' }
  await turn(shop, { quotes: false })
  expect(where(await ask(form))).toBe('404')
  expect(await shop.db.selectFrom('quotes').select('id').execute()).toEqual([])
  expect(where(await ask())).toBe('200')
  await turn(shop, { quotes: true })
  expect(where(await ask(form))).toContain('303 /sv/my-account/offers/Q')
})

test('without the Excel order its call answers 404, and robots.txt does not name it', async () => {
  await using shop = await fixtureShop()
  await addCustomer(shop, { id: 'anna' })
  const bearer = await bearerOf(shop, 'anna')
  expect((await upload(shop, { rows: 'FAN 2', bearer })).status).toBe(200)
  expect(robotsText(shop)).toContain('/excel-to-cart')
  await turn(shop, { excelOrder: false })
  expect(await upload(shop, { rows: 'FAN 2', bearer })).toMatchObject({ status: 404, code: 'not_found' })
  expect(robotsText(shop)).not.toContain('/excel-to-cart')
})

test('without guides the sitemap has none', async () => {
  await using shop = await fixtureShop()
  expect(await sitemapIndex(shop)).toContain('sv-guides-1')
  await turn(shop, { guides: false })
  expect(await sitemapIndex(shop)).not.toContain('guides')
  expect(await read(shop, 'sv-guides-1')).toBe('missing')
})

test('the condition of a feature binds nothing: SQLite compiles a statement anew for each bound pattern', async () => {
  await using shop = await fixtureShop()
  const { sql: text, parameters } = sql`select 1 where ${isOn('giftCards')}`.compile(shop.db)
  expect(parameters).toEqual([])
  expect(text).toContain(`like '%"giftCards":false%'`)
})
