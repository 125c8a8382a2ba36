import { describe, expect, test } from 'vitest'
import type { Shop } from '../../../../src/server/shop.ts'
import { unlimitedOrders } from '../../../support/unlimited-orders.ts'
import { addOrganization } from '../../identity/page-visit.ts'
import { addCustomer } from '../../identity/shopper.ts'
import { checkoutWith, countOf } from './buyer.ts'
import { type Wanted, shopWith, order, placed, refusalOf, firm } from './order-attempt.ts'
import { openCheckout } from './visit-checkout.ts'

/** The default settings. */
const asDelivered = {
  INVOICE_GUEST_LIMIT: '0',
  INVOICE_PRIVATE_LIMIT: '2000',
  ORDERS_PER_NETWORK: '30',
  ORDERS_PER_EMAIL: '10',
  OPEN_ORDERS: '5',
  OPEN_ORDERS_SUM: '50000',
  UNPAID_STOCK_PERCENT: '50',
}
const methodsOf = async (shop: Shop, checkoutId: string, customerId: string | null = null) => {
  const answer = await openCheckout(shop, 'sv', checkoutId, { customerId, clientAddress: '192.0.2.1' })
  return answer.kind === 'page' ? answer.page.paymentMethods : []
}

describe('invoice', () => {
  test('a guest is not offered it, cannot force it, and keeps the typed data', async () => {
    await using shop = await shopWith(asDelivered)
    expect(await methodsOf(shop, await checkoutWith(shop, [['FAN', 1]]))).toEqual(['sandbox'])
    const refused = await order(shop, [['FAN', 1]], { payment_method: 'invoice', name: 'Åsa Öst' })
    expect(refusalOf(refused)).toEqual({
      status: 409,
      refusal: null,
      errors: { payment_method: 'invoice_unavailable' },
    })
    expect(refused.answer).toMatchObject({ page: { form: { name: 'Åsa Öst', line1: 'Storgatan 1' } } })
    expect([await countOf(shop, 'orders'), await countOf(shop, 'outbox')]).toEqual([0, 0])
    expect(refusalOf(await order(shop, [['FAN', 1]], { payment_method: 'invoice', ...firm }))).toMatchObject({
      status: 409,
      errors: { payment_method: 'invoice_unavailable' },
    })
  })

  test("limits a guest's unpaid sum by address and by network, in all currencies together", async () => {
    await using shop = await shopWith({ ...unlimitedOrders, INVOICE_GUEST_LIMIT: '1000' })
    const buy = async (email: string, from: string) =>
      placed(await order(shop, [['BAT', 1]], { payment_method: 'invoice', email }, { from }))
    expect(await buy('a@example.se', '192.0.2.1')).toBe(true)
    expect([
      await buy('A@example.se', '192.0.2.2'),
      await buy('b@example.se', '192.0.2.1'),
      await buy('b@example.se', '192.0.2.2'),
    ]).toEqual([false, false, true])
  })

  test('a private customer with a verified address buys up to the setting, without one is a guest', async () => {
    await using shop = await shopWith(asDelivered)
    await addCustomer(shop, { id: 'anna' })
    const buy = async (quantity: number) =>
      placed(
        await order(
          shop,
          [['BAT', quantity]],
          { payment_method: 'invoice', email: 'anna@example.se' },
          { customerId: 'anna' },
        ),
      )
    expect([await buy(5), await buy(3), await buy(1)]).toEqual([false, true, false])
    await shop.db.updateTable('customers').set({ verified_at: null }).execute()
    await shop.db.updateTable('orders').set({ invoice_paid_at: 'now' }).execute()
    expect(await buy(1)).toBe(false)
  })

  test("an organization's buyer cannot use it as a private person and stays within the limit", async () => {
    await using shop = await shopWith(asDelivered)
    await addCustomer(shop, { id: 'buyer' })
    await addOrganization(shop, { id: 'firm', creditLimit: 20_000, members: { buyer: 'buyer' } })
    const buy = (changes: Record<string, string>, wanted: Wanted = [['FAN', 1]]) =>
      order(shop, wanted, { payment_method: 'invoice', email: 'buyer@example.se', ...changes }, { customerId: 'buyer' })
    expect(refusalOf(await buy({ customer_kind: 'private' }))).toMatchObject({
      status: 409,
      errors: { payment_method: 'invoice_unavailable' },
    })
    expect(refusalOf(await buy(firm, [['BAT', 9]]))).toMatchObject({
      status: 409,
      errors: { payment_method: 'credit_exceeded' },
    })
    expect(placed(await buy(firm))).toBe(true)
  })

  test('twenty concurrent orders of one private customer never exceed the setting together', async () => {
    await using shop = await shopWith({ ...unlimitedOrders, INVOICE_PRIVATE_LIMIT: '2000' })
    await addCustomer(shop, { id: 'anna' })
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        order(
          shop,
          [['BAT', 1]],
          { payment_method: 'invoice', email: `anna${at}@example.se` },
          { customerId: 'anna', from: `192.0.2.${at}` },
        ),
      ),
    )
    const { owed } = await shop.db
      .selectFrom('orders')
      .select((row) => row.fn.sum<number>('total').as('owed'))
      .executeTakeFirstOrThrow()
    expect([all.filter(placed).length > 0, Number(owed) <= 200_000]).toEqual([true, true])
  })
})
