import { expect, test } from 'vitest'
import { SyncCoupons } from '../../../src/contracts/sync-coupons.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { priceCheckout } from '../../../src/server/checkout/price-checkout.ts'
import { syncCoupons } from '../../../src/server/discounts/sync-coupons.ts'
import { fixtureShop, swedish } from '../checkout/buyer.ts'
import { call } from '../call.ts'

async function synced(shop: Shop, coupons: unknown[], wanted: [string, number][], context = swedish()) {
  const body = { coupons, cart_contents: wanted.map(([sku, quantity]) => ({ sku, quantity })) }
  const { answer } = await call(shop, SyncCoupons, syncCoupons, { body, shopping: context })
  return answer.toSorted((a, b) => (a.code < b.code ? -1 : 1))
}

async function reduced(shop: Shop, coupons: string[], wanted: [string, number][], context = swedish()) {
  const items = wanted.map(([sku, quantity]) => ({ sku, quantity }))
  const { lines, totals } = await priceCheckout(shop.db, context, { items, coupons, customerId: null }, shop.now())
  return { percents: lines.map((line) => line.discountPercent), units: lines.map((line) => line.unit), totals }
}

test('every kind of coupon comes back as spec section 3 has it', async () => {
  await using shop = await fixtureShop()
  const plain = { percentage_discount: null, fixed_amount: null, specific_groups: [], excluded_groups: [], specific_discount_categories: [], failed_minimum_spend: false, applied: true }
  expect(await synced(shop, ['TEN', { code: 'group20' }, ' notbat15 ', 'POWER25', 'FIXED50', 'MIN1000'], [['FAN', 1]])).toEqual([
    { ...plain, code: 'FIXED50', fixed_amount: 50 }, { ...plain, code: 'GROUP20', percentage_discount: 20, specific_groups: ['bat'] },
    { ...plain, code: 'MIN1000', percentage_discount: 30, failed_minimum_spend: true, applied: false },
    { ...plain, code: 'NOTBAT15', percentage_discount: 15, excluded_groups: ['bat'] },
    { ...plain, code: 'POWER25', percentage_discount: 25, specific_discount_categories: ['power'] }, { ...plain, code: 'TEN', percentage_discount: 10 },
  ])
})

test('codes that do not exist, are over, not begun, used up or somebody else\'s are not returned', async () => {
  await using shop = await fixtureShop()
  await shop.db.updateTable('coupons').set({ used: 1 }).where('code', '=', 'ONCE').execute()
  expect(await synced(shop, ['NOTHING', 'ENDED', 'LATER', 'ONCE', 'PERSONAL', 'x', "'; drop table coupons --"], [['FAN', 1]])).toEqual([])
})

test('a minimum spend is met at its amount, in the shopper\'s currency', async () => {
  await using shop = await fixtureShop()
  const applied = async (wanted: [string, number][], context = swedish()) => (await synced(shop, ['MIN1000'], wanted, context))[0]?.applied
  expect([await applied([['MANUAL', 9]]), await applied([['SOON', 1]])]).toEqual([false, true])
  expect([await applied([['SOON', 1]], swedish('SE', 'EUR')), await applied([['FAN', 10]], swedish('SE', 'EUR'))]).toEqual([true, false])
})

test('a fixed amount is of its own currency, and of no other', async () => {
  await using shop = await fixtureShop()
  const [kronor, euros, pounds] = [await synced(shop, ['FIXED50'], [['FAN', 1]]), await synced(shop, ['FIXED50'], [['FAN', 1]], swedish('SE', 'EUR')), await synced(shop, ['FIXED50'], [['FAN', 1]], swedish('SE', 'GBP'))]
  expect([kronor, euros, pounds].map(([coupon]) => [coupon?.fixed_amount, coupon?.applied])).toEqual([[50, true], [5, true], [null, false]])
})

test('each line gets the largest percent that reaches it, and campaign lines none', async () => {
  await using shop = await fixtureShop()
  const cart: [string, number][] = [['BAT', 1], ['BAT-FEW', 1], ['FAN', 1], ['SALE', 1]]
  expect((await reduced(shop, [], cart)).percents).toEqual([0, 0, 0, 0])
  expect((await reduced(shop, ['TEN'], cart)).percents).toEqual([10, 10, 10, 0])
  expect((await reduced(shop, ['TEN', 'GROUP20'], cart)).percents).toEqual([20, 20, 10, 0])
  expect((await reduced(shop, ['POWER25', 'GROUP20', 'TEN', 'NOTBAT15'], cart)).percents).toEqual([25, 20, 15, 0])
  expect((await reduced(shop, ['TEN'], cart)).units).toEqual([44_910, 26_910, 8_910, 70_000])
})

test('a fixed amount lowers the sum and its VAT, and never below nothing', async () => {
  await using shop = await fixtureShop()
  const { totals } = await reduced(shop, ['FIXED50'], [['FAN', 2]])
  expect(totals).toEqual({ items: 19_800, discount: 5_000, delivery: 4_900, vat: 2_960 + 980, total: 19_700 })
  expect((await reduced(shop, ['FIXED50'], [['SCREW-11', 1]])).totals).toEqual({ items: 1_100, discount: 1_100, delivery: 4_900, vat: 980, total: 4_900 })
})
