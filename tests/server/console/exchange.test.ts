import { expect, test } from 'vitest'
import type { ExchangePage } from '../../../src/contracts/console/exchange.ts'
import { orderScreen } from '../../../src/server/console/orders/order-page.ts'
import { exchangeScreen } from '../../../src/server/console/returns/exchange-page.ts'
import { returnScreen } from '../../../src/server/console/returns/return-page.ts'
import { cancelOrder } from '../../../src/server/ordering/fulfilment/cancel-order.ts'
import { shipOrder } from '../../../src/server/ordering/fulfilment/ship-order.ts'
import { orderById, orderByNumber, orderLineRows } from '../../../src/server/ordering/orders/queries.ts'
import { openDifference } from '../../../src/server/ordering/payment/open-difference.ts'
import { refundOrder } from '../../../src/server/ordering/refunds/refund-order.ts'
import { receiveReturn } from '../../../src/server/ordering/returns/receive-return.ts'
import { requestReturn } from '../../../src/server/ordering/returns/request-return.ts'
import { attemptsOf } from '../../../src/server/payments/queries.ts'
import { auditOf } from '../../../src/server/platform/audit/audit-queries.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { fixtureShop, stockOf } from '../ordering/checkout/buyer.ts'
import { delivered, pay } from '../ordering/orders/parcels.ts'
import { contentOf, outcome, signedIn, type Browser } from './at-console.ts'

type Wanted = readonly (readonly [sku: string, quantity: number])[]
type Fields = Readonly<Record<string, string>>

/** A delivered order, units of whose lines came back; they are not paid back. */
async function cameBack(shop: Shop, wanted: Wanted, back: readonly number[], form: Fields = {}) {
  const orderId = await delivered(shop, wanted, { form })
  const units = back.flatMap((quantity, at) =>
    quantity > 0 ? [{ position: at + 1, quantity, reason: 'does_not_fit' as const }] : [],
  )
  const row = await requestReturn(shop, { orderId, actor: 'shopper', message: '', units })
  await receiveReturn(shop, { returnId: row.id, actor: 'operator', isRestocked: true, isRefunded: false })
  return { orderId, number: row.number }
}

async function exchangeForm(shop: Shop, browser: Browser, number: string) {
  const params = { number }
  const first = await contentOf(shop, browser, exchangeScreen, { params })
  const send = (action: string, fields: Fields) =>
    outcome(shop, browser, exchangeScreen, {
      params,
      form: { action, key: first.key, version: first.version, ...fields },
    })
  const preview = async (fields: Fields): Promise<ExchangePage> => {
    const { content, fault } = await send('preview', fields)
    if (!content) throw new Error(`Nothing was shown: ${fault}.`)
    return content
  }
  const place = async (fields: Fields) => {
    const { seen, shown } = await preview(fields)
    return send('place', { ...fields, seen, owed: String(shown?.owed) })
  }
  return { first, send, preview, place }
}

const numberIn = (location: string | null) => /orders\/(\d+)/.exec(location ?? '')?.[1] ?? ''

/** The money of an order's payments in minor units; what was moved to another order counts as refunded. */
async function moneyOf(shop: Shop, orderId: string) {
  const attempts = await attemptsOf(shop.db, orderId)
  const sum = (of: 'captured' | 'refunded') => attempts.reduce((all, each) => all + each[of], 0)
  return { captured: sum('captured'), refunded: sum('refunded') }
}

const toProvider = async ({ db }: Shop) =>
  db.selectFrom('outbox').select('kind').where('kind', '=', 'payment.refund').execute()

async function madeBy(shop: Shop, location: string | null) {
  const made = await orderByNumber(shop.db, numberIn(location))
  if (!made) throw new Error('No order was made.')
  return made
}

test('words in place of a number lead to the parts that they mean, and the returned units stay chosen', async () => {
  await using shop = await fixtureShop()
  const { number } = await cameBack(shop, [['FAN', 3]], [3])
  const { preview, send } = await exchangeForm(shop, await signedIn(shop, 'seller'), number)
  const typed = { 'back:1': '2', 'sku:0': 'FAN', 'units:0': '1', 'sku:1': 'ram part', 'units:1': '1' }
  const { shown, rows, lines } = await preview(typed)
  expect([shown, lines[0]?.chosen]).toEqual([null, 2])
  expect(rows).toMatchObject([
    { sku: 'FAN', fault: null },
    { sku: 'ram part', fault: 'unknown' },
  ])
  expect(rows[1]?.meant?.map(({ sku }) => sku)).toContain('RAM')
  const picked = await preview({ ...typed, pick: '1:RAM' })
  expect(picked.rows.map(({ sku, fault }) => [sku, fault])).toEqual([
    ['FAN', null],
    ['RAM', null],
  ])
  expect(picked.shown).not.toBeNull()
  const unknown = await send('preview', { ...typed, 'sku:1': 'qqzzxx' })
  expect(unknown).toMatchObject({ status: 422, fault: expect.stringContaining('qqzzxx') })
})

test('a dearer part is sent: what came back pays for it, and the rest is asked for by a link, to the öre', async () => {
  await using shop = await fixtureShop()
  const { orderId, number } = await cameBack(
    shop,
    [
      ['FAN', 2],
      ['BAT', 1],
    ],
    [1, 0],
  )
  const stock = await stockOf(shop, 'ram')
  const { first, preview, place } = await exchangeForm(shop, await signedIn(shop, 'seller'), number)
  expect(first.lines).toMatchObject([{ position: 1, sku: 'FAN', left: 1, chosen: 1 }])
  const fields = { 'back:1': '1', 'sku:0': 'ram', 'units:0': '1' }
  const { shown } = await preview(fields)
  // A fan is worth 99.00; a memory costs 199.00, and the delivery is free.
  expect(shown).toMatchObject({ owed: 9_900, total: 19_900, settlement: 'more', sums: { delivery: 0 } })
  const { status, location } = await place(fields)
  expect(status).toBe(303)
  const made = await madeBy(shop, location)
  expect(made).toMatchObject({
    status: 'confirmed',
    total: 19_900,
    unpaid_difference: 10_000,
    hold: 'unpaid_difference',
    email: 'anna@example.se',
  })
  expect(made.vat_total).toBe(3_980)
  expect((await orderLineRows(shop.db, made.id)).map(({ sku, quantity }) => [sku, quantity])).toEqual([['RAM', 1]])
  expect((await stockOf(shop, 'ram')).reserved).toBe(stock.reserved + 1)
  expect(await moneyOf(shop, made.id)).toEqual({ captured: 9_900, refunded: 0 })
  expect((await moneyOf(shop, orderId)).refunded).toBe(9_900)
  expect(await toProvider(shop)).toEqual([])
  expect(await auditOf(shop.db, { kind: 'order', id: orderId })).toMatchObject([
    { operation: 'returns.exchange', actor: 'The seller', note: number },
  ])
  expect(await auditOf(shop.db, { kind: 'order', id: made.id })).toMatchObject([{ operation: 'orders.place' }])
  const seller = await signedIn(shop, 'seller')
  const { history } = await contentOf(shop, seller, orderScreen, { params: { number: made.number } })
  expect(history.at(-1)).toMatchObject({ actor: 'The seller', note: `exchange for return ${number}` })
  const back = await contentOf(shop, seller, returnScreen, { params: { number } })
  expect(back).toMatchObject({
    status: 'refunded',
    exchanges: [{ number: made.number, credit: 9_900 }],
    may: { exchange: false },
  })

  const attempt = await openDifference(shop, made, 'sv')
  await pay(shop, attempt ?? '')
  expect(await orderById(shop.db, made.id)).toMatchObject({ unpaid_difference: 0, hold: null })
  await shipOrder(shop, { orderId: made.id, actor: 'operator', carrier: '', trackingNumber: '' })
  expect(await moneyOf(shop, made.id)).toEqual({ captured: 19_900, refunded: 0 })
})

test('a cheaper part pays the rest back, the same part nothing, and a later refund finds the payment', async () => {
  await using shop = await fixtureShop()
  const { orderId, number } = await cameBack(shop, [['RAM', 2]], [2])
  const browser = await signedIn(shop, 'manager')
  const cheaper = await exchangeForm(shop, browser, number)
  const fields = { 'back:1': '1', 'sku:0': 'FAN' }
  expect((await cheaper.preview(fields)).shown).toMatchObject({ owed: 19_900, total: 9_900, settlement: 'back' })
  const made = await madeBy(shop, (await cheaper.place(fields)).location)
  expect(made).toMatchObject({ status: 'confirmed', hold: null, unpaid_difference: 0 })
  const refunds = await shop.db.selectFrom('refunds').select(['amount', 'status', 'reason']).orderBy('amount').execute()
  expect(refunds).toEqual([
    { amount: 9_900, status: 'succeeded', reason: `exchange ${made.number}` },
    { amount: 10_000, status: 'pending', reason: number },
  ])
  expect(await toProvider(shop)).toHaveLength(1)

  const same = await exchangeForm(shop, browser, number)
  expect(same.first.lines).toMatchObject([{ position: 1, left: 1 }])
  const again = { 'back:1': '1', 'sku:0': 'RAM' }
  expect((await same.preview(again)).shown).toMatchObject({ owed: 19_900, total: 19_900, settlement: 'none' })
  const second = await madeBy(shop, (await same.place(again)).location)
  expect(second).toMatchObject({ status: 'confirmed', hold: null })
  expect(await moneyOf(shop, orderId)).toMatchObject({ refunded: 39_800 })
  expect(await toProvider(shop)).toHaveLength(1)

  await cancelOrder(shop, { orderId: second.id, actor: 'operator', reason: '' })
  expect(await moneyOf(shop, second.id)).toEqual({ captured: 19_900, refunded: 19_900 })
  expect(await toProvider(shop)).toHaveLength(2)
  const [one] = await attemptsOf(shop.db, orderId)
  const [other] = await attemptsOf(shop.db, second.id)
  expect([other?.provider, other?.payment_reference]).toEqual([one?.provider, one?.payment_reference])
})

test('a buyer who pays by invoice gets a credit and an invoice, each in full', async () => {
  await using shop = await fixtureShop()
  const { orderId, number } = await cameBack(shop, [['FAN', 1]], [1], { payment_method: 'invoice' })
  const { preview, place } = await exchangeForm(shop, await signedIn(shop, 'owner'), number)
  const fields = { 'back:1': '1', 'sku:0': 'RAM', delivery: 'charged' }
  const { shown } = await preview(fields)
  expect(shown).toMatchObject({ owed: 9_900, total: 24_800, settlement: 'invoice', sums: { delivery: 4_900 } })
  const made = await madeBy(shop, (await place(fields)).location)
  expect(made).toMatchObject({ status: 'confirmed', payment_method: 'invoice', total: 24_800, unpaid_difference: 0 })
  expect((await moneyOf(shop, orderId)).refunded).toBe(9_900)
})

test('what cannot be exchanged is refused, and changes nothing', async () => {
  await using shop = await fixtureShop()
  const { orderId, number } = await cameBack(shop, [['FAN', 3]], [2])
  const seller = await signedIn(shop, 'seller')
  const { send, preview } = await exchangeForm(shop, seller, number)
  const fault = async (fields: Fields) => (await send('preview', { 'back:1': '1', 'sku:0': 'RAM', ...fields })).fault
  for (const units of ['3', '-1', '1e3', 'x']) expect(await fault({ 'back:1': units })).toMatch(/units/i)
  expect(await fault({ 'back:1': '0' })).not.toBeNull()
  expect(await fault({ 'back:7': '1' })).not.toBeNull()
  expect(await fault({ 'units:0': '4000' })).toMatch(/Too little of RAM/)
  expect(await fault({ 'units:0': '0' })).toMatch(/units/i)
  expect(await fault({ 'sku:0': '<b>x</b>' })).toMatch(/cannot be added/)
  expect(await fault({ 'sku:0': '' })).not.toBeNull()
  const fields = { 'back:1': '1', 'sku:0': 'RAM' }
  const { seen, shown } = await preview(fields)
  const owed = String(shown?.owed)
  expect((await send('place', { ...fields, seen: '', owed })).fault).toMatch(/Show the new sum/)
  expect((await send('place', { ...fields, seen: 'forged', owed })).fault).toMatch(/another by now/)
  expect((await send('place', { ...fields, seen, owed: '1' })).fault).toMatch(/another by now/)
  expect((await send('place', { ...fields, seen, owed, 'units:0': '2' })).fault).toMatch(/another by now/)
  expect((await send('place', { ...fields, seen, owed, version: 'old' })).status).toBe(422)
  expect(await shop.db.selectFrom('orders').select('id').execute()).toHaveLength(1)
  expect((await moneyOf(shop, orderId)).refunded).toBe(0)
  expect(await auditOf(shop.db, { kind: 'order', id: orderId })).toEqual([])

  await refundOrder(shop, {
    orderId,
    actor: 'operator',
    reason: '',
    units: [{ position: 1, quantity: 2 }],
    withDelivery: false,
  })
  expect((await contentOf(shop, seller, exchangeScreen, { params: { number } })).lines).toEqual([])
  expect(await fault({})).toBe('Nothing is left to do here.')
})

test('a return whose parcel has not come, and one that is called off, have nothing to exchange', async () => {
  await using shop = await fixtureShop()
  const orderId = await delivered(shop, [['FAN', 1]])
  const units = [{ position: 1, quantity: 1, reason: 'changed_mind' as const }]
  const { number } = await requestReturn(shop, { orderId, actor: 'shopper', message: '', units })
  const { first, send } = await exchangeForm(shop, await signedIn(shop, 'seller'), number)
  expect(first.lines).toEqual([])
  expect((await send('preview', { 'back:1': '1', 'sku:0': 'RAM' })).status).toBe(422)
  const seller = await signedIn(shop, 'seller')
  expect((await outcome(shop, seller, exchangeScreen, { params: { number: 'x'.repeat(500) } })).status).toBe(404)
})

test('two people at once, a double click and a refund at the same time exchange units once', async () => {
  await using shop = await fixtureShop()
  const { orderId, number } = await cameBack(shop, [['FAN', 1]], [1])
  const one = await exchangeForm(shop, await signedIn(shop, 'seller'), number)
  const two = await exchangeForm(shop, await signedIn(shop, 'owner'), number)
  const fields = { 'back:1': '1', 'sku:0': 'RAM' }
  const { seen, shown } = await one.preview(fields)
  const all = { ...fields, seen, owed: String(shown?.owed) }
  await Promise.allSettled([
    one.send('place', all),
    one.send('place', all),
    two.send('place', all),
    refundOrder(shop, {
      orderId,
      actor: 'operator',
      reason: '',
      units: [{ position: 1, quantity: 1 }],
      withDelivery: false,
    }),
  ])
  const exchanges = await shop.db.selectFrom('order_exchanges').select('order_id').execute()
  const refunds = await shop.db.selectFrom('order_refunds').select('amount').execute()
  expect(refunds).toEqual([{ amount: 9_900 }])
  expect(exchanges.length).toBeLessThanOrEqual(1)
  expect(await shop.db.selectFrom('orders').select('id').execute()).toHaveLength(1 + exchanges.length)
  expect((await stockOf(shop, 'ram')).reserved).toBe(exchanges.length)
  // The form sent again leads to its own order, if that was the one.
  const later = await one.send('place', all)
  expect([303, 422]).toContain(later.status)
  expect(await shop.db.selectFrom('orders').select('id').execute()).toHaveLength(1 + exchanges.length)
})
