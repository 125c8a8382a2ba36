import { describe, expect, test } from 'vitest'
import { StartCheckout } from '../../../../src/contracts/calls/start-checkout.ts'
import { cartRow } from '../../../../src/server/ordering/cart/cart-row-queries.ts'
import { storeCart } from '../../../../src/server/ordering/cart/store-cart.ts'
import { startCheckout } from '../../../../src/server/ordering/checkout/start-checkout.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { call, jar } from '../../call.ts'
import { addOrganization } from '../../identity/page-visit.ts'
import { addCustomer } from '../../identity/shopper.ts'
import { aForm, buy, checkoutWith, countOf, fixtureShop, somebody, swedish, theBrowser } from './buyer.ts'
import { openCheckout, sendCheckout, type CheckoutSeen } from './visit-checkout.ts'

function pageIn(answer: CheckoutSeen) {
  if (answer.kind !== 'page') throw new Error(`No page but ${answer.kind}.`)
  return answer.page
}

const shown = async (shop: Shop, checkoutId: string) =>
  pageIn(await openCheckout(shop, 'sv', checkoutId, theBrowser(shop)))

async function post(shop: Shop, checkoutId: string, changes: Record<string, string> = {}): Promise<CheckoutSeen> {
  const { seen } = await shown(shop, checkoutId)
  const fields: Record<string, string> = { ...aForm(), action: 'place', seen, ...changes }
  return sendCheckout(shop, 'sv', checkoutId, fields, theBrowser(shop))
}

test('a new checkout offers its country, delivery and payment methods', async () => {
  await using shop = await fixtureShop()
  const page = await shown(
    shop,
    await checkoutWith(
      shop,
      [
        ['FAN', 2],
        ['BAT-OUT', 1],
      ],
      ['TEN', 'NOTHING'],
    ),
  )
  expect(page).toMatchObject({
    currency: 'SEK',
    paymentMethods: ['sandbox', 'invoice'],
    delivery: { id: 'home-se', price: { inc: 4_900, ex: 3_920 }, days: [1, 2] },
    coupons: ['TEN'],
    totals: {
      items: { inc: 17_820, ex: 14_256 },
      discount: { inc: 0, ex: 0 },
      delivery: { inc: 4_900, ex: 3_920 },
      total: { inc: 22_720, ex: 18_176 },
    },
    form: { email: '', country: 'SE', payment_method: 'sandbox', terms: '' },
    errors: {},
    changes: [{ kind: 'gone', name: 'bat-out del' }],
  })
  expect(await openCheckout(shop, 'sv', 'unknown')).toEqual({ kind: 'empty', status: 200 })
})

test('a buyer whose organization has too little credit left reads why there is no invoice', async () => {
  await using shop = await fixtureShop()
  await addCustomer(shop, { id: 'buyer' })
  await addOrganization(shop, { id: 'firm', creditLimit: 100_000, members: { buyer: 'buyer' } })
  const customerId = 'buyer'
  const open = async (quantity: number) => {
    const items = [{ sku: 'BAT', quantity }]
    const id = await storeCart(shop, swedish(), { checkoutId: null, items, coupons: [], customerId })
    return pageIn(await openCheckout(shop, 'sv', id, { customerId }))
  }
  expect(await open(1)).toMatchObject({ paymentMethods: ['sandbox', 'invoice'], isOverCredit: false })
  expect(await open(9)).toMatchObject({ paymentMethods: ['sandbox'], isOverCredit: true })
})

test('errors are shown, typed data is kept except the terms, and no order is created', async () => {
  await using shop = await fixtureShop()
  const checkoutId = await checkoutWith(shop, [['FAN', 1]])
  const page = pageIn(await post(shop, checkoutId, { email: 'anna', terms: '', name: '<b>Anna</b>' }))
  expect(page.errors).toEqual({ email: 'email_invalid', terms: 'terms_required' })
  expect((await shown(shop, checkoutId)).form).toMatchObject({
    email: 'anna',
    name: '<b>Anna</b>',
    line1: 'Storgatan 1',
    terms: '',
  })
  expect(await countOf(shop, 'orders')).toBe(0)
})

test('another country shows its prices, VAT and delivery before an order can be placed', async () => {
  await using shop = await fixtureShop()
  const checkoutId = await checkoutWith(shop, [['FAN', 1]])
  const toGermany = { country: 'de', postal_code: '10115' }
  const looked = pageIn(await post(shop, checkoutId, { ...toGermany, action: 'update', email: 'not yet' }))
  expect(looked).toMatchObject({
    errors: {},
    delivery: { id: 'home-eu', price: { inc: 12_281 } },
    totals: { items: { inc: 9_425 }, total: { inc: 21_706 } },
    changes: [{ kind: 'price', before: 99, after: 94.25 }, { kind: 'delivery' }],
  })
  const blind = await sendCheckout(
    shop,
    'sv',
    checkoutId,
    { ...aForm(toGermany), action: 'place', seen: 'old' },
    theBrowser(shop),
  )
  expect(pageIn(blind).changes).toEqual([{ kind: 'delivery' }])
  expect(await countOf(shop, 'orders')).toBe(0)
  expect(await post(shop, checkoutId, toGermany)).toEqual({
    kind: 'go',
    path: `/sv/checkout/confirmation/${checkoutId}`,
  })
})

test('every later visit and post leads to the placed order', async () => {
  await using shop = await fixtureShop()
  const checkoutId = await checkoutWith(shop, [['FAN', 1]])
  const going = await post(shop, checkoutId)
  expect(await openCheckout(shop, 'sv', checkoutId)).toEqual(going)
  const again = (fields: Record<string, string>) => sendCheckout(shop, 'sv', checkoutId, fields, somebody())
  expect([
    await again({}),
    await again({ ...aForm(), action: 'place', seen: '' }),
    await again({ email: 'x', action: 'update' }),
  ]).toEqual([going, going, going])
  expect(await countOf(shop, 'orders')).toBe(1)
})

test('a checkout says which of its parts the shop has hidden, without their names', async () => {
  await using shop = await fixtureShop()
  const checkoutId = await checkoutWith(shop, [
    ['FAN', 1],
    ['RAM', 2],
  ])
  expect(await shown(shop, checkoutId)).toMatchObject({ changes: [] })
  await shop.db.updateTable('products').set({ status: 'draft' }).where('sku', '=', 'RAM').execute()
  expect(await shown(shop, checkoutId)).toMatchObject({
    lines: [{ sku: 'FAN' }],
    changes: [{ kind: 'gone', name: 'RAM' }],
  })
})

test('a cart whose parts are all unavailable shows an empty checkout', async () => {
  await using shop = await fixtureShop()
  const checkoutId = await checkoutWith(shop, [['BAT-OUT', 1]])
  expect(pageIn(await post(shop, checkoutId))).toMatchObject({
    lines: [{ quantity: 0 }],
    totals: { items: { inc: 0 } },
    changes: [{ kind: 'gone' }],
  })
  expect(await countOf(shop, 'orders')).toBe(0)
})

test('checkout starts from a cart, keeps its id, and starts a new one after an order', async () => {
  await using shop = await fixtureShop()
  const start = async (body: unknown) => call(shop, StartCheckout, startCheckout, { body, shopping: swedish() })
  const { answer: first } = await start({
    items: [{ sku: 'FAN', quantity: 1 }],
    coupons: ['TEN'],
    campaign_data: { gclid: 'x' },
  })
  expect(first).toEqual({
    checkout_id: expect.stringMatching(/^[\w-]{32}$/),
    path: `/sv/checkout/${first.checkout_id}`,
  })
  expect((await start({ items: [{ sku: 'RAM', quantity: 1 }], checkout_order_id: first.checkout_id })).answer).toEqual(
    first,
  )
  expect((await shown(shop, first.checkout_id)).lines.map((line) => line.sku)).toEqual(['RAM'])
  expect((await buy(shop, first.checkout_id)).kind).toBe('placed')
  const { answer: second } = await start({ items: [{ sku: 'RAM', quantity: 1 }], checkout_order_id: first.checkout_id })
  expect(second.checkout_id).not.toBe(first.checkout_id)
  expect(await start({ items: [{ sku: 'RAM', quantity: 0 }] })).toMatchObject({
    status: 409,
    answer: { code: 'cart_empty' },
  })
})

describe('the coupon field', () => {
  const codes = async (shop: Shop, checkoutId: string) =>
    JSON.parse((await cartRow(shop.db, checkoutId))?.coupons ?? '') as string[]

  test('adds a code, shows its discount, and removes it again', async () => {
    await using shop = await fixtureShop()
    const checkoutId = await checkoutWith(shop, [['FAN', 2]])
    const added = pageIn(await post(shop, checkoutId, { action: 'coupon', coupon: ' fixed 50 ', name: 'Half typed' }))
    expect(added).toMatchObject({
      coupons: ['FIXED50'],
      refusedCoupons: [],
      errors: {},
      changes: [],
      totals: { discount: { inc: 5_000 } },
      form: { name: 'Half typed' },
    })
    expect(pageIn(await post(shop, checkoutId, { action: '', remove_coupon: 'FIXED50' }))).toMatchObject({
      coupons: [],
      totals: { discount: { inc: 0 } },
    })
    expect(await codes(shop, checkoutId)).toEqual([])
  })

  test('reports every unusable code alike, and codes that need a larger order', async () => {
    await using shop = await fixtureShop()
    const checkoutId = await checkoutWith(shop, [['FAN', 2]])
    for (const code of ['NOTHING', 'ENDED', 'LATER', 'PERSONAL', '!!', 'CUSTOMERDISCOUNT:somebody']) {
      expect(pageIn(await post(shop, checkoutId, { action: 'coupon', coupon: code })).refusedCoupons).toEqual([
        { code, reason: 'unknown' },
      ])
    }
    expect(await codes(shop, checkoutId)).toEqual([])
    expect(pageIn(await post(shop, checkoutId, { action: 'coupon', coupon: 'MIN1000' })).refusedCoupons).toEqual([
      { code: 'MIN1000', reason: 'minimum_spend' },
    ])
  })

  test('a code typed with the order is checked first, and the order has the price that was shown', async () => {
    await using shop = await fixtureShop()
    const checkoutId = await checkoutWith(shop, [['FAN', 2]])
    expect(pageIn(await post(shop, checkoutId, { coupon: 'NOTHING' })).refusedCoupons).toHaveLength(1)
    expect(pageIn(await post(shop, checkoutId, { coupon: 'FIXED50' })).changes).toContainEqual({ kind: 'discount' })
    expect(await countOf(shop, 'orders')).toBe(0)
    expect(await post(shop, checkoutId)).toMatchObject({ kind: 'go' })
  })
})

test("shows typed data to its own browser and the cart's customer, and only the cart to others", async () => {
  await using shop = await fixtureShop()
  const checkoutId = await checkoutWith(shop, [['FAN', 2]])
  const [typist, other] = [somebody(), somebody()]
  const typed = {
    name: 'Anna Andersson',
    line1: 'Hemliga gatan 1',
    email: 'anna@example.se',
    phone: '+46701234567',
    action: 'update',
  }
  await sendCheckout(shop, 'sv', checkoutId, typed, typist)
  const look = async (visitor: ReturnType<typeof somebody>, customerId: string | null = null) =>
    pageIn(await openCheckout(shop, 'sv', checkoutId, { ...visitor, customerId }))
  expect((await look(typist)).form).toMatchObject({
    name: 'Anna Andersson',
    line1: 'Hemliga gatan 1',
    email: 'anna@example.se',
  })
  const leaked = await look(other)
  expect(leaked.lines).toMatchObject([{ sku: 'FAN', quantity: 2 }])
  expect(JSON.stringify(leaked)).not.toMatch(/Anna|Hemliga|anna@|4670/)
  await sendCheckout(shop, 'sv', checkoutId, { city: 'Malmö', action: 'update' }, other)
  expect((await look(other)).form).toMatchObject({ city: 'Malmö', name: '' })
  expect((await look(typist)).form).toMatchObject({ city: '', name: '' })
  await sendCheckout(shop, 'sv', checkoutId, typed, typist)
  await shop.db.updateTable('carts').set({ customer_id: 'anna' }).where('checkout_id', '=', checkoutId).execute()
  expect((await look(somebody('anna'), 'anna')).form).toMatchObject({ line1: 'Hemliga gatan 1' })
  expect((await look(somebody('bo'), 'bo')).form).toMatchObject({ line1: '' })
})

test('the page sets a browser id, so that concurrent first requests share one', async () => {
  await using shop = await fixtureShop()
  const checkoutId = await checkoutWith(shop, [['FAN', 2]])
  const kept = new Map<string, string>()
  await openCheckout(shop, 'sv', checkoutId, { clientAddress: '127.0.0.1', cookies: jar(kept) })
  const requests = [1, 2].map(() => ({ ...somebody(), cookies: jar(new Map(kept)) }))
  const typed: Record<string, string> = { email: 'anna@example.se', action: 'update' }
  await Promise.all(requests.map((request) => sendCheckout(shop, 'sv', checkoutId, typed, request)))
  for (const { clientAddress, cookies } of requests) {
    const page = pageIn(await openCheckout(shop, 'sv', checkoutId, { clientAddress, cookies }))
    expect(page.form.email).toBe('anna@example.se')
  }
})

test("a saved address in another country than the cart's is reported until the form is edited", async () => {
  await using shop = await fixtureShop()
  await addCustomer(shop, { id: 'anna' })
  await shop.db
    .insertInto('addresses')
    .values({
      id: 'home',
      customer_id: 'anna',
      organization_id: null,
      name: 'Anna',
      line1: 'Storgatan 1',
      line2: '',
      postal_code: '111 22',
      city: 'Stockholm',
      country: 'SE',
    })
    .execute()
  const started = async (country: string) =>
    storeCart(shop, swedish(country), {
      checkoutId: null,
      items: [{ sku: 'FAN', quantity: 1 }],
      coupons: [],
      customerId: 'anna',
    })
  const norway = await started('NO')
  const page = pageIn(await openCheckout(shop, 'sv', norway, { customerId: 'anna' }))
  expect(page).toMatchObject({
    form: { country: 'SE' },
    totals: { items: { inc: 9_900 } },
    changes: [{ kind: 'country', before: 'NO', after: 'SE' }],
  })
  expect(pageIn(await openCheckout(shop, 'sv', await started('SE'), { customerId: 'anna' })).changes).toEqual([])
})
