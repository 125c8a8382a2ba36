import { describe, expect, test } from 'vitest'
import { StartCheckout } from '../../../src/contracts/start-checkout.ts'
import { SyncCart } from '../../../src/contracts/sync-cart.ts'
import { SyncCoupons } from '../../../src/contracts/sync-coupons.ts'
import { syncCart } from '../../../src/server/cart/sync-cart.ts'
import { postCheckout } from '../../../src/server/checkout/checkout-page.ts'
import { showCheckout } from '../../../src/server/checkout/checkout-page.ts'
import { keepCart } from '../../../src/server/checkout/keep-cart.ts'
import { cartRow } from '../../../src/server/checkout/queries.ts'
import { startCheckout } from '../../../src/server/checkout/start-checkout.ts'
import { checkoutOrder } from '../../../src/server/orders/order-page.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { priceCheckout } from '../../../src/server/checkout/price-checkout.ts'
import { syncCoupons } from '../../../src/server/discounts/sync-coupons.ts'
import { buy, fixtureShop, movableClock, somebody, swedish } from '../checkout/buyer.ts'
import { call } from '../call.ts'

async function synced(shop: Shop, coupons: unknown[], wanted: [string, number][], context = swedish()) {
  const body = { coupons, cart_contents: wanted.map(([sku, quantity]) => ({ sku, quantity })) }
  const { answer } = await call(shop, SyncCoupons, syncCoupons, { body, shopping: context })
  return answer.toSorted((a, b) => (a.code < b.code ? -1 : 1))
}

async function reduced(shop: Shop, coupons: string[], wanted: [string, number][], context = swedish()) {
  const items = wanted.map(([sku, quantity]) => ({ sku, quantity }))
  const { lines, totals } = await priceCheckout(shop.db, context, { items, coupons, customerId: null }, shop.now())
  return {
    percents: lines.map((line) => line.amounts.percent),
    units: lines.map((line) => line.amounts.unit.inc),
    totals,
  }
}

test('every kind of coupon comes back as spec section 3 has it [3.coupon.fields] [7.sync-coupons.answer]', async () => {
  await using shop = await fixtureShop()
  const plain = {
    percentage_discount: null,
    fixed_amount: null,
    specific_groups: [],
    excluded_groups: [],
    specific_discount_categories: [],
    failed_minimum_spend: false,
    applied: true,
  }
  expect(
    await synced(shop, ['TEN', { code: 'group20' }, ' notbat15 ', 'POWER25', 'FIXED50', 'MIN1000'], [['FAN', 1]]),
  ).toEqual([
    { ...plain, code: 'FIXED50', fixed_amount: 50 },
    { ...plain, code: 'GROUP20', percentage_discount: 20, specific_groups: ['bat'] },
    { ...plain, code: 'MIN1000', percentage_discount: 30, failed_minimum_spend: true, applied: false },
    { ...plain, code: 'NOTBAT15', percentage_discount: 15, excluded_groups: ['bat'] },
    { ...plain, code: 'POWER25', percentage_discount: 25, specific_discount_categories: ['power'] },
    { ...plain, code: 'TEN', percentage_discount: 10 },
  ])
})

test("codes that do not exist, are over, not begun, used up or somebody else's are not returned", async () => {
  await using shop = await fixtureShop()
  await shop.db.updateTable('coupons').set({ used: 1 }).where('code', '=', 'ONCE').execute()
  expect(
    await synced(
      shop,
      ['NOTHING', 'ENDED', 'LATER', 'ONCE', 'PERSONAL', 'x', "'; drop table coupons --"],
      [['FAN', 1]],
    ),
  ).toEqual([])
})

test("a minimum spend is met at its amount, in the shopper's currency", async () => {
  await using shop = await fixtureShop()
  const applied = async (wanted: [string, number][], context = swedish()) =>
    (await synced(shop, ['MIN1000'], wanted, context))[0]?.applied
  expect([await applied([['MANUAL', 7]]), await applied([['SOON', 1]])]).toEqual([false, true])
  expect([
    await applied([['SOON', 1]], swedish('SE', 'EUR')),
    await applied([['FAN', 10]], swedish('SE', 'EUR')),
  ]).toEqual([true, false])
})

test('gift cards take no coupon and no personal percent, and count for no minimum spend and no free delivery', async () => {
  await using shop = await fixtureShop()
  await shop.db
    .insertInto('personal_discounts')
    .values({ id: 'own', customer_id: 'somebody', organization_id: null, discount_category: 'cards', percent: 20 })
    .execute()
  await shop.db.updateTable('products').set({ discount_category: 'cards' }).where('sku', '=', 'GIFT').execute()
  const { lines, totals } = await priceCheckout(
    shop.db,
    swedish(),
    {
      items: [
        { sku: 'GIFT', quantity: 4 },
        { sku: 'FAN', quantity: 1 },
      ],
      coupons: ['TEN', 'FIXED50'],
      customerId: 'somebody',
    },
    shop.now(),
  )
  const fan = lines[1]?.amounts.total.inc ?? 0
  expect(lines.map(({ amounts: { percent, total, share } }) => [percent, total.inc, share.inc])).toEqual([
    [0, 200_000, 0],
    [10, fan, 5_000],
  ])
  const alone = await priceCheckout(
    shop.db,
    swedish(),
    { items: [{ sku: 'FAN', quantity: 1 }], coupons: ['TEN', 'FIXED50'], customerId: null },
    shop.now(),
  )
  expect(totals.delivery).toEqual(alone.totals.delivery)
  expect(
    await synced(
      shop,
      ['MIN1000'],
      [
        ['GIFT', 10],
        ['FAN', 1],
      ],
    ),
  ).toMatchObject([{ applied: false, failed_minimum_spend: true }])
  const cards = await priceCheckout(
    shop.db,
    swedish(),
    { items: [{ sku: 'GIFT', quantity: 2 }], coupons: ['FIXED50'], customerId: null },
    shop.now(),
  )
  expect(cards.totals).toMatchObject({ discount: { inc: 0 }, total: { inc: 100_000 } })
})

test('a code that takes nothing off is named at checkout and not used up; one that does is', async () => {
  await using shop = await fixtureShop()
  const uses = async () =>
    Object.fromEntries(
      (await shop.db.selectFrom('coupons').select(['code', 'used']).execute()).map(({ code, used }) => [code, used]),
    )
  const order = async (wanted: [string, number][], coupons: string[]) => {
    const checkoutId = await keepCart(shop, swedish(), {
      checkoutId: null,
      items: wanted.map(([sku, quantity]) => ({ sku, quantity })),
      coupons,
    })
    const answer = await showCheckout(shop, 'sv', checkoutId)
    expect(await buy(shop, checkoutId)).toMatchObject({ kind: 'placed' })
    return answer.kind === 'page'
      ? {
          refused: answer.page.refusedCoupons,
          kept: answer.page.coupons,
          redeemed: (await checkoutOrder(shop, checkoutId))?.coupons,
        }
      : answer
  }
  expect(await order([['SALE', 1]], ['ONCE', 'POWER25'])).toEqual({
    refused: [
      { code: 'ONCE', reason: 'no_effect' },
      { code: 'POWER25', reason: 'no_effect' },
    ],
    kept: ['ONCE', 'POWER25'],
    redeemed: [],
  })
  expect(await order([['BAT', 1]], ['TEN', 'ONCE', 'POWER25', 'GIFT'])).toMatchObject({
    redeemed: ['GIFT', 'POWER25'],
    refused: [{ code: 'ONCE' }, { code: 'TEN' }],
  })
  expect(await order([['FAN', 1]], ['FIXED50', 'FIVE', 'ONCE'])).toMatchObject({
    redeemed: ['FIVE', 'FIXED50', 'ONCE'],
    refused: [],
  })
  expect(await uses()).toMatchObject({ ONCE: 1, POWER25: 1, TEN: 0, GIFT: 1, FIXED50: 1, FIVE: 1 })
})

test('a fixed amount is of its own currency, and of no other', async () => {
  await using shop = await fixtureShop()
  const [kronor, euros, pounds] = [
    await synced(shop, ['FIXED50'], [['FAN', 1]]),
    await synced(shop, ['FIXED50'], [['FAN', 1]], swedish('SE', 'EUR')),
    await synced(shop, ['FIXED50'], [['FAN', 1]], swedish('SE', 'GBP')),
  ]
  expect([kronor, euros, pounds].map(([coupon]) => [coupon?.fixed_amount, coupon?.applied])).toEqual([
    [50, true],
    [5, true],
    [null, false],
  ])
})

test('each line gets the largest percent that reaches it, and campaign lines none [9.discount.largest] [9.total.no-extra-discount]', async () => {
  await using shop = await fixtureShop()
  const cart: [string, number][] = [
    ['BAT', 1],
    ['BAT-FEW', 1],
    ['FAN', 1],
    ['SALE', 1],
  ]
  expect((await reduced(shop, [], cart)).percents).toEqual([0, 0, 0, 0])
  expect((await reduced(shop, ['TEN'], cart)).percents).toEqual([10, 10, 10, 0])
  expect((await reduced(shop, ['TEN', 'GROUP20'], cart)).percents).toEqual([20, 20, 10, 0])
  expect((await reduced(shop, ['POWER25', 'GROUP20', 'TEN', 'NOTBAT15'], cart)).percents).toEqual([25, 20, 15, 0])
  expect((await reduced(shop, ['TEN'], cart)).units).toEqual([44_910, 26_910, 8_910, 70_000])
})

test('a fixed amount lowers the sum and its VAT, and never below nothing', async () => {
  await using shop = await fixtureShop()
  const { totals } = await reduced(shop, ['FIXED50'], [['FAN', 2]])
  expect(totals).toEqual({
    items: { inc: 19_800, ex: 15_840 },
    discount: { inc: 5_000, ex: 4_000 },
    delivery: { inc: 4_900, ex: 3_920 },
    total: { inc: 19_700, ex: 15_760 },
  })
  expect((await reduced(shop, ['FIXED50'], [['SCREW-11', 1]])).totals).toMatchObject({
    items: { inc: 1_100 },
    discount: { inc: 1_100, ex: 880 },
    total: { inc: 4_900, ex: 3_920 },
  })
})

describe('discounts of one customer', () => {
  const percent = (
    discount_category: string,
    percent: number,
    owner: { customer_id?: string; organization_id?: string },
  ) => ({
    id: `${discount_category}-${percent}`,
    customer_id: null,
    organization_id: null,
    discount_category,
    percent,
    ...owner,
  })

  test('a personal percent counts for its discount category where it is the largest, and only for whom it belongs to', async () => {
    await using shop = await fixtureShop()
    await shop.db
      .insertInto('organization_members')
      .values({ organization_id: 'firm', customer_id: 'anna', role: 'buyer' })
      .execute()
    await shop.db
      .insertInto('personal_discounts')
      .values([
        percent('power', 12, { customer_id: 'anna' }),
        percent('power', 18, { organization_id: 'firm' }),
        percent('power', 60, { customer_id: 'berit' }),
      ])
      .execute()
    const percents = async (customerId: string | null, coupons: string[]) => {
      const items = [
        { sku: 'BAT', quantity: 1 },
        { sku: 'FAN', quantity: 1 },
        { sku: 'SALE', quantity: 1 },
      ]
      return (await priceCheckout(shop.db, swedish(), { items, coupons, customerId }, shop.now())).lines.map(
        (line) => line.amounts.percent,
      )
    }
    expect([
      await percents('anna', []),
      await percents('anna', ['TEN']),
      await percents('anna', ['POWER25']),
      await percents('carl', []),
      await percents(null, []),
    ]).toEqual([
      [18, 0, 0],
      [18, 10, 0],
      [25, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
    ])
  })

  test('CUSTOMERDISCOUNT is a fixed amount of the customer who has one, and a query that names that customer gets nothing [3.coupon.customer-discount]', async () => {
    await using shop = await fixtureShop()
    const body = {
      coupons: ['customerdiscount', 'CUSTOMERDISCOUNT:somebody'],
      cart_contents: [{ sku: 'FAN', quantity: 2 }],
    }
    const ask = async (customerId?: string) =>
      (
        await call(shop, SyncCoupons, syncCoupons, {
          body,
          shopping: swedish(),
          query: { uid: 'somebody' },
          ...(customerId ? { customerId } : {}),
        })
      ).answer
    expect(await ask('somebody')).toMatchObject([{ code: 'CUSTOMERDISCOUNT', fixed_amount: 125, applied: true }])
    expect([await ask('else'), await ask()]).toEqual([[], []])
  })

  test("an order spends it, and the order's page shows the plain code", async () => {
    await using shop = await fixtureShop()
    const context = swedish()
    const checkoutId = await keepCart(shop, context, {
      checkoutId: null,
      items: [{ sku: 'FAN', quantity: 2 }],
      coupons: ['CUSTOMERDISCOUNT'],
      customerId: 'somebody',
    })
    expect((await buy(shop, checkoutId)).kind).toBe('placed')
    expect(await checkoutOrder(shop, checkoutId)).toMatchObject({
      coupons: ['CUSTOMERDISCOUNT'],
      totals: { discount: { inc: 12_500 }, total: { inc: 19_800 - 12_500 + 4_900 } },
    })
    const again = await call(shop, SyncCoupons, syncCoupons, {
      body: { coupons: ['CUSTOMERDISCOUNT'], cart_contents: [{ sku: 'FAN', quantity: 2 }] },
      shopping: context,
      customerId: 'somebody',
    })
    expect(again.answer).toEqual([])
  })
})

describe('guessing', () => {
  const guess = (at: number) => `GUESS-${String(at)}`
  const ask = (shop: Shop, coupons: string[], asked: { cookies?: Map<string, string>; clientAddress?: string }) =>
    call(shop, SyncCoupons, syncCoupons, { body: { coupons, cart_contents: [] }, shopping: swedish(), ...asked })

  test('a session that tried a dozen wrong codes has to wait, whatever it asks, and another session need not', async () => {
    await using shop = await fixtureShop()
    const cookies = new Map<string, string>()
    for (let at = 0; at < 12; at++) expect((await ask(shop, [guess(at)], { cookies })).answer).toEqual([])
    const refused = await ask(shop, ['TEN'], { cookies })
    expect([refused.status, refused.answer, refused.headers.get('retry-after')]).toMatchObject([
      429,
      { code: 'too_many_codes' },
      '600',
    ])
    expect((await ask(shop, ['TEN'], {})).answer).toMatchObject([{ code: 'TEN', applied: true }])
  })

  test('an address that drops its cookies is stopped as well, at every door', async () => {
    await using shop = await fixtureShop()
    for (let at = 0; at < 60; at += 20)
      await ask(
        shop,
        Array.from({ length: 20 }, (_, next) => guess(at + next)),
        {},
      )
    expect((await ask(shop, ['TEN'], {})).status).toBe(429)
    const body = { items: [{ sku: 'RAM', quantity: 2 }], coupons: ['GIFT'] }
    const lines = (clientAddress: string) =>
      call(shop, SyncCart, syncCart, { body, shopping: swedish(), clientAddress })
    expect([(await lines('127.0.0.1')).answer.length, (await lines('192.0.2.7')).answer.length]).toEqual([1, 2])
    const { answer } = await call(shop, StartCheckout, startCheckout, { body, shopping: swedish() })
    expect(JSON.parse((await cartRow(shop.db, answer.checkout_id))?.coupons ?? '')).toEqual([])
  })

  test('codes that are accepted cost no try', async () => {
    await using shop = await fixtureShop()
    const cookies = new Map<string, string>()
    for (let at = 0; at < 30; at++) expect((await ask(shop, ['TEN', 'MIN1000'], { cookies })).status).toBe(200)
    expect(cookies.size).toBe(0)
  })

  test('a code that the checkout has is kept and counts, long after it was accepted and when no more guesses are allowed', async () => {
    const clock = movableClock()
    await using shop = await fixtureShop(clock)
    const items = [{ sku: 'FAN', quantity: 2 }]
    const start = async (body: object) =>
      (await call(shop, StartCheckout, startCheckout, { body: { items, ...body }, shopping: swedish() })).answer
    const kept = async (id: string) => JSON.parse((await cartRow(shop.db, id))?.coupons ?? '') as unknown
    const { checkout_id: id } = await start({ coupons: ['TEN'] })
    clock.advance(11 * 60)
    for (let at = 0; at < 60; at += 20)
      await ask(
        shop,
        Array.from({ length: 20 }, (_, next) => guess(at + next)),
        {},
      )
    expect((await ask(shop, ['GIFT'], {})).status).toBe(429)
    expect(await start({ coupons: ['TEN'], checkout_order_id: id })).toEqual({
      checkout_id: id,
      path: expect.any(String),
    })
    expect(await kept(id)).toEqual(['TEN'])
    await call(shop, SyncCart, syncCart, {
      body: { items, coupons: ['TEN', guess(1)], checkout_order_id: id },
      shopping: swedish(),
    })
    expect(await kept(id)).toEqual(['TEN'])
    expect(await start({ coupons: ['TEN', 'GIFT'], checkout_order_id: id })).toMatchObject({
      unchecked_codes: ['GIFT'],
    })
    expect(await kept(id)).toEqual(['TEN'])
  })

  test('a code in use stays accepted, so that a later limit takes nothing from its cart', async () => {
    const clock = movableClock()
    await using shop = await fixtureShop(clock)
    for (let minute = 0; minute < 20; minute += 5) {
      await ask(shop, ['TEN'], {})
      clock.advance(300)
    }
    for (let at = 0; at < 60; at += 20)
      await ask(
        shop,
        Array.from({ length: 20 }, (_, next) => guess(at + next)),
        {},
      )
    const { answer } = await call(shop, StartCheckout, startCheckout, {
      body: { items: [{ sku: 'FAN', quantity: 2 }], coupons: ['TEN'] },
      shopping: swedish(),
    })
    expect(JSON.parse((await cartRow(shop.db, answer.checkout_id))?.coupons ?? '')).toEqual(['TEN'])
  })

  test('a tab that knows of no codes lets the checkout keep its own, and is told of them', async () => {
    await using shop = await fixtureShop()
    const items = [{ sku: 'FAN', quantity: 2 }]
    const id = await keepCart(shop, swedish(), { checkoutId: null, items, coupons: ['TEN'] })
    const body = { items, coupons: [], keep_codes: true, checkout_order_id: id }
    const { headers } = await call(shop, SyncCart, syncCart, { body, shopping: swedish() })
    expect(headers.get('x-cart-codes')).toBe('TEN')
    await call(shop, StartCheckout, startCheckout, { body, shopping: swedish() })
    expect(JSON.parse((await cartRow(shop.db, id))?.coupons ?? '')).toEqual(['TEN'])
    await call(shop, SyncCart, syncCart, { body: { ...body, keep_codes: false }, shopping: swedish() })
    expect(JSON.parse((await cartRow(shop.db, id))?.coupons ?? '')).toEqual([])
  })

  test('the checkout says that a code was not looked at, and keeps those it has', async () => {
    await using shop = await fixtureShop()
    const id = await keepCart(shop, swedish(), {
      checkoutId: null,
      items: [{ sku: 'FAN', quantity: 2 }],
      coupons: ['TEN'],
    })
    for (let at = 0; at < 60; at += 20)
      await ask(
        shop,
        Array.from({ length: 20 }, (_, next) => guess(at + next)),
        {},
      )
    const posted = (name: string) => ({ action: 'coupon', coupon: 'GIFT' })[name]
    const answer = await postCheckout(shop, 'sv', id, posted, somebody())
    expect(answer).toMatchObject({ page: { coupons: ['TEN'], refusedCoupons: [{ code: 'GIFT', reason: 'too_many' }] } })
  })
})
