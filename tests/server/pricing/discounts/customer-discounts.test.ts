import { describe, expect, test } from 'vitest'
import { SyncCoupons } from '../../../../src/contracts/calls/sync-coupons.ts'
import { storeCart } from '../../../../src/server/ordering/cart/store-cart.ts'
import { syncCoupons } from '../../../../src/server/ordering/cart/sync-coupons.ts'
import { priceCheckout } from '../../../../src/server/ordering/checkout/price-checkout.ts'
import { call } from '../../call.ts'
import { addCustomer } from '../../identity/shopper.ts'
import { buy, fixtureShop, swedish, orderedPage } from '../../ordering/checkout/buyer.ts'

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

  test('a personal discount applies to its owner and category where it is the largest', async () => {
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
      return (await priceCheckout(shop, swedish(), { items, coupons, customerId }, shop.now())).lines.map(
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

  test(
    'CUSTOMERDISCOUNT is a fixed amount of its customer, and naming that customer in a query gives nothing' +
      ' [3.coupon.customer-discount]',
    async () => {
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
    },
  )

  test("an order uses it up, and the order's page shows the plain code", async () => {
    await using shop = await fixtureShop()
    await addCustomer(shop, { id: 'somebody' })
    const context = swedish()
    const checkoutId = await storeCart(shop, context, {
      checkoutId: null,
      items: [{ sku: 'FAN', quantity: 2 }],
      coupons: ['CUSTOMERDISCOUNT'],
      customerId: 'somebody',
    })
    expect((await buy(shop, checkoutId)).kind).toBe('placed')
    expect(await orderedPage(shop, checkoutId)).toMatchObject({
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
