import { expect, test } from 'vitest'
import { SyncCart } from '../../../../src/contracts/calls/sync-cart.ts'
import { syncCart } from '../../../../src/server/ordering/cart/sync-cart.ts'
import { call } from '../../call.ts'
import { addCustomer } from '../../identity/shopper.ts'
import { fixtureShop, swedish } from '../checkout/buyer.ts'
import { sync, mine, brief } from './synced-cart.ts'

test(
  'a line is priced by the shop, whatever the browser claims' +
    ' [7.sync-cart.lines] [3.cart-item.pricing] [3.cart-item.fields]',
  async () => {
    await using shop = await fixtureShop()
    const forged = {
      uuid: mine,
      sku: 'BAT',
      quantity: 5,
      product_id: 'somebody-elses',
      price: 0.01,
      ordinary_price: 1,
      pricing: [{ q: 1, p: 0 }],
      vat: 0,
      name: '<b>',
      type: 4,
      group_id: 'other',
      discount_category: 'other',
      campaign: false,
      cross_selling_product_id: 'x',
      upselling_bundle_id: 'y',
      stock_status: 'in_stock',
      categories: ['x'],
      ['__proto__']: { admin: true },
      internal: true,
    }
    const honest = { uuid: mine, sku: 'BAT', quantity: 5 }
    const lines = await sync(shop, { items: [honest] })
    expect(await sync(shop, { items: [forged] })).toEqual(
      lines.map((line) => ({ ...line, cart_notice: 'price_changed' })),
    )
    expect(await sync(shop, { items: [{ ...forged, added_by_coupon: 'TEN' }] })).toEqual([])
    expect(lines).toEqual([
      {
        uuid: mine,
        type: 1,
        thumb: { url: '/pictures/battery-3.webp', width: 96, height: 96 },
        name: 'bat del',
        slug: 'bat-del',
        product_id: 'bat',
        sku: 'BAT',
        quantity: 5,
        price: 449,
        ordinary_price: 449,
        pricing: [
          { q: 1, p: 499 },
          { q: 5, p: 449 },
          { q: 10, p: 399 },
        ],
        vat: 25,
        categories: ['dell-batteries'],
        group_id: 'bat',
        discount_category: 'power',
        stock_status: 'in_stock',
        subscription_interval: null,
        campaign: false,
        cart_notice: null,
        adjusted_quantity: null,
      },
    ])
  },
)

test("a part number in a link may be lower case; the cart has the shop's spelling", async () => {
  await using shop = await fixtureShop()
  expect(
    brief(
      await sync(shop, {
        items: [
          { sku: 'bat', quantity: 1 },
          { sku: 'Fan', quantity: 2 },
        ],
      }),
    ),
  ).toEqual([
    ['BAT', 1, 499],
    ['FAN', 2, 99],
  ])
  expect(await sync(shop, { items: [{ sku: 'bat', quantity: 1 }], coupons: [] })).toEqual([])
})

test('unknown skus, drafts, products without a chosen variant and removed lines are left out', async () => {
  await using shop = await fixtureShop()
  const items = [
    { sku: 'NOTHING', quantity: 1 },
    { sku: 'BAT-DRAFT', quantity: 1 },
    { sku: 'KB', quantity: 1 },
    { sku: 'FAN', quantity: 0 },
  ]
  for (const item of items) expect(await sync(shop, { items: [item] })).toEqual([])
  expect(brief(await sync(shop, { items: [...items, { sku: 'FAN', quantity: 1 }] }))).toEqual([['FAN', 1, 99]])
  expect(await sync(shop, { items: [] })).toEqual([])
})

test('an unavailable quantity is adjusted, and unavailable parts say so', async () => {
  await using shop = await fixtureShop()
  const lines = await sync(shop, {
    items: ['BAT-FEW', 'BAT-OUT', 'BAT-COMING', 'BAT-UNPRICED', 'GIFT'].map((sku) => ({ sku, quantity: 5 })),
  })
  expect(
    lines.map(({ sku, quantity, adjusted_quantity: adjusted, cart_notice: notice, stock_status: status }) => [
      sku,
      quantity,
      adjusted,
      notice,
      status,
    ]),
  ).toEqual([
    ['BAT-FEW', 3, 3, null, 'few_left'],
    ['BAT-OUT', 0, 0, 'gone', 'out_of_stock'],
    ['BAT-COMING', 0, 0, 'gone', 'incoming'],
    ['BAT-UNPRICED', 0, 0, 'gone', 'no_price'],
    ['GIFT', 5, null, null, 'in_stock'],
  ])
})

test('lines of the same product share its stock, and sets share their parts', async () => {
  await using shop = await fixtureShop()
  const lines = async (...wanted: [string, number][]) =>
    brief(await sync(shop, { items: wanted.map(([sku, quantity]) => ({ sku, quantity })) })).map(([sku, quantity]) => [
      sku,
      quantity,
    ])
  expect(await lines(['BAT-FEW', 2], ['BAT-FEW', 2], ['BAT-FEW', 2])).toEqual([
    ['BAT-FEW', 2],
    ['BAT-FEW', 1],
    ['BAT-FEW', 0],
  ])
  expect(await lines(['KIT', 9])).toEqual([['KIT', 4]])
  expect(await lines(['RAM', 6], ['KIT', 9])).toEqual([
    ['RAM', 6],
    ['KIT', 1],
  ])
  expect(await lines(['KIT', 3], ['RAM', 9], ['FAN', 50])).toEqual([
    ['KIT', 3],
    ['RAM', 3],
    ['FAN', 17],
  ])
})

test("a chosen variant has its parent's name, picture and page", async () => {
  await using shop = await fixtureShop()
  const [line] = await sync(shop, { items: [{ sku: 'KB-US', quantity: 1 }] })
  expect(line).toMatchObject({
    name: 'kb del, US sv',
    slug: 'kb-del',
    product_id: 'kb-us',
    price: 549,
    categories: ['keyboards'],
    thumb: { url: '/pictures/keys-3.webp' },
  })
})

test('prices follow currency and country', async () => {
  await using shop = await fixtureShop()
  const items = [
    { sku: 'FAN', quantity: 1 },
    { sku: 'OWN-EURO', quantity: 1 },
    { sku: 'MANUAL', quantity: 1 },
  ]
  const prices = async (country: string, currency: Parameters<typeof swedish>[1]) =>
    (await sync(shop, { items }, swedish(country, currency))).map(({ price, vat }) => [price, vat])
  expect(await prices('SE', 'SEK')).toEqual([
    [99, 25],
    [100, 25],
    [125, 6],
  ])
  expect(await prices('DE', 'EUR')).toEqual([
    [8.29, 19],
    [12.37, 19],
    [12.35, 19],
  ])
  expect(await prices('FI', 'EUR')).toEqual([
    [8.75, 25.5],
    [13.04, 25.5],
    [13.02, 25.5],
  ])
  expect(await prices('US', 'USD')).toEqual([
    [7.52, 0],
    [7.6, 0],
    [11.2, 0],
  ])
})

test('campaign prices apply, and at a quantity the lower of campaign and tier', async () => {
  await using shop = await fixtureShop()
  const line = async (sku: string, quantity: number) => {
    const [found] = await sync(shop, { items: [{ sku, quantity }] })
    return [found?.price, found?.ordinary_price, found?.campaign]
  }
  expect(await line('SALE', 1)).toEqual([700, 1000, true])
  expect(await line('SOON', 1)).toEqual([1000, 1000, false])
  expect([await line('TIERED-SALE', 9), await line('TIERED-SALE', 10)]).toEqual([
    [90, 100, true],
    [80, 80, false],
  ])
  expect([await line('BULK-SALE', 9), await line('BULK-SALE', 10)]).toEqual([
    [100, 100, false],
    [50, 100, true],
  ])
  expect(await line('TWICE-REDUCED', 1)).toEqual([70, 100, true])
})

test('only intervals of the product are kept', async () => {
  await using shop = await fixtureShop()
  const interval = async (sku: string, id: string) =>
    (await sync(shop, { items: [{ sku, quantity: 1, subscription_interval: { id, name: 'x' } }] }))[0]
      ?.subscription_interval
  expect([await interval('PASTE', '30'), await interval('PASTE', '7'), await interval('FAN', '30')]).toEqual([
    { id: '30', name: '30' },
    null,
    null,
  ])
})

test('an invalid cart is rejected with a code', async () => {
  await using shop = await fixtureShop()
  const bodies = [
    null,
    {},
    { items: 'x' },
    { items: [{ sku: 'FAN', quantity: -1 }] },
    { items: [{ sku: 'FAN', quantity: 1.5 }] },
    { items: [{ sku: 'FAN', quantity: 5_001 }] },
    { items: [{ sku: '', quantity: 1 }] },
    { items: [{ quantity: 1 }] },
  ]
  for (const body of bodies)
    expect(await call(shop, SyncCart, syncCart, { body, shopping: swedish() })).toMatchObject({
      status: 422,
      answer: { code: 'invalid_body' },
    })
})

test('the answer marks nobody as internal [7.sync-cart.internal]', async () => {
  await using shop = await fixtureShop()
  const { headers } = await call(shop, SyncCart, syncCart, {
    body: { items: [{ sku: 'FAN', quantity: 1 }] },
    shopping: swedish(),
  })
  expect(headers.get('x-internal')).toBe('0')
})

test('rejects over 200 lines of a guest, 1,000 of a customer, and invalid uuids [7.sync-cart.lines]', async () => {
  await using shop = await fixtureShop()
  const many = (count: number) => Array.from({ length: count }, () => ({ sku: 'SCREW-11', quantity: 1 }))
  const answer = async (items: unknown, who = {}) =>
    call(shop, SyncCart, syncCart, { body: { items }, shopping: swedish(), ...who })
  await addCustomer(shop, { id: 'anna' })
  const anna = { customerId: 'anna' }
  expect((await answer(many(200))).answer).toHaveLength(200)
  expect(await answer(many(201))).toMatchObject({ status: 422, answer: { code: 'too_many_lines' } })
  expect((await answer(many(1_000), anna)).answer).toHaveLength(1_000)
  expect(await answer(many(1_001), anna)).toMatchObject({ status: 422, answer: { code: 'too_many_lines' } })
  expect(await answer(many(5_001))).toMatchObject({ status: 422, answer: { code: 'too_many_lines' } })
  expect(
    await answer([
      { uuid: mine, sku: 'FAN', quantity: 1 },
      { uuid: mine, sku: 'RAM', quantity: 1 },
    ]),
  ).toMatchObject({ status: 422, answer: { code: 'duplicate_uuid' } })
  expect(await answer([{ uuid: 'x', sku: 'FAN', quantity: 1 }])).toMatchObject({
    status: 422,
    answer: { code: 'invalid_body' },
  })
})
