import { describe, expect, test } from 'vitest'
import { SyncCart } from '../../../src/contracts/sync-cart.ts'
import type { CartLine } from '../../../src/domain/cart-lines.ts'
import { keepCart } from '../../../src/server/checkout/keep-cart.ts'
import { cartRow } from '../../../src/server/checkout/queries.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { syncCart } from '../../../src/server/cart/sync-cart.ts'
import { aForm, buy, checkoutWith, countOf, fixtureShop, swedish } from '../checkout/buyer.ts'
import { addCustomer } from '../accounts/shopper.ts'
import { call } from '../call.ts'
import { sandboxSays } from '../gift-cards/holder.ts'

const sync = async (shop: Shop, body: unknown, context = swedish()): Promise<CartLine[]> => {
  const { answer } = await call(shop, SyncCart, syncCart, { body, shopping: context })
  return answer
}
const mine = '8b0f3c1e-6f0a-4c39-9a43-0d1f2a3b4c5d'
const brief = (lines: CartLine[]) => lines.map(({ sku, quantity, price }) => [sku, quantity, price])

test('a line comes back priced by the shop, whatever the browser claims [7.sync-cart.lines] [3.cart-item.pricing] [3.cart-item.fields]', async () => {
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
})

test('a part number of a link may be in small letters; in a cart it is as the shop wrote it', async () => {
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

test('unknown skus, drafts, variants without a choice and removed lines are left out', async () => {
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

test('what cannot be had in that number is adjusted, and gone things say so', async () => {
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

test('lines of the same product share what is on the shelf, and sets share their pieces', async () => {
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

test("a chosen variant carries its parent's name, picture and page", async () => {
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

test('campaign prices count, and at a quantity the lower of campaign and tier', async () => {
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

test('only intervals that the product has are kept', async () => {
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

test('a known checkout keeps what was synced; unknown ids and ordered checkouts change nothing', async () => {
  await using shop = await fixtureShop()
  const checkoutId = await checkoutWith(shop, [['FAN', 1]])
  const lines = async () =>
    (JSON.parse((await cartRow(shop.db, checkoutId))?.lines ?? '[]') as { sku: string; quantity: number }[]).map(
      ({ sku, quantity }) => [sku, quantity],
    )
  await sync(shop, {
    items: [{ sku: 'RAM', quantity: 2 }],
    coupons: [{ code: 'ten' }, 'TEN', '!'],
    checkout_order_id: checkoutId,
  })
  expect(await lines()).toEqual([['RAM', 2]])
  expect(JSON.parse((await cartRow(shop.db, checkoutId))?.coupons ?? '')).toEqual(['TEN'])
  await sync(shop, { items: [{ sku: 'FAN', quantity: 1 }], checkout_order_id: 'made-up' })
  expect((await buy(shop, checkoutId)).kind).toBe('placed')
  await sync(shop, { items: [{ sku: 'FAN', quantity: 9 }], checkout_order_id: checkoutId })
  expect(await lines()).toEqual([['RAM', 2]])
  expect(await countOf(shop, 'carts')).toBe(1)
})

test('a cart whose very lines are an order says so, waiting or ordered; a changed one does not', async () => {
  await using shop = await fixtureShop()
  const items = [{ uuid: mine, sku: 'BAT-FEW', quantity: 3 }]
  const checkoutId = await keepCart(shop, swedish(), { checkoutId: null, items, coupons: [] })
  const order = async (quantity: number) => {
    const { headers } = await call(shop, SyncCart, syncCart, {
      body: { items: [{ uuid: mine, sku: 'BAT-FEW', quantity }], coupons: [], checkout_order_id: checkoutId },
      shopping: swedish(),
    })
    return headers.get('x-cart-order')
  }
  expect(await order(3)).toBeNull()
  const placed = await buy(shop, checkoutId, aForm({ payment_method: 'sandbox' }))
  if (placed.kind !== 'placed') throw new Error(placed.kind)
  expect([await order(3), await order(2)]).toEqual(['waiting', null])
  await sandboxSays(shop, placed.attemptId, 'succeeded')
  expect([await order(3), await order(2)]).toEqual(['ordered', null])
})

test('what is no cart is refused with a code', async () => {
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

test('a guest has at most 200 lines and a customer 1,000; more are refused with a code, and so are wrong or repeated uuids [7.sync-cart.lines]', async () => {
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

describe('lines that came with another product', () => {
  const bundled = (quantity: number) => ({ sku: 'RAM', quantity, upselling_bundle_id: 'bat', unique_bundle_id: mine })
  const bound = async (shop: Shop, items: unknown[]) =>
    (await sync(shop, { items })).map(
      ({ sku, quantity, price, upselling_bundle_id: bundle, cross_selling_product_id: cross, cart_notice: notice }) => [
        sku,
        quantity,
        price,
        bundle ?? cross ?? null,
        notice,
      ],
    )

  test("a bundle's piece is reduced while its product is in the cart, for as many pieces as there are of that", async () => {
    await using shop = await fixtureShop()
    expect(await bound(shop, [{ sku: 'BAT', quantity: 2 }, bundled(2)])).toEqual([
      ['BAT', 2, 499, null, null],
      ['RAM', 2, 169.15, 'bat', null],
    ])
    expect(await bound(shop, [bundled(5), { sku: 'BAT', quantity: 2 }])).toEqual([
      ['RAM', 2, 169.15, 'bat', 'bundle_limit'],
      ['BAT', 2, 499, null, null],
    ])
    expect(
      await bound(
        shop,
        [{ sku: 'BAT', quantity: 1 }, bundled(1), bundled(1)].map((line) => ({ ...line, unique_bundle_id: null })),
      ),
    ).toEqual([
      ['BAT', 1, 499, null, null],
      ['RAM', 1, 169.15, 'bat', null],
      ['RAM', 1, 199, null, 'offer_ended'],
    ])
    expect(await bound(shop, [bundled(1)])).toEqual([['RAM', 1, 199, null, 'offer_ended']])
  })

  test('what no offer says is an ordinary line', async () => {
    await using shop = await fixtureShop()
    const claims = [
      { upselling_bundle_id: 'fan' },
      { upselling_bundle_id: 'ram' },
      { cross_selling_product_id: 'bat' },
      { upselling_bundle_id: '__proto__' },
    ]
    for (const claim of claims) {
      expect(
        await bound(shop, [
          { sku: 'BAT', quantity: 9 },
          { sku: 'RAM', quantity: 1, ...claim },
        ]),
      ).toEqual([
        ['BAT', 9, 449, null, null],
        ['RAM', 1, 199, null, null],
      ])
    }
  })

  test('an accessory keeps its price and its bond to its product', async () => {
    await using shop = await fixtureShop()
    const accessory = { sku: 'FAN', quantity: 4, cross_selling_product_id: 'bat' }
    expect(await bound(shop, [{ sku: 'BAT', quantity: 1 }, accessory])).toEqual([
      ['BAT', 1, 499, null, null],
      ['FAN', 4, 99, 'bat', null],
    ])
    expect(await bound(shop, [accessory])).toEqual([['FAN', 4, 99, null, null]])
  })

  test('pieces of a product that is gone reduce nothing', async () => {
    await using shop = await fixtureShop()
    await shop.db.updateTable('stock').set({ on_hand: 0 }).where('product_id', '=', 'bat').execute()
    expect(await bound(shop, [{ sku: 'BAT', quantity: 1 }, bundled(1)])).toEqual([
      ['BAT', 0, 499, null, 'gone'],
      ['RAM', 1, 199, null, 'offer_ended'],
    ])
  })
})

describe('a coupon that adds a part', () => {
  const line = (changes: object) => ({
    uuid: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    sku: 'FAN',
    quantity: 1,
    price: 0,
    added_by_coupon: 'GIFT',
    ...changes,
  })

  test('adds it free of charge, once, keeps its uuid, and takes it back', async () => {
    await using shop = await fixtureShop()
    const own = { uuid: mine, sku: 'RAM', quantity: 2 }
    const lines = await sync(shop, { items: [own], coupons: ['GIFT'] })
    expect(lines).toMatchObject([{ sku: 'RAM', quantity: 2, price: 199 }, line({ ordinary_price: 99 })])
    expect(await sync(shop, { items: lines, coupons: ['GIFT'] })).toEqual(lines)
    expect(brief(await sync(shop, { items: lines, coupons: [] }))).toEqual([['RAM', 2, 199]])
    expect(brief(await sync(shop, { items: [{ ...own, quantity: 1 }, lines[1]], coupons: ['GIFT'] }))).toEqual([
      ['RAM', 1, 199],
    ])
  })

  test("adds nothing that is not left beside the cart's own pieces", async () => {
    await using shop = await fixtureShop()
    expect(brief(await sync(shop, { items: [{ sku: 'FAN', quantity: 20 }], coupons: ['GIFT'] }))).toEqual([
      ['FAN', 20, 99],
    ])
    expect(brief(await sync(shop, { items: [{ sku: 'FAN', quantity: 19 }], coupons: ['GIFT'] }))).toEqual([
      ['FAN', 19, 99],
      ['FAN', 1, 0],
    ])
  })
})
