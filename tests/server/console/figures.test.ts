import { describe, expect, test } from 'vitest'
import { dayOf } from '../../../src/domain/places/working-days.ts'
import { comparedWith, splitPeriod, quickPeriods, stepOf } from '../../../src/server/console/figures/figure-days.ts'
import { figuresScreen } from '../../../src/server/console/figures/figures-page.ts'
import { cancelOrder } from '../../../src/server/ordering/fulfilment/cancel-order.ts'
import { refundOrder } from '../../../src/server/ordering/refunds/refund-order.ts'
import { requestReturn } from '../../../src/server/ordering/returns/request-return.ts'
import { sheetRows } from '../../../src/server/platform/workbooks/sheet-rows.ts'
import { fixtureShop, movableClock } from '../ordering/checkout/buyer.ts'
import { confirmed, delivered } from '../ordering/orders/parcels.ts'
import { contentOf, signedIn, visit } from './at-console.ts'

const mebibyte = 1024 * 1024
const workbookLimits = {
  rows: 1_000,
  columns: 50,
  cellLength: 200,
  files: 50,
  unpackedBytes: mebibyte,
  partBytes: mebibyte,
  xmlBytes: mebibyte,
  ratio: 1_000,
  acceptsMacrosAndLinks: false,
  memoryMb: 128,
  timeoutMs: 60_000,
}

const hour = 3_600

/** Orders on several days, one of them cancelled and one credited in part. */
async function sell(shop: Awaited<ReturnType<typeof fixtureShop>>, clock: ReturnType<typeof movableClock>) {
  const old = await confirmed(shop, [['FAN', 3]])
  clock.advance(24 * 8 * hour)
  const cancelled = await confirmed(shop, [['FAN', 5]])
  await cancelOrder(shop, { orderId: cancelled, actor: 'operator', reason: '' })
  const kept = await confirmed(shop, [['FAN', 4]])
  clock.advance(24 * hour)
  const other = await confirmed(shop, [['FAN', 1]])
  await refundOrder(shop, {
    orderId: kept,
    actor: 'operator',
    reason: 'late',
    units: [{ position: 1, quantity: 1 }],
    withDelivery: false,
  })
  const { home } = shop.settings.all
  const day = (back: number) => dayOf(new Date(clock.now().getTime() - back * 24 * hour * 1_000), home)
  return { day, orders: { old, kept, other, cancelled } }
}

const page = async (shop: Awaited<ReturnType<typeof fixtureShop>>, search = '') =>
  contentOf(shop, await signedIn(shop, 'owner'), figuresScreen, { search })

describe('the figures of a period', () => {
  test('are what its orders add up to, without those that were cancelled', async () => {
    const clock = movableClock()
    await using shop = await fixtureShop(clock)
    const { day, orders } = await sell(shop, clock)
    const rows = await shop.db.selectFrom('orders').selectAll().execute()
    const refunds = await shop.db.selectFrom('order_refunds').selectAll().execute()
    const own = rows.filter(({ id }) => id === orders.kept || id === orders.other)
    const sum = (of: (row: (typeof rows)[number]) => number) => own.reduce((total, row) => total + of(row), 0)
    const credit = refunds.find(({ order_id: id }) => id === orders.kept)
    const { sales, steps, buckets, currency } = await page(shop, `?from=${day(2)}&to=${day(0)}`)
    const expected = {
      orders: 2,
      units: 4,
      gross: sum(({ total }) => Number(total)),
      net: sum(({ total, vat_total: vat }) => Number(total) - Number(vat)),
      credited: Number(credit?.amount) - Number(credit?.vat),
    }
    expect(currency).toBe('SEK')
    expect(expected.gross).toBeGreaterThan(expected.net)
    expect(expected.credited).toBeGreaterThan(0)
    expect(sales).toEqual({ now: expected, before: { orders: 0, units: 0, gross: 0, net: 0, credited: 0 } })
    expect(steps.now).toEqual({ begun: 3, sent: 3, done: 3 })
    expect(buckets.map(({ from, now }) => [from, now.orders])).toEqual([
      [day(2), 0],
      [day(1), 1],
      [day(0), 1],
    ])
    expect(buckets.reduce((total, { now }) => total + now.net, 0)).toBe(expected.net)
  })

  test('stand beside those of the period before', async () => {
    const clock = movableClock()
    await using shop = await fixtureShop(clock)
    const { day } = await sell(shop, clock)
    const { sales, before } = await page(shop, `?from=${day(6)}&to=${day(0)}`)
    expect(before).toEqual({ from: day(13), to: day(7) })
    expect([sales.now.orders, sales.before.orders, sales.before.units]).toEqual([2, 1, 3])
  })

  test('have the margin of goods whose cost is known, of units that were not credited', async () => {
    const clock = movableClock()
    await using shop = await fixtureShop(clock)
    const { day } = await sell(shop, clock)
    const address = `?from=${day(2)}&to=${day(0)}`
    const unknown = await page(shop, address)
    expect(unknown.margin.now).toMatchObject({ known: 0, cost: 0 })
    expect(unknown.parts).toMatchObject([{ sku: 'FAN', units: 4, cost: null }])
    const offer = { product_id: 'fan', number: 'X', stock: 1, delivery_days: 2, is_priced: 0, changed_at: '' } as const
    await shop.db
      .insertInto('supplier_offers')
      .values([
        { ...offer, supplier: 'dear', cost: 9_000, currency: 'SEK' },
        { ...offer, supplier: 'near', cost: 500, currency: 'EUR' },
      ])
      .execute()
    shop.memory.clear()
    const { per_sek_micro: rate } = await shop.db
      .selectFrom('currency_rates')
      .selectAll()
      .where('currency', '=', 'EUR')
      .orderBy('valid_from', 'desc')
      .executeTakeFirstOrThrow()
    const cost = Math.min(9_000, Math.round((500 * 1_000_000) / Number(rate)))
    const { margin, parts, stock, sales } = await page(shop, address)
    const delivered = await shop.db.selectFrom('orders').selectAll().where('status', '<>', 'cancelled').execute()
    const delivery = delivered
      .filter(({ placed_at: at }) => dayOf(new Date(at), shop.settings.all.home) >= day(2))
      .reduce((sum, row) => sum + Number(row.delivery_total) - Number(row.delivery_vat), 0)
    expect(margin.now).toEqual({
      net: sales.now.net - sales.now.credited - delivery,
      known: sales.now.net - sales.now.credited - delivery,
      cost: 4 * cost,
    })
    expect(parts).toMatchObject([{ sku: 'FAN', units: 4, net: margin.now.net, cost: 4 * cost }])
    const { on_hand: units } = await shop.db
      .selectFrom('stock')
      .select('on_hand')
      .where('product_id', '=', 'fan')
      .executeTakeFirstOrThrow()
    expect(stock.worth).toBe(Number(units) * cost)
  })

  test('lists what is in stock and was not ordered', async () => {
    const clock = movableClock()
    await using shop = await fixtureShop(clock)
    const { day } = await sell(shop, clock)
    const skus = async (address: string) => (await page(shop, address)).slow.map(({ sku }) => sku)
    const quiet = await skus(`?from=${day(5)}&to=${day(4)}`)
    expect(quiet).toContain('FAN')
    const sold = await skus(`?from=${day(2)}&to=${day(0)}`)
    expect(sold).not.toContain('FAN')
    expect(sold.length).toBe(quiet.length - 1)
  })
})

test('a set and a gift card are counted once', async () => {
  await using shop = await fixtureShop()
  const orderId = await confirmed(shop, [
    ['KIT', 2],
    ['GIFT', 1],
    ['FAN', 1],
  ])
  const order = await shop.db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
  const card = await shop.db
    .selectFrom('order_lines')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('sku', '=', 'GIFT')
    .executeTakeFirstOrThrow()
  const { margin, parts, sales } = await page(shop)
  expect(sales.now.net).toBe(Number(order.total) - Number(order.vat_total))
  const others =
    Number(order.delivery_total) - Number(order.delivery_vat) + Number(card.line_total) - Number(card.vat_total)
  const goods = sales.now.net - others
  expect(margin.now.net).toBe(goods)
  expect(parts.reduce((sum, { net }) => sum + net, 0)).toBe(goods)
})

test('codes, reduced prices and returns are counted by code and by part', async () => {
  await using shop = await fixtureShop()
  const orderId = await delivered(
    shop,
    [
      ['FAN', 3],
      ['BAT', 2],
    ],
    { coupons: ['FIXED50'] },
  )
  const other = await confirmed(shop, [['FAN', 4]], { coupons: ['TEN', 'GIFT'] })
  const lines = await shop.db.selectFrom('order_lines').selectAll().where('order_id', '=', orderId).execute()
  const order = await shop.db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
  await shop.db
    .updateTable('order_lines')
    .set(({ eb }) => ({ ordinary_price: eb('unit_price', '+', 1_000) }))
    .where('order_id', '=', orderId)
    .where('sku', '=', 'BAT')
    .execute()
  const fan = lines.find(({ sku }) => sku === 'FAN')?.position ?? 0
  const units = [{ position: fan, quantity: 2, reason: 'faulty' as const }]
  await requestReturn(shop, { orderId, actor: 'shopper', message: '', units })
  const bat = lines.find(({ sku }) => sku === 'BAT')?.position ?? 0
  const back = { units: [{ position: bat, quantity: 1 }], withDelivery: false }
  await refundOrder(shop, { orderId, actor: 'operator', reason: '', ...back })
  const { codes, reduced, returns, parts } = await page(shop)
  const discount = Number(order.discount_total)
  const both = await shop.db.selectFrom('orders').selectAll().where('id', '=', other).executeTakeFirstOrThrow()
  // 10 % of four fans of 99.00, and a fifth one for nothing.
  const reductions = { orders: 1, net: Number(both.total) - Number(both.vat_total), discount: 4 * 990 + 9_900 }
  expect(codes).toEqual([
    { code: 'FIXED50', orders: 1, net: Number(order.total) - Number(order.vat_total), discount },
    { code: 'GIFT', ...reductions },
    { code: 'TEN', ...reductions },
  ])
  expect(discount).toBe(5_000)
  const { units: sold, net } = parts.find(({ sku }) => sku === 'BAT') ?? {}
  expect(sold, 'the unit that came back is not sold').toBe(1)
  expect(reduced).toMatchObject([
    { sku: 'BAT', units: 1, before: 0, reduction: 1_000, net },
    { sku: 'FAN', units: 5, before: 0, reduction: 4 * 990 + 9_900 },
  ])
  expect(returns).toMatchObject([{ sku: 'FAN', returned: 2, sold: 8, reasons: ['faulty'] }])
})

test.each([
  '?from=2026-02-30&to=2026-03-01',
  '?from=2026-03-02&to=2026-03-01',
  "?from='&to=1",
  '?from=2000-01-01&to=2026-01-01',
])('a period that is none (%s) says so and shows the last 30 days', async (address) => {
  await using shop = await fixtureShop()
  const { isWrong, period } = await page(shop, address)
  expect(isWrong).toBe(true)
  expect((Date.parse(period.to) - Date.parse(period.from)) / 86_400_000).toBe(29)
})

test('each table can be taken as a file, and no other', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const { day } = await sell(shop, clock)
  const browser = await signedIn(shop, 'accountant')
  const take = (table: string, kind = 'csv') =>
    visit(shop, browser, figuresScreen, {
      search: `?from=${day(2)}&to=${day(0)}`,
      form: { action: 'export', table, kind },
    })
  const file = await take('parts')
  if (!(file instanceof Response)) throw new Error('There is no file.')
  expect(file.headers.get('Content-Disposition')).toBe(`attachment; filename="parts-SEK-${day(2)}-${day(0)}.csv"`)
  const text = await file.text()
  expect(text).toMatch(/\r\nFAN,/)
  const book = await take('parts', 'xlsx')
  if (!(book instanceof Response)) throw new Error('There is no workbook.')
  expect(book.headers.get('Content-Disposition')).toContain('.xlsx"')
  const sheet = await sheetRows(new Uint8Array(await book.arrayBuffer()), workbookLimits)
  // The same cells; amounts are numbers, which a spreadsheet can add.
  expect(sheet.map(({ cells }) => cells.map((cell) => String(cell ?? '')).join(','))).toEqual(
    text.replace('\uFEFF', '').trimEnd().split('\r\n'),
  )
  expect(sheet[1]?.cells.filter((cell) => typeof cell === 'number').length).toBeGreaterThan(1)
  for (const table of ['sales', 'slow', 'returns', 'codes', 'reduced']) expect((await take(table)).status).toBe(200)
  expect((await take('orders')).status).toBe(422)
})

test('periods are compared and cut by the calendar', () => {
  expect(comparedWith({ from: '2026-03-01', to: '2026-03-31' }, 'before')).toEqual({
    from: '2026-01-29',
    to: '2026-02-28',
  })
  expect(comparedWith({ from: '2028-02-29', to: '2028-03-01' }, 'year')).toEqual({
    from: '2027-02-28',
    to: '2027-03-01',
  })
  expect(stepOf({ from: '2026-01-01', to: '2026-03-03' })).toBe('day')
  expect(stepOf({ from: '2026-01-01', to: '2026-03-04' })).toBe('week')
  expect(stepOf({ from: '2026-01-01', to: '2026-12-31' })).toBe('month')
  expect(splitPeriod({ from: '2026-01-30', to: '2026-03-02' }, 'month')).toEqual([
    { from: '2026-01-30', to: '2026-01-31' },
    { from: '2026-02-01', to: '2026-02-28' },
    { from: '2026-03-01', to: '2026-03-02' },
  ])
  expect(splitPeriod({ from: '2026-01-01', to: '2026-01-09' }, 'week')).toEqual([
    { from: '2026-01-01', to: '2026-01-07' },
    { from: '2026-01-08', to: '2026-01-09' },
  ])
  expect(quickPeriods('2026-01-15').last_month).toEqual({ from: '2025-12-01', to: '2025-12-31' })
})
