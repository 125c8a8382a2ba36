import { expect, test } from 'vitest'
import { apiCalls } from '../../../src/contracts/calls/api-calls.ts'
import { orderById } from '../../../src/server/ordering/orders/queries.ts'
import { requestReturn } from '../../../src/server/ordering/returns/request-return.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { confirmed, delivered } from '../ordering/orders/parcels.ts'
import { askApi, newApiKey, type Answered, type Asked } from './api-caller.ts'

const contracts = Object.values(apiCalls).map(({ contract }) => contract)
const [reads, writes] = [
  contracts.filter(({ method }) => method === 'GET'),
  contracts.filter(({ method }) => method !== 'GET'),
]
const [lists, ones] = [reads.filter((each) => 'query' in each), contracts.filter(({ path }) => path.includes('['))]

/** Texts that programs have read as something else than a text, in a cursor, a number or a body. */
const hostile = [
  '%00',
  '\u0000',
  "1' or '1'='1",
  '9'.repeat(400),
  '-1',
  '1e9',
  '../../x',
  '{"$gt":""}',
  '\ud800',
  '🙂'.repeat(60),
  Buffer.from('\u0000').toString('base64url'),
  Buffer.from([0xff, 0xfe, 0xc0, 0x80]).toString('base64url'),
]

const bodies: Record<string, object> = {
  '/api/v1/orders/[number]/ship': { carrier: 'postnord', tracking_number: 'PN1' },
  '/api/v1/orders/[number]/note': { note: 'Seen' },
  '/api/v1/orders/[number]/cancel': { reason: 'sold out' },
  '/api/v1/returns/[number]/receive': { restock: false, refund: false },
  '/api/v1/stock': { rows: [{ sku: 'FAN', adjust: 1 }] },
  '/api/v1/prices': { rows: [{ sku: 'FAN', prices: [{ currency: 'SEK', min_quantity: 1, amount: 9_900 }] }] },
  '/api/v1/products/[product]': { status: 'published' },
}

async function caller(shop: Shop) {
  const authorization = `Bearer ${await newApiKey(shop)}`
  return ({ method, path }: { method: string; path: string }, given: Asked) =>
    askApi(shop, method, path, { ...given, authorization })
}

const named = (value: string) => ({ number: value, product: value })
const isRefused = ({ status }: Answered) => status >= 400 && status < 500

test('refuses forged cursors, page sizes and ids with 400 or 404 and never fails', async () => {
  await using shop = await fixtureShop()
  const ask = await caller(shop)
  for (const contract of lists) {
    for (const limit of ['0', '101', '-1', '1e3', '', '9'.repeat(40)])
      expect(await ask(contract, { query: { limit } }), `${contract.path} ${limit}`).toMatchObject({ status: 400 })
    for (const cursor of hostile) {
      const { status, body } = await ask(contract, { query: { cursor } })
      expect([200, 400], `${contract.path} ${cursor} ${JSON.stringify(body)}`).toContain(status)
    }
  }
  for (const contract of ones)
    for (const value of hostile) {
      const answer = await ask(contract, { params: named(value), body: bodies[contract.path] })
      expect(isRefused(answer), `${contract.path} ${value} ${answer.status}`).toBe(true)
    }
})

test('refuses bodies with hostile texts and changes nothing by them', async () => {
  await using shop = await fixtureShop()
  const ask = await caller(shop)
  const number = (await orderById(shop.db, await confirmed(shop, [['FAN', 1]])))?.number ?? ''
  const before = JSON.stringify(await shop.db.selectFrom('orders').selectAll().execute())
  const wrong = [
    null,
    [],
    7,
    '',
    { rows: [] },
    { rows: [{}] },
    { rows: Array.from({ length: 501 }, () => ({ sku: 'FAN', set: 1 })) },
  ]
  for (const contract of writes)
    for (const body of wrong)
      expect(isRefused(await ask(contract, { params: named(number), body })), contract.path).toBe(true)
  for (const [path, body] of Object.entries(bodies))
    for (const prototype of [{ constructor: 1 }, JSON.parse('{"__proto__":{"refund":true}}') as object])
      expect(
        (
          await ask(
            { method: path.includes('product') ? 'PATCH' : 'POST', path },
            {
              params: named('none'),
              body: { ...body, ...prototype },
            },
          )
        ).status,
      ).toBeLessThan(500)
  expect(JSON.stringify(await shop.db.selectFrom('orders').selectAll().execute())).toBe(before)
})

test('an Idempotency-Key is of one key of the API and one request: no other gets its answer', async () => {
  await using shop = await fixtureShop()
  const [ask, other] = [await caller(shop), await caller(shop)]
  const order = await orderById(shop.db, await confirmed(shop, [['FAN', 3]]))
  const sentBack = await delivered(shop, [['BAT', 1]])
  const units = [{ position: 1, quantity: 1, reason: 'changed_mind' as const }]
  const back = await requestReturn(shop, { orderId: sentBack, actor: 'shopper', units, message: '' })
  for (const contract of writes.filter(({ path }) => !path.endsWith('/cancel'))) {
    const isReturn = contract.path.includes('returns')
    const params = { number: isReturn ? back.number : (order?.number ?? ''), product: 'FAN' }
    const once = `once ${contract.path}`.replace(' ', '-')
    const given = { params, once, body: bodies[contract.path] }
    const first = await ask(contract, given)
    expect(first, contract.path).toMatchObject({ status: 200 })
    expect(await ask(contract, given)).toMatchObject({ status: 200, body: first.body })
    const changed = { ...given, body: { ...given.body, note: 'x', carrier: 'dhl', restock: true, status: 'draft' } }
    const rows = contract.path.endsWith('stock') ? [{ sku: 'FAN', adjust: 5 }] : [{ sku: 'BAT', prices: [] }]
    const reused = await ask(contract, 'rows' in (bodies[contract.path] ?? {}) ? { ...given, body: { rows } } : changed)
    expect(reused.status, contract.path).toBe(422)
    for (const each of writes.filter(({ path }) => path !== contract.path && !path.endsWith('/cancel')))
      expect(isRefused(await ask(each, { params, once, body: bodies[each.path] })), each.path).toBe(true)
    expect((await other(contract, { ...given, once: `${once}x` })).status).toBeLessThan(500)
  }
})
