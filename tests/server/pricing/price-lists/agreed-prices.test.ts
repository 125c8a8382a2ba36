import { expect, test } from 'vitest'
import { Products } from '../../../../src/contracts/calls/products.ts'
import { SyncCart } from '../../../../src/contracts/calls/sync-cart.ts'
import { listQuery } from '../../../../src/contracts/catalog-pages/list-query.ts'
import type { ShoppingContext } from '../../../../src/domain/places/shopping-context.ts'
import { cartLineData } from '../../../../src/features/listing/cart-line-data.ts'
import { categoryPage } from '../../../../src/server/catalog/category-page.ts'
import { productPage } from '../../../../src/server/catalog/product-page.ts'
import { cartRow } from '../../../../src/server/ordering/cart/cart-row-queries.ts'
import { storeCart } from '../../../../src/server/ordering/cart/store-cart.ts'
import { syncCart } from '../../../../src/server/ordering/cart/sync-cart.ts'
import { placeOrder } from '../../../../src/server/ordering/checkout/place-order.ts'
import { editOrder } from '../../../../src/server/ordering/edits/edit-order.ts'
import { checkOrder } from '../../../../src/server/ordering/excel-order/check-order.ts'
import { pricedList } from '../../../../src/server/ordering/lists/priced-list.ts'
import { orderById, orderLineRows } from '../../../../src/server/ordering/orders/queries.ts'
import { quoteByNumber, quoteLinesOf } from '../../../../src/server/ordering/quotes/queries.ts'
import { requestQuote } from '../../../../src/server/ordering/quotes/request-quote.ts'
import { setPriceRows } from '../../../../src/server/pricing/price-lists/change-rows.ts'
import { endPriceList } from '../../../../src/server/pricing/price-lists/edit-price-lists.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { findProducts } from '../../../../src/server/storefront/find-products.ts'
import { layoutContent } from '../../../../src/server/storefront/layout-content.ts'
import { searchPage } from '../../../../src/server/storefront/search-page.ts'
import { call } from '../../call.ts'
import { addOrganization } from '../../identity/page-visit.ts'
import { addCustomer } from '../../identity/shopper.ts'
import { aForm, buy, fixtureShop, look, movableClock, swedish } from '../../ordering/checkout/buyer.ts'
import { agree, rowsOf } from './agree.ts'

const buyer: ShoppingContext = { ...swedish(), buyer: 'anna' }

const formOfFirm = aForm({
  customer_kind: 'organization',
  organization_name: 'Firm',
  organization_number: '556016-0680',
  email: 'anna@example.se',
})

/** A shop whose customer anna buys for a firm. */
async function firm(clock = movableClock()) {
  const shop = await fixtureShop(clock)
  for (const id of ['anna', 'other']) await addCustomer(shop, { id })
  await addOrganization(shop, { id: 'firm', members: { anna: 'buyer' } })
  return shop
}

async function unitOnPage(shop: Shop, context: ShoppingContext, slug: string) {
  const shown = await productPage(shop, context, slug)
  if (shown instanceof Response) throw new Error('There is no page.')
  return shown.page.product.prices
}

async function synced(shop: Shop, customerId: string | null, items: { sku: string; quantity: number }[], code = 'SEK') {
  const shopping = swedish('SE', code === 'EUR' ? 'EUR' : 'SEK')
  const asked = { shopping, ...(customerId === null ? {} : { customerId }), body: { items, coupons: [] } }
  const { answer } = await call(shop, SyncCart, syncCart, asked)
  return answer.map(({ sku, quantity, price }) => [sku, quantity, price])
}

test('page, list, search, suggestions, cart, Excel order and saved list have the same agreed price', async () => {
  await using shop = await firm()
  await agree(shop, { organizations: ['firm'] }, ['BAT', 1, 30_001], ['BAT', 5, 25_003])
  // 300.01 without VAT is 375.01; 250.03 is 312.54.
  expect(await unitOnPage(shop, buyer, 'bat-del')).toEqual({
    n: [
      { q: 1, p: 375.01 },
      { q: 5, p: 312.54 },
    ],
  })
  expect((await unitOnPage(shop, swedish(), 'bat-del')).n[0]).toEqual({ q: 1, p: 499 })
  const query = listQuery.parse({})
  const listed = await categoryPage(shop, buyer, 'laptopdelar/batterier/dell', query)
  const found = await searchPage(shop, buyer, listQuery.parse({ q: 'bat' }))
  if (listed instanceof Response || found instanceof Response) throw new Error('There is no list.')
  for (const { products } of [listed.page.listing, found.page.listing]) {
    const card = products.find(({ sku }) => sku === 'BAT')
    expect([card?.agreed, card?.prices.n[0]?.p]).toEqual([true, 375.01])
    expect(card && cartLineData(card)).toMatchObject({ price: 375.01, campaign: true })
  }
  const suggested = await call(shop, Products, findProducts, { query: { query: 'bat' }, shopping: buyer })
  expect(suggested.answer.products.find(({ sku }) => sku === 'BAT')?.prices.n[0]?.p).toBe(375.01)
  expect(await synced(shop, 'anna', [{ sku: 'BAT', quantity: 5 }])).toEqual([['BAT', 5, 312.54]])
  const excel = await checkOrder(shop, { shopping: swedish(), customerId: 'anna' }, [
    { row: 1, number: 'BAT', quantity: 5, asked: '5' },
  ])
  expect(excel.items).toEqual({ inc: 5 * 31_254, ex: 5 * 25_003 })
  const saved = await pricedList(shop, { shopping: swedish(), customerId: 'anna' }, [
    { product_id: 'bat', sku: 'BAT', name: 'bat', quantity: 5, note: '' },
  ])
  expect(saved.total).toEqual({ inc: 5 * 31_254, ex: 5 * 25_003 })
})

test('a quote, an order, and units that are added to it have the agreed price', async () => {
  await using shop = await firm()
  await agree(shop, { organizations: ['firm'] }, ['BAT', 1, 30_001], ['BAT', 5, 25_003])
  const items = [{ sku: 'BAT', quantity: 5 }]
  const asking = await storeCart(shop, swedish(), { checkoutId: null, items, coupons: [], customerId: 'anna' })
  const reader = { customerId: 'anna', organization: { id: 'firm', isAdmin: false } }
  const quote = await requestQuote(shop, { reader, checkoutId: asking, message: '' })
  if (quote.kind !== 'asked') throw new Error(quote.kind)
  const { id: quoteId = '' } = (await quoteByNumber(shop.db, quote.number)) ?? {}
  expect((await quoteLinesOf(shop.db, [quoteId])).map((line) => line.list_price)).toEqual([31_254])
  const checkoutId = await storeCart(shop, swedish(), { checkoutId: null, items, coupons: [], customerId: 'anna' })
  const placed = await buy(shop, checkoutId, formOfFirm)
  if (placed.kind !== 'placed') throw new Error(placed.kind)
  expect((await orderLineRows(shop.db, placed.orderId)).map((line) => [line.unit_price, line.line_total])).toEqual([
    [31_254, 5 * 31_254],
  ])
  expect((await orderById(shop.db, placed.orderId))?.items_total).toBe(5 * 31_254)
  // More units of it, by somebody in the console.
  await editOrder(shop, { orderId: placed.orderId, actor: 'x', edit: { quantities: new Map([[1, 7]]) } })
  expect((await orderById(shop.db, placed.orderId))?.items_total).toBe(7 * 31_254)
})

test('nobody else gets an agreed price: not a visitor, another customer, or a member who has left', async () => {
  await using shop = await firm()
  await agree(shop, { organizations: ['firm'] }, ['FAN', 1, 1_000])
  const items = [{ sku: 'FAN', quantity: 1 }]
  expect(await synced(shop, 'anna', items)).toEqual([['FAN', 1, 12.5]])
  for (const other of [null, 'other', 'firm']) expect(await synced(shop, other, items)).toEqual([['FAN', 1, 99]])
  await shop.db.deleteFrom('organization_members').where('customer_id', '=', 'anna').execute()
  expect(await synced(shop, 'anna', items)).toEqual([['FAN', 1, 99]])
})

test('a cart that a signed-in browser names is priced for whoever owns it, not for who looks at it', async () => {
  await using shop = await firm()
  await agree(shop, { customers: ['anna'] }, ['FAN', 1, 1_000])
  const items = [{ sku: 'FAN', quantity: 1 }]
  const checkoutId = await storeCart(shop, buyer, { checkoutId: null, items, coupons: [], customerId: 'other' })
  const placed = await buy(shop, checkoutId, aForm(), buyer)
  if (placed.kind !== 'placed') throw new Error(placed.kind)
  expect((await orderLineRows(shop.db, placed.orderId)).map((line) => line.unit_price)).toEqual([9_900])
})

test('the lowest of several lists counts, in the currency of the list or converted from the own one', async () => {
  await using shop = await firm()
  await agree(shop, { customers: ['anna'] }, ['FAN', 1, 5_000], ['RAM', 1, 15_000], ['GIFT', 1, 100])
  await agree(shop, { organizations: ['firm'] }, ['FAN', 1, 4_000], ['RAM', 1, 15_900])
  await agree(shop, { organizations: ['firm'], currency: 'EUR' }, ['FAN', 1, 333], ['RAM', 1, 2_000])
  await agree(shop, { organizations: ['firm'], currency: 'NOK' }, ['FAN', 1, 1])
  const items = ['FAN', 'RAM', 'GIFT'].map((sku) => ({ sku, quantity: 1 }))
  expect(await synced(shop, 'anna', items)).toEqual([
    ['FAN', 1, 50],
    ['RAM', 1, 187.5],
    ['GIFT', 1, 500],
  ])
  // 40 kronor are 3.52 euros; 3.33 is less. 150 kronor are 13.20 euros, less than 20.
  expect((await synced(shop, 'anna', items, 'EUR')).slice(0, 2)).toEqual([
    ['FAN', 1, 4.16],
    ['RAM', 1, 16.5],
  ])
})

test('a list counts from its first moment to its last, also for a product that has no other price', async () => {
  const clock = movableClock()
  await using shop = await firm(clock)
  const at = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000).toISOString()
  await agree(shop, { customers: ['anna'], startsAt: at(60), endsAt: at(120) }, ['BAT-UNPRICED', 1, 10_000])
  await shop.db.updateTable('stock').set({ on_hand: 5 }).where('product_id', '=', 'bat-unpriced').execute()
  const items = [{ sku: 'BAT-UNPRICED', quantity: 1 }]
  const line = () => synced(shop, 'anna', items)
  expect(await line()).toEqual([['BAT-UNPRICED', 0, 0]])
  clock.advance(60)
  expect(await line()).toEqual([['BAT-UNPRICED', 1, 125]])
  expect(await synced(shop, null, items)).toEqual([['BAT-UNPRICED', 0, 0]])
  clock.advance(59)
  expect(await line()).toEqual([['BAT-UNPRICED', 1, 125]])
  clock.advance(1)
  expect(await line()).toEqual([['BAT-UNPRICED', 0, 0]])
})

test('an order that is placed while its list changes or ends is refused and shown the new price', async () => {
  await using shop = await firm()
  const list = await agree(shop, { customers: ['anna'] }, ['FAN', 1, 5_000])
  const items = [{ sku: 'FAN', quantity: 1 }]
  const checkoutId = await storeCart(shop, swedish(), { checkoutId: null, items, coupons: [], customerId: 'anna' })
  const seen = await look(shop, checkoutId)
  const place = async (was: string) =>
    placeOrder(shop, {
      checkoutId,
      form: formOfFirm,
      context: swedish(),
      seen: was,
      cart: await cartRow(shop.db, checkoutId),
    })
  await setPriceRows(shop, list, { rows: rowsOf(['FAN', 1, 6_000]), replaces: false, actor: 'x' })
  expect((await place(seen)).kind).toBe('changed')
  const raised = await look(shop, checkoutId)
  await endPriceList(shop, list)
  expect((await place(raised)).kind).toBe('changed')
  expect(await shop.db.selectFrom('orders').selectAll().execute()).toEqual([])
  expect((await place(await look(shop, checkoutId))).kind).toBe('placed')
})

test('what is kept for everybody never has an agreed price, even when a buyer fills it', async () => {
  await using shop = await firm()
  await using plain = await fixtureShop()
  const usually = (await layoutContent(plain, swedish())).content.deal
  await agree(shop, { customers: ['anna'] }, ['SALE', 1, 1_000])
  const first = await layoutContent(shop, buyer)
  const later = await layoutContent(shop, swedish())
  expect([first.content.deal, later.content.deal]).toEqual([usually, usually])
  expect(usually?.reduced?.price).toBe(700)
})
