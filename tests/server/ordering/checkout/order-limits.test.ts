import { describe, expect, test } from 'vitest'
import { StartCheckout } from '../../../../src/contracts/calls/start-checkout.ts'
import { startCheckout } from '../../../../src/server/ordering/checkout/start-checkout.ts'
import { shipOrder } from '../../../../src/server/ordering/fulfilment/ship-order.ts'
import { payInvoice } from '../../../../src/server/ordering/invoices/pay-invoice.ts'
import { refundOrder } from '../../../../src/server/ordering/refunds/refund-order.ts'
import { unlimitedOrders } from '../../../support/unlimited-orders.ts'
import { call } from '../../call.ts'
import { addOrganization } from '../../identity/page-visit.ts'
import { addCustomer } from '../../identity/shopper.ts'
import { countOf, movableClock, stockOf, swedish } from './buyer.ts'
import { type Wanted, shopWith, order, placed, refusalOf, firm } from './order-attempt.ts'

describe('limits', () => {
  test('of a hundred concurrent orders of one network, as many are placed as the setting allows', async () => {
    await using shop = await shopWith({ ...unlimitedOrders, ORDERS_PER_NETWORK: '7' })
    const all = await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        order(
          shop,
          [['FAN', 1]],
          { payment_method: 'invoice', email: `v${at}@example.se` },
          { from: `2001:db8:1:${at.toString(16)}::1` },
        ),
      ),
    )
    expect([all.filter(placed).length, await countOf(shop, 'orders')]).toEqual([7, 7])
    expect(refusalOf(all.find((each) => !placed(each)) ?? (await order(shop, [])))).toMatchObject({
      status: 429,
      refusal: { code: 'too_many_orders' },
      errors: {},
    })
    expect(placed(await order(shop, [['FAN', 1]], {}, { from: '2001:db8:2:3::1' }))).toBe(true)
  })

  test('limits a hundred concurrent orders to one mailbox, and allows more an hour later', async () => {
    const clock = movableClock()
    await using shop = await shopWith({ ...unlimitedOrders, ORDERS_PER_EMAIL: '4' }, clock)
    const all = await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        order(
          shop,
          [['FAN', 1]],
          { payment_method: 'invoice', email: at % 2 === 0 ? `Vic.tim+${at}@gmail.com` : 'victim@gmail.com' },
          { from: `198.51.100.${at}` },
        ),
      ),
    )
    expect([all.filter(placed).length, await countOf(shop, 'orders'), await countOf(shop, 'outbox')]).toEqual([4, 4, 8])
    clock.advance(3601)
    expect(placed(await order(shop, [['FAN', 1]], { email: 'victim@gmail.com' }))).toBe(true)
  })

  test('unpaid orders are limited in number and sum by address, and four times that by network', async () => {
    const clock = movableClock()
    await using shop = await shopWith({ ...unlimitedOrders, OPEN_ORDERS: '2', OPEN_ORDERS_SUM: '1200' }, clock)
    const buy = async (email: string, wanted: Wanted = [['FAN', 1]], from = '192.0.2.1') =>
      refusalOf(await order(shop, wanted, { email }, { from }))
    expect(await buy('a@example.se', [['BAT', 3]])).toMatchObject({ status: 429, refusal: { code: 'open_sum' } })
    for (const name of ['a', 'a', 'b', 'b', 'c', 'c', 'd', 'd'])
      expect(await buy(`${name}@example.se`)).toMatchObject({ kind: 'go' })
    expect(await buy('a@example.se', [['FAN', 1]], '192.0.2.9')).toMatchObject({
      status: 429,
      refusal: { code: 'too_many_open' },
    })
    expect(await buy('e@example.se')).toMatchObject({ refusal: { code: 'too_many_open' } })
    expect(await buy('e@example.se', [['FAN', 1]], '192.0.2.9')).toMatchObject({ kind: 'go' })
    await shop.db.updateTable('orders').set({ status: 'expired' }).execute()
    expect(await buy('a@example.se')).toMatchObject({ kind: 'go' })
  })

  test('invoices count as unpaid with what is left of them after credits and payments in part', async () => {
    await using shop = await shopWith({ ...unlimitedOrders, OPEN_ORDERS: '2', OPEN_ORDERS_SUM: '500' })
    const buy = (wanted: Wanted, from: string) =>
      order(shop, wanted, { payment_method: 'invoice', email: 'inga@example.se' }, { from })
    for (const from of ['192.0.2.1', '192.0.2.2']) expect(placed(await buy([['FAN', 2]], from))).toBe(true)
    const refused = { refusal: { code: 'too_many_open' } }
    expect(refusalOf(await buy([['FAN', 1]], '192.0.2.3'))).toMatchObject(refused)
    const [first, second] = (await shop.db.selectFrom('orders').select('id').orderBy('seq').execute()).map(
      ({ id }) => id,
    )
    const of = { actor: 'x', orderId: first ?? '' }
    await shipOrder(shop, { ...of, carrier: '', trackingNumber: '' })
    await refundOrder(shop, { ...of, reason: '', withDelivery: true })
    // 247.00 is left of the second, and 50.00 after a payment in part; three fans with their delivery cost 346.00.
    expect(refusalOf(await buy([['FAN', 3]], '192.0.2.4'))).toMatchObject({ refusal: { code: 'open_sum' } })
    await payInvoice(shop, { actor: 'x', orderId: second ?? '', amount: 19_700 })
    expect(placed(await buy([['FAN', 3]], '192.0.2.4'))).toBe(true)
  })

  test('what strangers order in the name of an address does not limit the customer whose address it is', async () => {
    const settings = { ORDERS_PER_EMAIL: '2', OPEN_ORDERS: '2', OPEN_ORDERS_SUM: '700', UNPAID_STOCK_PERCENT: '1' }
    await using shop = await shopWith({ ...unlimitedOrders, ...settings })
    const email = await addCustomer(shop, { id: 'owner' })
    await addCustomer(shop, { id: 'other' })
    const buy = (wanted: Wanted, from: string, customerId?: string) =>
      order(shop, wanted, { email }, { from, ...(customerId ? { customerId } : {}) })
    for (const from of ['192.0.2.1', '192.0.2.2']) expect(placed(await buy([['FAN', 2]], from))).toBe(true)
    const refused = { refusal: { code: 'too_many_orders' } }
    expect(refusalOf(await buy([['FAN', 1]], '192.0.2.3'))).toMatchObject(refused)
    expect(refusalOf(await buy([['FAN', 1]], '192.0.2.3', 'other'))).toMatchObject(refused)
    for (const at of [1, 2]) expect([at, placed(await buy([['FAN', 2]], '192.0.2.9', 'owner'))]).toEqual([at, true])
    expect(refusalOf(await buy([['FAN', 1]], '192.0.2.9', 'owner'))).toMatchObject(refused)
    await shop.db.updateTable('customers').set({ verified_at: null }).execute()
    expect(refusalOf(await buy([['FAN', 1]], '192.0.2.8', 'owner'))).toMatchObject(refused)
  })

  test('unpaid orders cannot reserve most of a part, under however many names', async () => {
    await using shop = await shopWith({ ...unlimitedOrders, UNPAID_STOCK_PERCENT: '50' })
    await shop.db.updateTable('stock').set({ on_hand: 69, reserved: 0 }).where('product_id', '=', 'fan').execute()
    const buy = async (quantity: number, email: string, from = '192.0.2.1') =>
      refusalOf(await order(shop, [['FAN', quantity]], { email }, { from }))
    expect(await buy(69, 'a@example.se')).toMatchObject({
      status: 409,
      refusal: { code: 'reserved_too_much', most: 34, name: expect.stringMatching(/./) as string },
    })
    expect(await buy(30, 'a@example.se')).toMatchObject({ kind: 'go' })
    expect(await buy(5, 'b@example.se')).toMatchObject({ refusal: { most: 4 } })
    expect(await buy(5, 'a@example.se', '192.0.2.2')).toMatchObject({ refusal: { most: 4 } })
    expect(await buy(5, 'b@example.se', '192.0.2.2')).toMatchObject({ kind: 'go' })
    expect((await stockOf(shop, 'fan')).reserved).toBe(35)
    await shop.db.updateTable('stock').set({ on_hand: 200 }).where('product_id', '=', 'fan').execute()
    expect(await buy(90, 'c@example.se', '2001:db8:1:1::1')).toMatchObject({ kind: 'go' })
    expect(await buy(20, 'd@example.se', '2001:db8:1:2::1')).toMatchObject({ refusal: { most: 10 } })
  })

  test('above the order limit the drawer is told before the checkout opens, except organizations', async () => {
    await using shop = await shopWith({ ...unlimitedOrders, ORDERS_PER_NETWORK: '1' })
    await addCustomer(shop, { id: 'buyer' })
    await addOrganization(shop, { id: 'firm', members: { buyer: 'buyer' } })
    const begin = (from: string, customerId?: string) =>
      call(shop, StartCheckout, startCheckout, {
        body: { items: [{ sku: 'FAN', quantity: 1 }], coupons: [] },
        shopping: swedish(),
        clientAddress: from,
        ...(customerId ? { customerId } : {}),
      })
    expect((await begin('192.0.2.1')).status).toBe(200)
    await order(shop, [['FAN', 1]])
    const refused = await begin('192.0.2.1')
    expect([refused.status, refused.answer, refused.headers.get('Retry-After')]).toMatchObject([
      429,
      { code: 'too_many_orders' },
      '3600',
    ])
    expect([(await begin('192.0.2.2')).status, (await begin('192.0.2.1', 'buyer')).status]).toEqual([200, 200])
    const own = await order(shop, [['FAN', 1]], { ...firm, email: 'buyer@example.se' }, { customerId: 'buyer' })
    expect([
      placed(own),
      placed(await order(shop, [['FAN', 1]], { ...firm, email: 'victim@example.se' }, { customerId: 'buyer' })),
    ]).toEqual([true, false])
  })
})
