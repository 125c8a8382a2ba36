import { expect, test } from 'vitest'
import type { OrderPage } from '../../../src/contracts/console/orders.ts'
import { customersScreen } from '../../../src/server/console/customers/customers-page.ts'
import { findScreen } from '../../../src/server/console/find/find-page.ts'
import { orderScreen } from '../../../src/server/console/orders/order-page.ts'
import { ordersScreen } from '../../../src/server/console/orders/orders-page.ts'
import { todayScreen } from '../../../src/server/console/today/today-page.ts'
import { orderById } from '../../../src/server/ordering/orders/queries.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { fixtureShop, movableClock } from '../ordering/checkout/buyer.ts'
import { confirmed, countsOf, delivered, paidBack, statusOf } from '../ordering/orders/parcels.ts'
import { contentOf, outcome, signedIn, type Browser } from './at-console.ts'

const numberOf = async (shop: Shop, id: string) => (await orderById(shop.db, id))?.number ?? ''
const open = (shop: Shop, browser: Browser, number: string): Promise<OrderPage> =>
  contentOf(shop, browser, orderScreen, { params: { number } })

/** Sends a form of an order as the page that was shown has it. */
async function act(shop: Shop, browser: Browser, page: OrderPage, form: Record<string, string>) {
  const filled = { version: page.version, key: page.key, ...form }
  return outcome(shop, browser, orderScreen, { params: { number: page.number }, form: filled })
}

/** The entries of the audit log about an operation, oldest first. */
async function logOf({ db }: Shop, operation: string) {
  const rows = await db.selectFrom('audit_log').selectAll().where('operation', '=', operation).orderBy('seq').execute()
  return rows.map(({ actor, before, after }) => ({ actor, before: JSON.parse(before), after: JSON.parse(after) }))
}

test('an order is packed, shipped in two parcels and delivered, each step with its audit entry', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const [owner, id] = [await signedIn(shop, 'owner'), await confirmed(shop, [['FAN', 3]])]
  const number = await numberOf(shop, id)
  expect((await open(shop, owner, number)).may).toMatchObject({ process: true, ship: true, deliver: false })
  const step = async (form: Record<string, string>) => {
    clock.advance(60)
    const { status } = await act(shop, owner, await open(shop, owner, number), form)
    expect(status).toBe(303)
  }
  await step({ action: 'process' })
  await step({ action: 'ship', carrier: 'PostNord', tracking: 'P1', 'units:1': '2' })
  expect(await statusOf(shop, id)).toBe('processing')
  await step({ action: 'ship', carrier: 'PostNord', tracking: 'P2', 'units:1': '1' })
  await step({ action: 'deliver' })
  const page = await open(shop, owner, number)
  expect([page.status, page.parcels.map(({ tracking, units }) => [tracking, units])]).toEqual([
    'delivered',
    [
      ['P1', ['2 x FAN']],
      ['P2', ['1 x FAN']],
    ],
  ])
  const [first, second] = await logOf(shop, 'orders.ship')
  expect(first).toMatchObject({ actor: 'The owner', before: { shipped: {} }, after: { shipped: { FAN: 2 } } })
  expect(second).toMatchObject({ before: { status: 'processing' }, after: { status: 'shipped', shipped: { FAN: 3 } } })
})

test('a line leads to its product by the number that it has now, for those who may see products', async () => {
  await using shop = await fixtureShop()
  const number = await numberOf(shop, await confirmed(shop, [['FAN', 3]]))
  await shop.db.updateTable('products').set({ sku: 'FAN-NEW' }).where('sku', '=', 'FAN').execute()
  const linesFor = async (role: string) =>
    (await open(shop, await signedIn(shop, role), number)).lines.map(({ sku, productSku }) => [sku, productSku])
  expect(await linesFor('warehouse')).toEqual([['FAN', 'FAN-NEW']])
  expect(await linesFor('accountant')).toEqual([['FAN', null]])
  await shop.db.deleteFrom('products').where('sku', '=', 'FAN-NEW').execute()
  expect(await linesFor('seller')).toEqual([['FAN', null]])
})

test('of two people who refund the same order at once, the second is shown what the first did', async () => {
  await using shop = await fixtureShop()
  const [one, other] = [await signedIn(shop, 'seller'), await signedIn(shop, 'manager')]
  const id = await delivered(shop, [['FAN', 5]])
  const number = await numberOf(shop, id)
  const pages = [await open(shop, one, number), await open(shop, other, number)] as const
  const refund = { action: 'refund', reason: 'broken', 'units:1': '2' }
  const both = await Promise.all([act(shop, one, pages[0], refund), act(shop, other, pages[1], refund)])
  expect(both.map(({ status }) => status).sort()).toEqual([303, 422])
  expect(both.find(({ status }) => status === 422)?.fault).toContain('Somebody has changed this')
  expect(await countsOf(shop, id)).toMatchObject([{ refunded: 2 }])
  expect(await logOf(shop, 'orders.refund')).toHaveLength(1)
  const again = await act(shop, one, pages[0], refund)
  expect([again.status, await countsOf(shop, id)]).toMatchObject([422, [{ refunded: 2 }]])
})

test('a refund and a parcel without units say that units are missing, not that nothing is left', async () => {
  await using shop = await fixtureShop()
  const [owner, id] = [await signedIn(shop, 'owner'), await confirmed(shop, [['FAN', 1]])]
  const page = await open(shop, owner, await numberOf(shop, id))
  for (const action of ['ship', 'refund'])
    expect(await act(shop, owner, page, { action, reason: 'x', 'units:1': '0' })).toMatchObject({
      status: 422,
      fault: 'Write how many: at least one unit of a line.',
    })
})

test('the sum of a refund is shown before it is paid back, and only the sum that was shown', async () => {
  await using shop = await fixtureShop()
  const [seller, id] = [await signedIn(shop, 'seller'), await delivered(shop, [['FAN', 5]])]
  const page = await open(shop, seller, await numberOf(shop, id))
  const mails = async () => (await shop.db.selectFrom('outbox').select('id').execute()).length
  const [before, form] = [await mails(), { reason: 'broken', 'units:1': '2' }]
  const asked = await act(shop, seller, page, { action: 'refund_sum', ...form })
  const payBack = asked.content?.payBack
  expect(payBack).toMatchObject({ setOff: 0, typed: { reason: 'broken', 'units:1': '2' } })
  expect([asked.status, await countsOf(shop, id), await mails()]).toMatchObject([200, [{ refunded: 0 }], before])
  const amount = payBack?.amount ?? 0
  expect(amount).toBeGreaterThan(0)
  const other = await act(shop, seller, page, { action: 'refund', ...form, expected: String(amount - 1) })
  expect([other.status, await countsOf(shop, id), await mails()]).toMatchObject([422, [{ refunded: 0 }], before])
  const more = { action: 'refund', ...form, 'units:1': '3', expected: String(amount) }
  expect([(await act(shop, seller, page, more)).status, await countsOf(shop, id)]).toMatchObject([
    422,
    [{ refunded: 0 }],
  ])
  expect((await act(shop, seller, page, { action: 'refund', ...form, expected: String(amount) })).status).toBe(303)
  const { refunds } = await open(shop, seller, page.number)
  expect(refunds.map((each) => each.amount)).toEqual([amount])
  expect((await act(shop, seller, page, { action: 'refund_sum', ...form })).status).toBe(422)
  expect((await act(shop, await signedIn(shop, 'warehouse'), page, { action: 'refund_sum', ...form })).status).toBe(403)
})

test('an order is cancelled with its money back, and refuses what no longer fits', async () => {
  await using shop = await fixtureShop()
  const [owner, id] = [await signedIn(shop, 'owner'), await confirmed(shop, [['FAN', 1]])]
  const page = await open(shop, owner, await numberOf(shop, id))
  expect((await act(shop, owner, page, { action: 'cancel', reason: 'asked for' })).status).toBe(303)
  expect([await statusOf(shop, id), await paidBack(shop, id)]).toEqual(['cancelled', page.sums.total])
  const now = await open(shop, owner, page.number)
  expect(now.may).toMatchObject({ cancel: false, refund: false, ship: false })
  for (const action of ['ship', 'refund'])
    expect((await act(shop, owner, now, { action, 'units:1': '1' })).status).toBe(422)
  expect((await act(shop, owner, now, { action: 'cancel' })).status).toBe(303)
  expect(await paidBack(shop, id)).toBe(page.sums.total)
})

test('wrong units, an unknown order and too long texts change nothing', async () => {
  await using shop = await fixtureShop()
  const [owner, id] = [await signedIn(shop, 'owner'), await confirmed(shop, [['FAN', 1]])]
  const page = await open(shop, owner, await numberOf(shop, id))
  for (const units of ['2', '-1', '1.5', 'x', '99999999999'])
    expect((await act(shop, owner, page, { action: 'ship', 'units:1': units })).status).toBe(422)
  expect((await act(shop, owner, page, { action: 'ship', 'units:7': '1' })).status).toBe(422)
  expect((await outcome(shop, owner, orderScreen, { params: { number: 'nothing' } })).status).toBe(404)
  expect((await act(shop, owner, page, { action: 'note', note: 'x'.repeat(5_000) })).status).toBe(303)
  expect((await open(shop, owner, page.number)).history[0]?.note).toHaveLength(1_000)
  expect(await countsOf(shop, id)).toMatchObject([{ shipped: 0 }])
})

test('the lists find, filter and sort; a search finds by number, address and tracking number', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  const [small, large] = [await confirmed(shop, [['FAN', 1]]), await delivered(shop, [['FAN', 9]])]
  const numbers = [await numberOf(shop, small), await numberOf(shop, large)] as const
  const listed = async (query: Record<string, string>) =>
    (await contentOf(shop, owner, ordersScreen, { query })).rows.map(({ label }) => label)
  expect(await listed({})).toEqual([numbers[1], numbers[0]])
  expect(await listed({ sort: 'total' })).toEqual([numbers[0], numbers[1]])
  expect(await listed({ status: 'delivered' })).toEqual([numbers[1]])
  expect(await listed({ q: 'anna@' })).toHaveLength(2)
  for (const q of ['nna@', 'NNA@example', 'a@exam'])
    expect([q, await listed({ q })]).toEqual([q, [numbers[1], numbers[0]]])
  for (const q of ['nna@%', 'a_exam', 'nna@ exam']) expect([q, await listed({ q })]).toEqual([q, []])
  expect(await listed({ q: `PN-${large}` })).toEqual([numbers[1]])
  expect(await listed({ q: `#${numbers[1]?.slice(-3)}` })).toEqual([numbers[1]])
  expect(await listed({ q: numbers[1]?.slice(0, 3) ?? '' })).toEqual([])
  expect(await listed({ q: "' or 1=1 --" })).toEqual([])
  expect(await listed({ status: 'nonsense', sort: 'email;drop', after: 'e30', column: 'x' })).toHaveLength(2)
  expect((await outcome(shop, owner, findScreen, { query: { q: `#${numbers[0]}` } })).location).toBe(
    `/console/orders/${numbers[0]}`,
  )
  const { waiting, sales } = await contentOf(shop, owner, todayScreen)
  expect(waiting).toMatchObject([{ what: 'to_pack', count: 1 }])
  expect(sales[0]?.periods[0]).toMatchObject({ period: 'day', now: { orders: 2 }, before: { orders: 0 } })
})

test('a list is paged by key in both directions without holes, by each column that sorts', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  await shop.db
    .insertInto('customers')
    .values(
      Array.from({ length: 130 }, (_, at) => ({
        id: `c-${String(at).padStart(3, '0')}`,
        email: `c${String(at).padStart(3, '0')}@example.se`,
        password_hash: null,
        name: `Name ${at}`,
        phone: '',
        language: 'sv' as const,
        country: 'SE',
        currency_id: 1,
        mail_consent: 0 as const,
        verified_at: null,
        created_at: `2026-01-${String(1 + (at % 7)).padStart(2, '0')}T00:00:00.000Z`,
      })),
    )
    .execute()
  for (const sort of ['email', '-email', 'since', '-since']) {
    const forward: string[] = []
    let query: Record<string, string> = { sort, q: 'c' }
    let back = ''
    for (let page = 0; page < 3; page += 1) {
      const list = await contentOf(shop, owner, customersScreen, { query })
      forward.push(...list.rows.map(({ id }) => id))
      back = list.previous ?? ''
      query = Object.fromEntries(new URLSearchParams(list.next ?? ''))
    }
    expect([sort, forward.length, new Set(forward).size]).toEqual([sort, 130, 130])
    const before = await contentOf(shop, owner, customersScreen, {
      query: Object.fromEntries(new URLSearchParams(back)),
    })
    expect(before.rows.map(({ id }) => id)).toEqual(forward.slice(50, 100))
  }
})

test('an order leads to those that were placed before and after it', async () => {
  await using shop = await fixtureShop()
  const seller = await signedIn(shop, 'seller')
  const numbers: string[] = []
  for (let count = 0; count < 3; count += 1) numbers.push(await numberOf(shop, await confirmed(shop, [['FAN', 1]])))
  const [first = '', second = '', third = ''] = numbers
  expect((await open(shop, seller, first)).beside).toEqual({ older: null, newer: second })
  expect((await open(shop, seller, second)).beside).toEqual({ older: first, newer: third })
  expect((await open(shop, seller, third)).beside).toEqual({ older: second, newer: null })
})
