import { expect, test } from 'vitest'
import { storeCart } from '../../../../src/server/ordering/cart/store-cart.ts'
import { priceCheckout } from '../../../../src/server/ordering/checkout/price-checkout.ts'
import { buy, fixtureShop, swedish, orderedPage } from '../../ordering/checkout/buyer.ts'
import { openCheckout } from '../../ordering/checkout/visit-checkout.ts'
import { synced, reduced } from './coupon-cart.ts'

test('every kind of coupon is returned as in spec section 3 [3.coupon.fields] [7.sync-coupons.answer]', async () => {
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

test("unknown, expired, future, used-up and other customers' codes are not returned", async () => {
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

test('gift cards get no coupon or personal discount, and do not count for minimum spend or free delivery', async () => {
  await using shop = await fixtureShop()
  await shop.db
    .insertInto('personal_discounts')
    .values({ id: 'own', customer_id: 'somebody', organization_id: null, discount_category: 'cards', percent: 20 })
    .execute()
  await shop.db.updateTable('products').set({ discount_category: 'cards' }).where('sku', '=', 'GIFT').execute()
  const { lines, totals } = await priceCheckout(
    shop,
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
    shop,
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
    shop,
    swedish(),
    { items: [{ sku: 'GIFT', quantity: 2 }], coupons: ['FIXED50'], customerId: null },
    shop.now(),
  )
  expect(cards.totals).toMatchObject({ discount: { inc: 0 }, total: { inc: 100_000 } })
})

test('a code without effect is named at checkout and not used up; one with effect is', async () => {
  await using shop = await fixtureShop()
  const uses = async () =>
    Object.fromEntries(
      (await shop.db.selectFrom('coupons').select(['code', 'used']).execute()).map(({ code, used }) => [code, used]),
    )
  const order = async (wanted: [string, number][], coupons: string[]) => {
    const checkoutId = await storeCart(shop, swedish(), {
      checkoutId: null,
      items: wanted.map(([sku, quantity]) => ({ sku, quantity })),
      coupons,
    })
    const answer = await openCheckout(shop, 'sv', checkoutId)
    expect(await buy(shop, checkoutId)).toMatchObject({ kind: 'placed' })
    return answer.kind === 'page'
      ? {
          refused: answer.page.refusedCoupons,
          kept: answer.page.coupons,
          redeemed: (await orderedPage(shop, checkoutId))?.coupons,
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

test('a fixed amount only applies in its own currency', async () => {
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

test(
  'each line gets the largest percentage that applies, and campaign lines none' +
    ' [9.discount.largest] [9.total.no-extra-discount]',
  async () => {
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
  },
)

test('a fixed amount lowers the sum and its VAT, and never below zero', async () => {
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
