import { describe, expect, test, vi } from 'vitest'
import { StartCheckout } from '../../../src/contracts/start-checkout.ts'
import { ownOrdersOf } from './own-orders.ts'
import { postCheckout, showCheckout, type CheckoutAnswer } from '../../../src/server/checkout/checkout-page.ts'
import { keepCart } from '../../../src/server/checkout/keep-cart.ts'
import { startCheckout } from '../../../src/server/checkout/start-checkout.ts'
import { sendOrderConfirmed } from '../../../src/server/mail/order-confirmed.ts'
import { OrderError } from '../../../src/server/orders/order-error.ts'
import { checkoutOrder } from '../../../src/server/orders/order-page.ts'
import { releaseHold } from '../../../src/server/orders/release-hold.ts'
import { shipOrder } from '../../../src/server/orders/ship-order.ts'
import { startProcessing } from '../../../src/server/orders/start-processing.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { addCustomer } from '../accounts/shopper.ts'
import { addOrganization } from '../accounts/page-visit.ts'
import { call, jar } from '../call.ts'
import { freshShop } from '../../support/test-shop.ts'
import { unlimitedOrders } from '../../support/unlimited-orders.ts'
import { aForm, checkoutWith, countOf, movableClock, stockOf, swedish, type Clock } from './buyer.ts'

vi.setConfig({ testTimeout: 60_000 })

type Wanted = Parameters<typeof checkoutWith>[1]
type Asking = { customerId?: string; from?: string }
const shopWith = (settings: Record<string, string> = {}, clock: Clock = movableClock()) =>
  freshShop({ seeded: true, now: clock.now, settings })
/** The settings that an owner gets who sets none. */
const asDelivered = {
  INVOICE_GUEST_LIMIT: '0',
  INVOICE_PRIVATE_LIMIT: '2000',
  ORDERS_PER_NETWORK: '30',
  ORDERS_PER_EMAIL: '10',
  OPEN_ORDERS: '5',
  OPEN_ORDERS_SUM: '50000',
  UNPAID_STOCK_PERCENT: '50',
}

/** Fills in a checkout and presses the obliging button. */
async function order(
  shop: Shop,
  wanted: Wanted,
  changes: Record<string, string> = {},
  { customerId, from = '192.0.2.1' }: Asking = {},
): Promise<{ answer: CheckoutAnswer; checkoutId: string }> {
  const items = wanted.map(([sku, quantity]) => ({ sku, quantity }))
  const checkoutId = await keepCart(shop, swedish(), {
    checkoutId: null,
    items,
    coupons: [],
    customerId: customerId ?? null,
  })
  const visitor = { customerId: customerId ?? null, clientAddress: from, cookies: jar(new Map()) }
  const fields: Record<string, string> = { ...aForm({ payment_method: 'sandbox', ...changes }) }
  const looked = await postCheckout(
    shop,
    'sv',
    checkoutId,
    (name) => ({ ...fields, action: 'update', seen: '' })[name],
    visitor,
  )
  const seen = looked.kind === 'page' ? looked.page.seen : ''
  return {
    checkoutId,
    answer: await postCheckout(shop, 'sv', checkoutId, (name) => ({ ...fields, action: 'place', seen })[name], visitor),
  }
}

const placed = ({ answer }: Awaited<ReturnType<typeof order>>) => answer.kind === 'go'
const refusalOf = ({ answer }: Awaited<ReturnType<typeof order>>) =>
  answer.kind === 'page' ? { status: answer.status, refusal: answer.page.refusal, errors: answer.page.errors } : answer
const methodsOf = async (shop: Shop, checkoutId: string, customerId: string | null = null) => {
  const answer = await showCheckout(shop, 'sv', checkoutId, customerId, '192.0.2.1')
  return answer.kind === 'page' ? answer.page.paymentMethods : []
}
const firm = { customer_kind: 'organization', organization_name: 'Firm firm', organization_number: '556016-0680' }

describe('invoice', () => {
  test('a guest is not shown it, cannot force it, and keeps what was typed', async () => {
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

  test('a guest who may owe something owes no more than that, by address and by network, and other currencies count', async () => {
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

  test('a private customer with a proved address buys up to the setting, one without is a guest', async () => {
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

  test('a buyer of an organization who orders as a private person gets none, and cannot pass the limit that way', async () => {
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

  test('twenty orders of one private customer at once never owe more than the setting together', async () => {
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

describe('limits', () => {
  test('of a hundred orders at once from one network, whatever address of it, as many are placed as the setting says', async () => {
    await using shop = await shopWith({ ...unlimitedOrders, ORDERS_PER_NETWORK: '7' })
    const all = await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        order(
          shop,
          [['FAN', 1]],
          { payment_method: 'invoice', email: `v${at}@example.se` },
          { from: `2001:db8:1:2::${at.toString(16)}` },
        ),
      ),
    )
    expect([all.filter(placed).length, await countOf(shop, 'orders')]).toEqual([7, 7])
    expect(refusalOf(all.find((each) => !placed(each)) ?? (await order(shop, [])))).toMatchObject({
      status: 429,
      refusal: { code: 'too_many_orders' },
      errors: {},
    })
    expect(placed(await order(shop, [['FAN', 1]], {}, { from: '2001:db8:1:3::1' }))).toBe(true)
  })

  test('of a hundred orders at once to one mailbox from as many networks, few are placed and mailed, and an hour later more', async () => {
    const clock = movableClock()
    await using shop = await shopWith({ ...unlimitedOrders, ORDERS_PER_EMAIL: '4' }, clock)
    const all = await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        order(
          shop,
          [['FAN', 1]],
          { payment_method: 'invoice', email: 'Victim@Example.se' },
          { from: `198.51.100.${at}` },
        ),
      ),
    )
    expect([all.filter(placed).length, await countOf(shop, 'orders'), await countOf(shop, 'outbox')]).toEqual([4, 4, 4])
    clock.advance(3601)
    expect(placed(await order(shop, [['FAN', 1]], { email: 'victim@example.se' }))).toBe(true)
  })

  test('orders that are not paid are few and small, by address, and four times that by network', async () => {
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

  test('nobody holds most of a part with orders that are not paid, under however many names', async () => {
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
  })

  test('where too much was ordered, the drawer is told before the checkout opens, but no buyer of an organization', async () => {
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

  test("wait for a person, show in nobody's account, use no credit and are not sent before they are released", async () => {
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
    const deed = { orderId: row.id, actor: 'operator:Vera' }
    await expect(startProcessing(shop, deed)).rejects.toThrow(OrderError)
    await expect(shipOrder(shop, { ...deed, carrier: '', trackingNumber: '' })).rejects.toThrow(/order release 100001/)
    expect((await checkoutOrder(shop, checkoutId))?.isOnHold).toBe(true)
    await sendOrderConfirmed(shop, row.id)
    expect(await releaseHold(shop, deed)).toMatchObject({ hold: null })
    expect(
      await shop.db.selectFrom('outbox').select('kind').where('kind', '=', 'gift_card.issue').execute(),
    ).toHaveLength(1)
    expect(
      await shop.db.selectFrom('order_events').select(['actor', 'note']).where('note', 'like', 'released%').execute(),
    ).toEqual([{ actor: 'operator:Vera', note: 'released: known_organization' }])
    expect((await startProcessing(shop, deed)).status).toBe('processing')
    expect(await ownOrdersOf(shop, 'admin')).toEqual([row.number])
  })

  test('are known by name, registration number and VAT number, however they are written; members and others do not wait', async () => {
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
