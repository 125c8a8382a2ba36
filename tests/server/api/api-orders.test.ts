import { expect, test } from 'vitest'
import { applyRetention } from '../../../src/server/jobs/retention.ts'
import { orderById } from '../../../src/server/ordering/orders/queries.ts'
import { requestReturn } from '../../../src/server/ordering/returns/request-return.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { fixtureShop, movableClock, stockOf } from '../ordering/checkout/buyer.ts'
import { confirmed, delivered, paidBack } from '../ordering/orders/parcels.ts'
import { askApi, newApiKey, type Asked } from './api-caller.ts'

const orderPath = '/api/v1/orders/[number]'

async function caller(shop: Shop, scopes?: Parameters<typeof newApiKey>[1]) {
  const authorization = `Bearer ${await newApiKey(shop, scopes)}`
  return (method: string, path: string, given: Asked = {}) => askApi(shop, method, path, { ...given, authorization })
}

async function numberOf(shop: Shop, orderId: string): Promise<string> {
  return (await orderById(shop.db, orderId))?.number ?? ''
}

test('lists orders by cursor and status without gap or repetition, and reads one', async () => {
  await using shop = await fixtureShop()
  const ask = await caller(shop)
  const numbers: string[] = []
  for (let count = 0; count < 5; count += 1) numbers.push(await numberOf(shop, await confirmed(shop, [['FAN', 1]])))
  const read: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page = await ask('GET', '/api/v1/orders', { query: { limit: '2', ...(cursor && { cursor }) } })
    read.push(...page.body.orders.map(({ number }: { number: string }) => number))
    cursor = page.body.next_cursor
  }
  expect(read).toEqual(numbers)
  expect((await ask('GET', '/api/v1/orders', { query: { status: 'shipped' } })).body.orders).toEqual([])
  const { body } = await ask('GET', orderPath, { params: { number: numbers[0] ?? '' } })
  expect(body).toMatchObject({
    status: 'confirmed',
    address: { postal_code: '111 22' },
    lines: [{ sku: 'FAN', left_to_ship: 1 }],
  })
  const wrong: Record<string, string>[] = [
    { limit: '0' },
    { limit: '101' },
    { cursor: "1' or 1" },
    { cursor: 'abc' },
    { status: 'x' },
    { placed_from: 'now' },
  ]
  for (const query of wrong)
    expect(await ask('GET', '/api/v1/orders', { query }), JSON.stringify(query)).toMatchObject({
      status: 400,
      body: { code: 'invalid_query' },
    })
  expect(await ask('GET', orderPath, { params: { number: '1' } })).toMatchObject({
    status: 404,
    body: { code: 'order_unknown' },
  })
})

test('ships, notes and cancels like the console, and the audit log names the key', async () => {
  await using shop = await fixtureShop()
  const ask = await caller(shop)
  const [id, other] = [await confirmed(shop, [['FAN', 3]]), await confirmed(shop, [['BAT', 1]])]
  const params = { number: await numberOf(shop, id) }
  const body = { carrier: 'postnord', tracking_number: 'PN1', units: [{ position: 1, quantity: 2 }] }
  const sent = await ask('POST', `${orderPath}/ship`, { params, body })
  expect(sent.body).toMatchObject({
    status: 'processing',
    lines: [{ shipped: 2, left_to_ship: 1 }],
    parcels: [{ tracking_number: 'PN1' }],
  })
  const tooMany = { ...body, tracking_number: 'PN2' }
  expect(await ask('POST', `${orderPath}/ship`, { params, body: tooMany })).toMatchObject({
    status: 409,
    body: { code: 'units_unknown' },
  })
  expect(await ask('POST', `${orderPath}/cancel`, { params, body: { reason: '' } })).toMatchObject({
    status: 409,
    body: { code: 'already_shipped' },
  })
  const rest = await ask('POST', `${orderPath}/ship`, { params, body: { carrier: 'postnord', tracking_number: 'PN3' } })
  expect(rest.body.status).toBe('shipped')
  const second = { number: await numberOf(shop, other) }
  await ask('POST', `${orderPath}/note`, { params: second, body: { note: 'Call before <b>delivery</b>' } })
  expect((await ask('POST', `${orderPath}/cancel`, { params: second, body: { reason: 'sold out' } })).body.status).toBe(
    'cancelled',
  )
  expect(await paidBack(shop, other)).toBeGreaterThan(0)
  const log = await shop.db
    .selectFrom('audit_log')
    .select(['actor', 'operation'])
    .where('subject_kind', '=', 'order')
    .orderBy('seq')
    .execute()
  expect(log).toEqual(
    ['orders.ship', 'orders.ship', 'orders.note', 'orders.cancel'].map((operation) => ({
      actor: 'API: Warehouse',
      operation,
    })),
  )
})

test('a repeated or racing request has one effect and one answer, for 24 hours', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const ask = await caller(shop)
  const id = await confirmed(shop, [['FAN', 3]])
  const params = { number: await numberOf(shop, id) }
  const body = { carrier: 'postnord', tracking_number: '', units: [{ position: 1, quantity: 1 }] }
  const ship = (given: Asked) => ask('POST', `${orderPath}/ship`, { params, body, once: 'parcel-1', ...given })
  const twins = await Promise.all([ship({}), ship({}), ship({})])
  expect(twins.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(new Set(twins.map((each) => JSON.stringify(each.body))).size).toBe(1)
  await ask('POST', `${orderPath}/note`, { params, body: { note: 'Later' }, once: 'note' })
  clock.advance(3600)
  expect((await ship({})).body).toEqual(twins[0]?.body)
  expect((await ship({})).body.lines[0].shipped).toBe(1)
  const reused = { ...body, units: [{ position: 1, quantity: 2 }] }
  expect(await ship({ body: reused })).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } })
  expect(await ship({ once: '' })).toMatchObject({ status: 400, body: { code: 'idempotency_key_missing' } })
  expect(await ship({ once: 'x'.repeat(256) })).toMatchObject({ status: 400 })
  const others = await caller(shop)
  expect((await others('POST', `${orderPath}/ship`, { params, body, once: 'parcel-1' })).body.lines[0].shipped).toBe(2)
  clock.advance(24 * 3600)
  expect((await ship({})).body.lines[0].shipped).toBe(3)
  clock.advance(25 * 3600)
  await applyRetention(shop)
  expect(await shop.db.selectFrom('api_answers').selectAll().execute()).toEqual([])
})

test('a refused request claims nothing: it may be sent again with the same key', async () => {
  await using shop = await fixtureShop()
  const ask = await caller(shop)
  const id = await confirmed(shop, [['FAN', 1]])
  await shop.db.updateTable('orders').set({ hold: 'known_organization' }).where('id', '=', id).execute()
  const params = { number: await numberOf(shop, id) }
  const ship = () =>
    ask('POST', `${orderPath}/ship`, { params, body: { carrier: '', tracking_number: 'A' }, once: 'a' })
  expect(await ship()).toMatchObject({ status: 409, body: { code: 'on_hold' } })
  await shop.db.updateTable('orders').set({ hold: null }).where('id', '=', id).execute()
  expect((await ship()).body.status).toBe('shipped')
  const wrong = [{}, { carrier: 'x'.repeat(61), tracking_number: '' }, { carrier: '\u0000', tracking_number: '' }]
  const units = [[], [{ position: 0, quantity: 1 }], [{ position: 1, quantity: -1 }], [{ position: 1, quantity: 0.5 }]]
  for (const body of [...wrong, ...units.map((each) => ({ carrier: '', tracking_number: '', units: each }))])
    expect(await ask('POST', `${orderPath}/ship`, { params, body }), JSON.stringify(body)).toMatchObject({
      status: 422,
    })
})

test('receives a return, and refunds it only with the scope for that', async () => {
  await using shop = await fixtureShop()
  const id = await delivered(shop, [['FAN', 2]])
  const row = await requestReturn(shop, {
    orderId: id,
    actor: 'shopper',
    message: '',
    units: [{ position: 1, quantity: 2, reason: 'faulty' }],
  })
  const params = { number: row.number }
  const path = '/api/v1/returns/[number]/receive'
  const body = { restock: true, refund: true, units: [{ position: 1, quantity: 1 }] }
  const warehouse = await caller(shop, ['returns.read', 'returns.receive'])
  expect((await warehouse('GET', '/api/v1/returns')).body.returns).toMatchObject([
    { number: row.number, status: 'requested' },
  ])
  expect(await warehouse('POST', path, { params, body })).toMatchObject({
    status: 403,
    body: { code: 'scope_missing' },
  })
  const before = await stockOf(shop, 'fan')
  const came = await warehouse('POST', path, { params, body: { ...body, refund: false }, once: 'r' })
  await warehouse('POST', path, { params, body: { ...body, refund: false }, once: 'r' })
  expect(came.body).toMatchObject({
    status: 'partly_received',
    lines: [{ sku: 'FAN', received: 1, restocked: 1, refunded: 0 }],
  })
  expect(JSON.stringify(await stockOf(shop, 'fan'))).not.toBe(JSON.stringify(before))
  expect(await paidBack(shop, id)).toBe(0)
  const all = await caller(shop)
  expect((await all('POST', path, { params, body })).body.lines).toMatchObject([{ received: 2 }])
  expect(await paidBack(shop, id)).toBeGreaterThan(0)
  expect(await all('GET', '/api/v1/returns/[number]', { params: { number: 'nope' } })).toMatchObject({ status: 404 })
})

test('a key that may change an order and not read one gets its goods, not its buyer', async () => {
  await using shop = await fixtureShop()
  const id = await confirmed(shop, [['FAN', 3]])
  const params = { number: await numberOf(shop, id) }
  const buyer = /anna|storgatan|111 22|70 123|total|unit_price/i
  const note = await (
    await caller(shop, ['orders.note'])
  )('POST', `${orderPath}/note`, { params, body: { note: 'Seen' } })
  const body = { carrier: 'postnord', tracking_number: 'PN1' }
  const ask = await caller(shop, ['orders.ship'])
  const sent = await ask('POST', `${orderPath}/ship`, { params, body, once: 'a' })
  const again = await ask('POST', `${orderPath}/ship`, { params, body, once: 'a' })
  expect(sent.body).toMatchObject({ status: 'shipped', lines: [{ shipped: 3, left_to_ship: 0 }] })
  for (const each of [note, sent, again]) {
    expect(each.status).toBe(200)
    expect(JSON.stringify(each.body)).not.toMatch(buyer)
  }
  const reader = await caller(shop, ['orders.note', 'orders.read'])
  const read = await reader('POST', `${orderPath}/note`, { params, body: { note: 'Seen' } })
  expect(read.body).toMatchObject({ email: 'anna@example.se', address: { postal_code: '111 22' } })
})
