import { expect, test } from 'vitest'
import { cartRow, updateCart } from '../../../../src/server/ordering/cart/cart-row-queries.ts'
import { storeCart } from '../../../../src/server/ordering/cart/store-cart.ts'
import { placeOrder } from '../../../../src/server/ordering/checkout/place-order.ts'
import { orderPage } from '../../../../src/server/ordering/orders/order-page.ts'
import { orderById } from '../../../../src/server/ordering/orders/queries.ts'
import { completeOrder } from '../../../../src/server/ordering/payment/complete-order.ts'
import { attemptsOf } from '../../../../src/server/payments/queries.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import {
  aForm,
  bought,
  buy,
  checkoutWith,
  countOf,
  fixtureShop,
  look,
  priced,
  stockOf,
  swedish,
  orderedPage,
} from './buyer.ts'

async function nothingWritten(shop: Shop): Promise<void> {
  for (const table of ['orders', 'order_lines', 'stock_reservations', 'payment_attempts', 'outbox'] as const)
    expect(await countOf(shop, table)).toBe(0)
}

test("a second tab that still shows the old sum finds the first one's order", async () => {
  await using shop = await fixtureShop()
  const checkoutId = await checkoutWith(shop, [['BAT', 1]])
  const seen = await look(shop, checkoutId)
  const first = await placeOrder(shop, { checkoutId, form: aForm(), seen, context: swedish() })
  const second = await placeOrder(shop, {
    checkoutId,
    form: aForm({ email: 'other@example.se' }),
    seen: 'old',
    context: swedish(),
  })
  expect(first.kind).toBe('placed')
  expect(second).toMatchObject({
    kind: 'already',
    order: { id: first.kind === 'placed' ? first.orderId : '', email: 'anna@example.se' },
  })
})

test('a cart waiting for payment returns to the same checkout; changed or paid, to a new one', async () => {
  await using shop = await fixtureShop()
  const items = [{ sku: 'BAT', quantity: 1, uuid: '3f0a6c1e-0000-4000-8000-000000000001' }]
  const keep = (checkoutId: string | null, changed: Partial<{ quantity: number; coupons: string[] }> = {}) =>
    storeCart(shop, swedish(), {
      checkoutId,
      items: items.map((line) => ({ ...line, quantity: changed.quantity ?? line.quantity })),
      coupons: changed.coupons ?? [],
    })
  const checkoutId = await keep(null)
  const order = await buy(shop, checkoutId, aForm({ payment_method: 'sandbox' }))
  if (order.kind !== 'placed') throw new Error(order.kind)
  expect(await keep(checkoutId)).toBe(checkoutId)
  expect(await keep(checkoutId, { quantity: 2 })).not.toBe(checkoutId)
  expect(await keep(checkoutId, { coupons: ['TEN'] })).not.toBe(checkoutId)
  const [attempt] = await attemptsOf(shop.db, order.orderId)
  await completeOrder(shop, 'sandbox', {
    eventId: 'paid',
    attemptId: order.attemptId,
    outcome: 'succeeded',
    amount: attempt?.amount ?? 0,
    currency: 'SEK',
    reason: null,
  })
  expect(await keep(checkoutId)).not.toBe(checkoutId)
  expect(await countOf(shop, 'orders')).toBe(1)
})

test('a cart changed after it was read is ordered in its current state', async () => {
  await using shop = await fixtureShop()
  const changes = [{ lines: JSON.stringify([{ sku: 'FAN', quantity: 2 }]) }, { coupons: JSON.stringify(['TEN']) }]
  for (const change of changes) {
    const checkoutId = await checkoutWith(shop, [['BAT', 1]])
    const [before, cart] = [await look(shop, checkoutId), await cartRow(shop.db, checkoutId)]
    await updateCart(shop.db, checkoutId, change)
    const [now, { totals }] = [await look(shop, checkoutId), await priced(shop, checkoutId)]
    const request = { checkoutId, form: aForm(), context: swedish(), cart }
    expect(await placeOrder(shop, { ...request, seen: before })).toMatchObject({ kind: 'changed' })
    const order = await placeOrder(shop, { ...request, seen: now })
    expect(order.kind === 'placed' && (await orderById(shop.db, order.orderId))).toMatchObject({
      total: totals.total.inc,
    })
  }
  expect(await stockOf(shop, 'fan')).toEqual({ on_hand: 20, reserved: 2 })
})

test('a changed price is shown and nothing is written', async () => {
  await using shop = await fixtureShop()
  const checkoutId = await checkoutWith(shop, [
    ['BAT', 1],
    ['FAN', 2],
  ])
  const seen = await look(shop, checkoutId)
  await shop.db
    .updateTable('prices')
    .set({ amount: 59_900 })
    .where('product_id', '=', 'bat')
    .where('min_quantity', '=', 1)
    .execute()
  const result = await placeOrder(shop, { checkoutId, form: aForm(), seen, context: swedish() })
  expect(result).toEqual({ kind: 'changed', changes: [{ kind: 'price', name: 'bat del', before: 499, after: 599 }] })
  await nothingWritten(shop)
  expect(await buy(shop, checkoutId)).toMatchObject({ kind: 'placed' })
})

test('missing stock is shown and nothing is written', async () => {
  await using shop = await fixtureShop()
  const checkoutId = await checkoutWith(shop, [
    ['BAT-FEW', 3],
    ['FAN', 1],
  ])
  const seen = await look(shop, checkoutId)
  await shop.db.updateTable('stock').set({ reserved: 1 }).where('product_id', '=', 'bat-few').execute()
  const request = { checkoutId, form: aForm(), seen, context: swedish() }
  expect(await placeOrder(shop, request)).toMatchObject({
    kind: 'changed',
    changes: [{ kind: 'quantity', name: 'bat-few del', before: 3, after: 2 }],
  })
  await shop.db.updateTable('stock').set({ reserved: 3 }).where('product_id', '=', 'bat-few').execute()
  expect(await placeOrder(shop, request)).toMatchObject({
    kind: 'changed',
    changes: [{ kind: 'gone', name: 'bat-few del' }, { kind: 'delivery' }],
  })
  await nothingWritten(shop)
  expect(await stockOf(shop, 'fan')).toEqual({ on_hand: 20, reserved: 0 })
})

test('a coupon used up meanwhile is shown and nothing is written', async () => {
  await using shop = await fixtureShop()
  const checkoutId = await checkoutWith(shop, [['FAN', 1]], ['FIVE'])
  const seen = await look(shop, checkoutId)
  await shop.db.updateTable('coupons').set({ used: 5 }).where('code', '=', 'FIVE').execute()
  expect(await placeOrder(shop, { checkoutId, form: aForm(), seen, context: swedish() })).toEqual({
    kind: 'changed',
    changes: [{ kind: 'code', code: 'FIVE' }, { kind: 'discount' }],
  })
  await nothingWritten(shop)
})

test('an unreadable or missing snapshot asks again', async () => {
  await using shop = await fixtureShop()
  const checkoutId = await checkoutWith(shop, [['FAN', 1]])
  const hostile = [
    '',
    'x',
    Buffer.from('null').toString('base64url'),
    Buffer.from('{"c":"SEK","l":[[1]]}').toString('base64url'),
    Buffer.from('{"c":"SEK","l":[["FAN","x","y",{}]]}').toString('base64url'),
  ]
  for (const seen of hostile)
    expect((await placeOrder(shop, { checkoutId, form: aForm(), seen, context: swedish() })).kind).toBe('changed')
  await nothingWritten(shop)
})

test('an empty cart, an unknown checkout and a cart of unknown parts create no order', async () => {
  await using shop = await fixtureShop()
  const soldOff = await checkoutWith(shop, [['FAN', 1]])
  await updateCart(shop.db, soldOff, { lines: JSON.stringify([{ sku: 'NOTHING', quantity: 1 }]) })
  for (const checkoutId of [
    soldOff,
    await checkoutWith(shop, [['BAT-OUT', 1]]),
    await checkoutWith(shop, [
      ['BAT-DRAFT', 1],
      ['KB', 1],
    ]),
  ]) {
    expect(await buy(shop, checkoutId)).toEqual({ kind: 'empty' })
  }
  expect(await placeOrder(shop, { checkoutId: 'unknown', form: aForm(), seen: '', context: swedish() })).toEqual({
    kind: 'empty',
  })
  await nothingWritten(shop)
})

test('a set reserves its parts, and shares them with other lines', async () => {
  await using shop = await fixtureShop()
  const { checkoutId, orderId } = await bought(shop, [
    ['KIT', 2],
    ['RAM', 9],
    ['KIT', 5],
  ])
  const order = await orderedPage(shop, checkoutId)
  expect(order?.lines.map(({ sku, quantity }) => [sku, quantity])).toEqual([
    ['KIT', 2],
    ['RAM', 5],
  ])
  expect(
    await shop.db
      .selectFrom('stock_reservations')
      .select(['product_id', 'quantity', 'status'])
      .where('order_id', '=', orderId)
      .orderBy('product_id')
      .execute(),
  ).toEqual([
    { product_id: 'fan', quantity: 2, status: 'held' },
    { product_id: 'ram', quantity: 9, status: 'held' },
  ])
  expect(await stockOf(shop, 'ram')).toEqual({ on_hand: 9, reserved: 9 })
})

test("an order's sums are those of its lines, and its VAT is what they contain", async () => {
  await using shop = await fixtureShop()
  for (const [country, coupons] of [
    ['SE', []],
    ['DE', ['TEN']],
    ['FI', ['FIXED50', 'GROUP20']],
    ['US', ['NOTBAT15']],
  ] as const) {
    const context = swedish(country, country === 'SE' ? 'SEK' : 'EUR')
    const checkoutId = await checkoutWith(
      shop,
      [
        ['BAT', 7],
        ['MANUAL', 1],
        ['SALE', 1],
        ['GIFT', 1],
        ['ODD-PRICE', 13],
      ],
      coupons,
      context,
    )
    const form = aForm({ country, postal_code: { SE: '111 22', DE: '10115', FI: '00100', US: '10001' }[country] })
    const result = await buy(shop, checkoutId, form, context)
    const order = result.kind === 'placed' ? await orderById(shop.db, result.orderId) : undefined
    if (!order) throw new Error(`No order to ${country}.`)
    const { lines, totals } = await orderPage(shop.db, order)
    const sum = (of: (line: (typeof lines)[number]) => number) => lines.reduce((total, line) => total + of(line), 0)
    expect(totals.items).toEqual({
      inc: sum((line) => line.unit.inc * line.quantity),
      ex: sum((line) => line.unit.ex * line.quantity),
    })
    expect(totals.total.inc).toBe(totals.items.inc - totals.discount.inc + totals.delivery.inc)
    expect(totals.total.ex).toBe(totals.items.ex - totals.discount.ex + totals.delivery.ex)
    const rows = await shop.db.selectFrom('order_lines').selectAll().where('order_id', '=', order.id).execute()
    for (const row of rows)
      expect(row.vat_total).toBe(
        row.line_total - row.quantity * Math.round((row.unit_price * 10_000) / (10_000 + row.vat_rate)),
      )
    expect(rows.reduce((total, row) => total + row.discount_share, 0)).toBe(totals.discount.inc)
    const standard = { SE: 0.25, DE: 0.19, FI: 0.255, US: 0 }[country]
    const exact =
      rows.reduce((total, row) => total + row.vat_total, 0) * (1 - totals.discount.inc / totals.items.inc) +
      totals.delivery.inc -
      totals.delivery.inc / (1 + standard)
    const vat = totals.total.inc - totals.total.ex
    expect(Math.abs(vat - exact)).toBeLessThanOrEqual(rows.length)
    expect({ discounted: totals.discount.inc > 0, taxed: vat > 0 }).toEqual({
      discounted: country === 'FI',
      taxed: country !== 'US',
    })
    expect(
      await shop.db
        .selectFrom('payment_attempts')
        .select(['amount', 'currency'])
        .where('order_id', '=', order.id)
        .execute(),
    ).toEqual([{ amount: totals.total.inc, currency: country === 'SE' ? 'SEK' : 'EUR' }])
  }
})

test('order numbers are sequential and unique', async () => {
  await using shop = await fixtureShop()
  const orders = []
  for (let at = 0; at < 3; at++) orders.push(await orderedPage(shop, (await bought(shop, [['FAN', 1]])).checkoutId))
  expect(orders.map((order) => order?.number)).toEqual(['100001', '100002', '100003'])
})
