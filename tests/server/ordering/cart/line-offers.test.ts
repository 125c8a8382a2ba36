import { describe, expect, test } from 'vitest'
import type { Shop } from '../../../../src/server/shop.ts'
import { fixtureShop } from '../checkout/buyer.ts'
import { sync, mine, brief } from './synced-cart.ts'

describe('lines added with another product', () => {
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

  test('get the bundle price for as many units as there are of its product in the cart', async () => {
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

  test('without an offer they are regular lines', async () => {
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

  test('an accessory keeps its price and its link to its product', async () => {
    await using shop = await fixtureShop()
    const accessory = { sku: 'FAN', quantity: 4, cross_selling_product_id: 'bat' }
    expect(await bound(shop, [{ sku: 'BAT', quantity: 1 }, accessory])).toEqual([
      ['BAT', 1, 499, null, null],
      ['FAN', 4, 99, 'bat', null],
    ])
    expect(await bound(shop, [accessory])).toEqual([['FAN', 4, 99, null, null]])
  })

  test('units of a missing product give no reduction', async () => {
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

  test('adds it free, once, keeps its uuid, and removes it again', async () => {
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

  test("adds nothing that is not available beside the cart's own units", async () => {
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
