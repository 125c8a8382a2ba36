import { describe, expect, test } from 'vitest'
import { sendOrderConfirmed } from '../../../../src/server/notifications/mail/order-confirmed.ts'
import { releaseHold } from '../../../../src/server/ordering/fulfilment/release-hold.ts'
import { shipOrder } from '../../../../src/server/ordering/fulfilment/ship-order.ts'
import { startProcessing } from '../../../../src/server/ordering/fulfilment/start-processing.ts'
import { OrderError } from '../../../../src/server/ordering/orders/order-error.ts'
import { unlimitedOrders } from '../../../support/unlimited-orders.ts'
import { addOrganization } from '../../identity/page-visit.ts'
import { addCustomer } from '../../identity/shopper.ts'
import { orderedPage } from './buyer.ts'
import { type Asking, shopWith, order } from './order-attempt.ts'
import { ownOrdersOf } from './own-orders.ts'

describe('orders in the name of an organization with an account', () => {
  const names: Record<string, string>[] = [
    { customer_kind: 'organization', organization_name: 'FÍRM-firm AB (publ)', organization_number: '556016-0680' },
    { customer_kind: 'organization', organization_name: 'Other', organization_number: '556677-8899' },
    {
      customer_kind: 'organization',
      organization_name: 'Other',
      organization_number: '556016-0680',
      vat_number: 'SE 556677889901',
    },
    { line2: 'c/o Firm Firm' },
    { name: 'Firm firm Aktiebolag' },
  ]

  test('wait for release, are in no account, use no credit and are not shipped before', async () => {
    await using shop = await shopWith(unlimitedOrders)
    await addCustomer(shop, { id: 'admin' })
    await addOrganization(shop, { id: 'firm', creditLimit: 5_000_000, members: { admin: 'admin' } })
    await shop.db.updateTable('organizations').set({ organization_number: '556677-8899' }).execute()
    const { checkoutId } = await order(
      shop,
      [
        ['BAT', 2],
        ['GIFT', 1],
      ],
      { ...names[0], email: 'admin@example.se', payment_method: 'sandbox' },
    )
    const row = await shop.db.selectFrom('orders').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ hold: 'known_organization', organization_id: null, customer_id: null })
    await shop.db.updateTable('orders').set({ status: 'confirmed' }).execute()
    expect(await ownOrdersOf(shop, 'admin')).toEqual([])
    const action = { orderId: row.id, actor: 'operator:Vera' }
    await expect(startProcessing(shop, action)).rejects.toThrow(OrderError)
    await expect(shipOrder(shop, { ...action, carrier: '', trackingNumber: '' })).rejects.toThrow(
      /order release 100001/,
    )
    expect((await orderedPage(shop, checkoutId))?.isOnHold).toBe(true)
    await sendOrderConfirmed(shop, row.id)
    expect(await releaseHold(shop, action)).toMatchObject({ hold: null })
    expect(
      await shop.db.selectFrom('outbox').select('kind').where('kind', '=', 'gift_card.issue').execute(),
    ).toHaveLength(1)
    expect(
      await shop.db.selectFrom('order_events').select(['actor', 'note']).where('note', 'like', 'released%').execute(),
    ).toEqual([{ actor: 'operator:Vera', note: 'released: known_organization' }])
    expect((await startProcessing(shop, action)).status).toBe('processing')
    expect(await ownOrdersOf(shop, 'admin')).toEqual([row.number])
  })

  test("are detected by name, registration and VAT number in any notation; members' orders do not wait", async () => {
    await using shop = await shopWith(unlimitedOrders)
    await addCustomer(shop, { id: 'admin' })
    await addCustomer(shop, { id: 'anna' })
    await addOrganization(shop, { id: 'firm', members: { admin: 'admin' } })
    await shop.db.updateTable('organizations').set({ organization_number: '5566778899' }).execute()
    const holdOf = async (changes: Record<string, string>, asking: Asking = {}) => {
      const { checkoutId } = await order(shop, [['FAN', 1]], changes, asking)
      return (
        await shop.db.selectFrom('orders').select('hold').where('checkout_id', '=', checkoutId).executeTakeFirst()
      )?.hold
    }
    for (const named of names) expect([named, await holdOf(named)]).toEqual([named, 'known_organization'])
    expect(await holdOf(names[0] ?? {}, { customerId: 'anna' })).toBe('known_organization')
    expect([
      await holdOf({}),
      await holdOf({ ...names[0], organization_name: 'Firma' }),
      await holdOf(names[1] ?? {}, { customerId: 'admin' }),
    ]).toEqual([null, null, null])
  })
})
