import { expect, test } from 'vitest'
import { dayOf } from '../../../src/domain/places/working-days.ts'
import { changeStock } from '../../../src/server/catalog/changes/change-goods.ts'
import { returnsScreen } from '../../../src/server/console/returns/returns-page.ts'
import { missesScreen } from '../../../src/server/console/search/misses-page.ts'
import { todayScreen } from '../../../src/server/console/today/today-page.ts'
import { cancelOrder } from '../../../src/server/ordering/fulfilment/cancel-order.ts'
import { refundOrder } from '../../../src/server/ordering/refunds/refund-order.ts'
import { receiveReturn } from '../../../src/server/ordering/returns/receive-return.ts'
import { requestReturn } from '../../../src/server/ordering/returns/request-return.ts'
import { auditOf } from '../../../src/server/platform/audit/audit-queries.ts'
import { recordSearchMiss } from '../../../src/server/search/search-misses.ts'
import { fixtureShop, movableClock } from '../ordering/checkout/buyer.ts'
import { confirmed, delivered } from '../ordering/orders/parcels.ts'
import { contentOf, outcome, signedIn } from './at-console.ts'

test('the chart and the periods say what the orders themselves add up to', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  // On several days, before and after midnight of the home country's clock, and one that was cancelled.
  const cancelled = await confirmed(shop, [['FAN', 1]])
  for (const hours of [0, 1, 23, 24, 26, 24 * 6, 24 * 5, 24 * 20]) {
    clock.advance(hours * 3600)
    await confirmed(shop, [['FAN', 1 + (hours % 3)]])
  }
  await cancelOrder(shop, { orderId: cancelled, actor: 'operator', reason: '' })
  // A part is called as it is now in the reader's language, not as on an order.
  const text = shop.db.updateTable('product_texts').set({ name: 'A fan, renamed' }).where('product_id', '=', 'fan')
  await text.where('language', '=', 'en').execute()
  const { sales, best } = await contentOf(shop, await signedIn(shop, 'owner'), todayScreen)
  expect(best).toMatchObject([{ sku: 'FAN', name: 'A fan, renamed' }])
  const orders = await shop.db.selectFrom('orders').selectAll().execute()
  const counted = orders.filter(({ status }) => status !== 'cancelled')
  const { home } = shop.settings.all
  const dayBack = (days: number) => dayOf(new Date(clock.now().getTime() - days * 86_400_000), home)
  const added = (from: number, to: number) => {
    const days = new Set(Array.from({ length: to - from }, (_, at) => dayBack(from + at)))
    const own = counted.filter(({ placed_at: at }) => days.has(dayOf(new Date(at), home)))
    return { orders: own.length, sum: own.reduce((sum, { total }) => sum + Number(total), 0) }
  }
  expect(sales).toHaveLength(1)
  expect(sales[0]?.periods.map(({ now, before }) => [now, before])).toEqual(
    [1, 7, 30].map((days) => [added(0, days), added(days, 2 * days)]),
  )
  expect(sales[0]?.days).toEqual(
    Array.from({ length: 30 }, (_, at) => ({ day: dayBack(29 - at), sales: added(29 - at, 30 - at) })),
  )
  expect(added(0, 30).orders).toBeGreaterThan(2)
})

test('checkouts that were begun are counted apart from those that became orders', async () => {
  await using shop = await fixtureShop()
  await confirmed(shop, [['FAN', 1]])
  const [cart] = await shop.db.selectFrom('carts').selectAll().execute()
  if (!cart) throw new Error('There is no cart.')
  await shop.db
    .insertInto('carts')
    .values({ ...cart, checkout_id: 'left', created_at: shop.now().toISOString() })
    .execute()
  const { checkouts } = await contentOf(shop, await signedIn(shop, 'owner'), todayScreen)
  expect(checkouts).toEqual(['day', 'week', 'month'].map((period) => ({ period, begun: 2, ordered: 1 })))
})

test('a part below its level is listed, its level is audited, and odd levels are refused', async () => {
  await using shop = await fixtureShop()
  const [owner, warehouse] = [await signedIn(shop, 'owner'), await signedIn(shop, 'warehouse')]
  const set = (sku: string, level: string) =>
    outcome(shop, owner, todayScreen, { form: { action: 'level', sku, level } })
  const stock = async () => (await contentOf(shop, warehouse, todayScreen)).stock
  expect(await stock()).toEqual({ count: 0, parts: [], mayChange: false })
  const { on_hand: units = 0 } =
    (await shop.db.selectFrom('stock').selectAll().where('product_id', '=', 'fan').executeTakeFirst()) ?? {}
  for (const [sku, level] of [
    ['FAN', '-1'],
    ['FAN', '1.5'],
    ['FAN', '9999999'],
    ['FAN', ''],
    ['NO SUCH', '1'],
    ["' or 1=1 --", '1'],
  ] as const)
    expect((await set(sku, level)).status).toBe(422)
  expect((await set('FAN', String(units))).status).toBe(303)
  expect((await stock())?.count).toBe(0)
  await confirmed(shop, [['FAN', 2]])
  expect(await stock()).toMatchObject({ count: 1, parts: [{ sku: 'FAN', available: units - 2, level: units }] })
  expect((await set('FAN', '0')).status).toBe(303)
  expect((await stock())?.count).toBe(0)
  const entries = await auditOf(shop.db, { kind: 'product', id: 'fan' })
  expect(entries.map(({ operation }) => operation)).toEqual(['stock.level', 'stock.level'])
  expect((await contentOf(shop, await signedIn(shop, 'accountant'), todayScreen)).stock).toBeNull()
})

test('mails that were not sent are listed with the reason for those who may act', async () => {
  await using shop = await fixtureShop()
  const at = shop.now().toISOString()
  const mail = { payload: '{}', run_at: at, attempts: 3, created_at: at, last_error: '550 <b>no such user</b>' }
  await shop.db
    .insertInto('outbox')
    .values([
      { ...mail, id: 'a', dedupe_key: 'a', kind: 'mail.order_confirmed', done_at: null },
      { ...mail, id: 'b', dedupe_key: 'b', kind: 'mail.order_shipped', done_at: at },
      { ...mail, id: 'c', dedupe_key: 'c', kind: 'mail.order_shipped', done_at: at, last_error: null },
      { ...mail, id: 'd', dedupe_key: 'd', kind: 'payment.refund', done_at: null },
    ])
    .execute()
  const { waiting, failedMails } = await contentOf(shop, await signedIn(shop, 'owner'), todayScreen)
  expect(waiting.find(({ what }) => what === 'mails')?.count).toBe(2)
  expect(failedMails.map(({ name, isGivenUp }) => [name, isGivenUp]).sort()).toEqual([
    ['console-today:mail.order_confirmed', false],
    ['console-today:mail.order_shipped', true],
  ])
  const seller = await contentOf(shop, await signedIn(shop, 'seller'), todayScreen)
  expect([seller.failedMails, seller.waiting.some(({ what }) => what === 'mails')]).toEqual([[], false])
})

test('what the shop sells is shown to those whose role sees it, and not to those who pack', async () => {
  await using shop = await fixtureShop()
  await confirmed(shop, [['FAN', 2]])
  const shownTo = async (role: string) => contentOf(shop, await signedIn(shop, role), todayScreen)
  expect(await shownTo('seller')).toMatchObject({ maySeeSales: true, best: [{ sku: 'FAN' }] })
  expect(await shownTo('warehouse')).toMatchObject({ maySeeSales: false, sales: [], best: [], misses: [] })
})

test('each number of what waits leads to a list of as many rows', async () => {
  await using shop = await fixtureShop()
  const seller = await signedIn(shop, 'seller')
  const announced = await Promise.all(
    [1, 2, 3].map(async () => {
      const orderId = await delivered(shop, [['FAN', 2]])
      const units = [{ position: 1, quantity: 2, reason: 'does_not_fit' as const }]
      return requestReturn(shop, { orderId, actor: 'shopper', message: '', units })
    }),
  )
  const [, half, whole] = announced
  const received = { actor: 'warehouse', isRestocked: true, isRefunded: false }
  await receiveReturn(shop, { ...received, returnId: half?.id ?? '', units: [{ position: 1, quantity: 1 }] })
  await receiveReturn(shop, { ...received, returnId: whole?.id ?? '' })
  const { waiting } = await contentOf(shop, seller, todayScreen)
  expect(waiting.map(({ what, count }) => [what, count])).toEqual([
    ['returns', 2],
    ['returns_here', 1],
  ])
  for (const { count, address } of waiting) {
    const query = Object.fromEntries(new URL(address ?? '', 'http://shop').searchParams)
    expect((await contentOf(shop, seller, returnsScreen, { query })).rows).toHaveLength(count)
  }
})

test('a search without hits that was dealt with is shown no more, until it is opened again', async () => {
  await using shop = await fixtureShop()
  const editor = await signedIn(shop, 'owner')
  for (const query of ['blasare', 'fjaril']) await recordSearchMiss(shop.db, 'sv', query, shop.now())
  const mark = (action: string) => outcome(shop, editor, missesScreen, { form: { action, row: ['sv:fjaril'] } })
  const misses = async () => (await contentOf(shop, editor, todayScreen)).misses.map(({ query }) => query)
  expect(await misses()).toEqual(['blasare', 'fjaril'])
  await mark('dismiss')
  expect(await misses()).toEqual(['blasare'])
  await mark('restore')
  expect(await misses()).toEqual(['blasare', 'fjaril'])
})

test('best sellers are what was kept: without units that were cancelled or came back', async () => {
  await using shop = await fixtureShop()
  const some = await confirmed(shop, [['FAN', 3]])
  const units = [{ position: 1, quantity: 2 }]
  await refundOrder(shop, { orderId: some, actor: 'operator', reason: '', units, withDelivery: false })
  const none = await delivered(shop, [['RAM', 2]])
  await refundOrder(shop, { orderId: none, actor: 'operator', reason: '', withDelivery: true })
  const { best } = await contentOf(shop, await signedIn(shop, 'owner'), todayScreen)
  expect(best.map(({ sku, units: sold }) => [sku, Number(sold)])).toEqual([['FAN', 1]])
})

test('lists the parts that lack units after every kind of change of stock and level, the worst first', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  const ids = await shop.db.selectFrom('products').select(['id', 'sku']).orderBy('sku').limit(4).execute()
  const [first, second, third, fourth] = ids.map(({ sku }) => sku)
  if (!first || !second || !third || !fourth) throw new Error('The fixture has too few products.')
  const level = (sku: string, units: number) =>
    outcome(shop, owner, todayScreen, { form: { action: 'level', sku, level: String(units) } })
  const expected = async () => {
    const rows = await shop.db
      .selectFrom('stock_levels as l')
      .innerJoin('products as p', 'p.id', 'l.product_id')
      .leftJoin('stock as s', 's.product_id', 'l.product_id')
      .select(['p.sku', 'l.level', 's.on_hand', 's.reserved'])
      .execute()
    return rows
      .map((row) => ({ ...row, available: (row.on_hand ?? 0) - (row.reserved ?? 0) }))
      .filter((row) => row.available < row.level)
      .sort((one, two) => two.level - two.available - (one.level - one.available) || one.sku.localeCompare(two.sku))
      .map(({ sku, available, level: wanted }) => ({ sku, available, level: wanted }))
  }
  const check = async () => {
    const stock = (await contentOf(shop, owner, todayScreen)).stock
    const wanted = await expected()
    expect(stock?.parts.map(({ sku, available, level: each }) => ({ sku, available, level: each }))).toEqual(wanted)
    expect(stock?.count).toBe(wanted.length)
  }
  await changeStock(shop, [
    { sku: first, set: 3 },
    { sku: second, set: 10 },
  ])
  for (const [sku, units] of [
    [first, 5],
    [second, 4],
    [third, 7],
    [fourth, 1],
  ] as const)
    await level(sku, units)
  await check()
  await changeStock(shop, [
    { sku: first, adjust: 4 },
    { sku: second, adjust: -9 },
    { sku: third, set: 2 },
  ])
  await check()
  await level(second, 40)
  await check()
  await level(third, 0)
  await check()
  await confirmed(shop, [['FAN', 1]])
  await check()
})
