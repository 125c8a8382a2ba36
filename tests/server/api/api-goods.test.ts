import { expect, test } from 'vitest'
import type { Shop } from '../../../src/server/shop.ts'
import { fixtureShop, stockOf } from '../ordering/checkout/buyer.ts'
import { confirmed } from '../ordering/orders/parcels.ts'
import { listening, receiver, sendDue } from '../webhooks/receiver.ts'
import { askApi, newApiKey, type Asked } from './api-caller.ts'

async function caller(shop: Shop, scopes?: Parameters<typeof newApiKey>[1]) {
  const authorization = `Bearer ${await newApiKey(shop, scopes)}`
  return (method: string, path: string, given: Asked = {}) =>
    askApi(shop, method, `/api/v1/${path}`, { ...given, authorization })
}

const rows = (...each: object[]) => ({ body: { rows: each } })

test('changes many articles with a result per row, and tells pages, endpoints and the log', async () => {
  await using shop = await fixtureShop()
  await using other = await receiver()
  await listening(shop, other.url, ['stock.changed'])
  const ask = await caller(shop)
  await ask('POST', 'stock', rows({ sku: 'FAN', set: 4 }, { sku: 'BAT', set: 9 }))
  const { status, body } = await ask(
    'POST',
    'stock',
    rows({ sku: 'FAN', set: 40 }, { sku: 'BAT', adjust: -2 }, { sku: 'NOPE', set: 1 }),
  )
  expect(status).toBe(200)
  expect(body.rows).toEqual([
    { sku: 'FAN', result: 'done', on_hand: 40, reserved: 0, available: 40, incoming_at: null },
    { sku: 'BAT', result: 'done', on_hand: 7, reserved: 0, available: 7, incoming_at: null },
    { sku: 'NOPE', result: 'unknown', on_hand: 0, reserved: 0, available: 0, incoming_at: null },
  ])
  expect((await ask('GET', 'stock', { query: { sku: 'FAN' } })).body.stock).toMatchObject([{ sku: 'FAN', on_hand: 40 }])
  const tags = await shop.db.selectFrom('invalidations').select('tag').execute()
  expect(tags.map(({ tag }) => tag)).toEqual(expect.arrayContaining(['stock:fan', 'product:fan']))
  await sendDue(shop)
  expect(other.got[0]?.body.data.items).toMatchObject([
    { sku: 'BAT', available: 7 },
    { sku: 'FAN', available: 40 },
  ])
  const log = await shop.db
    .selectFrom('audit_log')
    .select(['actor', 'subject', 'before', 'after'])
    .where('operation', '=', 'stock.change')
    .orderBy('seq', 'desc')
    .executeTakeFirstOrThrow()
  expect([log.actor, log.subject]).toEqual(['API: Warehouse', 'FAN + 2'])
  expect(JSON.parse(log.before)).toEqual({ BAT: 9, FAN: 4 })
  expect(JSON.parse(log.after)).toEqual({ BAT: 7, FAN: 40 })
})

test('no adjustment is lost between others, orders and repetitions, and reserved units stay', async () => {
  await using shop = await fixtureShop()
  const ask = await caller(shop)
  await ask('POST', 'stock', rows({ sku: 'FAN', set: 50 }))
  const adjust = (once: string) => ask('POST', 'stock', { ...rows({ sku: 'FAN', adjust: 1 }), once })
  const orders = Array.from({ length: 4 }, () => confirmed(shop, [['FAN', 2]]))
  const changes = Array.from({ length: 10 }, (_, at) => adjust(`a${at % 5}`))
  await Promise.all([...orders, ...changes])
  expect(await stockOf(shop, 'fan')).toMatchObject({ on_hand: 55, reserved: 8 })
  await ask('POST', 'stock', rows({ sku: 'FAN', set: 0 }))
  expect(await stockOf(shop, 'fan')).toMatchObject({ on_hand: 8, reserved: 8 })
  await ask('POST', 'stock', rows({ sku: 'FAN', adjust: -1_000_000 }))
  expect(await stockOf(shop, 'fan')).toMatchObject({ on_hand: 8, reserved: 8 })
  for (let count = 0; count < 3; count += 1) await ask('POST', 'stock', rows({ sku: 'FAN', adjust: 1_000_000 }))
  expect(await stockOf(shop, 'fan')).toMatchObject({ on_hand: 1_000_000 })
})

test('sets prices by currency and quantity, keeps the others, and lists and pages follow', async () => {
  await using shop = await fixtureShop()
  const ask = await caller(shop)
  const price = (currency: string, min_quantity: number, amount: number) => ({ currency, min_quantity, amount })
  const before = (await ask('GET', 'prices', { query: { sku: 'FAN' } })).body.prices[0].prices
  const changed = await ask(
    'POST',
    'prices',
    rows({ sku: 'FAN', prices: [price('EUR', 25, 1_234)] }, { sku: 'X', prices: [price('SEK', 1, 5)] }),
  )
  expect(changed.body.rows).toMatchObject([
    { sku: 'FAN', result: 'done' },
    { sku: 'X', result: 'unknown', prices: [] },
  ])
  expect(changed.body.rows[0].prices).toEqual(expect.arrayContaining([...before, price('EUR', 25, 1_234)]))
  await ask('POST', 'prices', rows({ sku: 'FAN', prices: [price('SEK', 1, 77_700)] }))
  const product = await shop.db.selectFrom('products').select('sort_price').where('id', '=', 'fan').executeTakeFirst()
  expect(product?.sort_price).toBe(77_700)
  const history = await shop.db
    .selectFrom('price_history')
    .select('amount')
    .where('product_id', '=', 'fan')
    .where('currency', '=', 'SEK')
    .where('valid_until', 'is', null)
    .execute()
  expect(history).toEqual([{ amount: 77_700 }])
  expect(
    await shop.db.selectFrom('invalidations').select('tag').where('tag', '=', 'product:fan').execute(),
  ).not.toEqual([])
  const twice = rows({ sku: 'FAN', prices: [price('SEK', 1, 1), price('SEK', 1, 2)] })
  expect((await ask('POST', 'prices', twice)).body.code).toBe('price_twice')
})

test('lists every article once by cursor, and filters by status and number', async () => {
  await using shop = await fixtureShop()
  const ask = await caller(shop)
  const all = await shop.db.selectFrom('products').select('sku').execute()
  const read: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page = await ask('GET', 'products', { query: { limit: '7', ...(cursor && { cursor }) } })
    read.push(...page.body.products.map(({ sku }: { sku: string }) => sku))
    cursor = page.body.next_cursor
  }
  expect(read.toSorted()).toEqual(all.map(({ sku }) => sku).toSorted())
  const [fan] = (await ask('GET', 'products', { query: { sku: 'FAN', status: 'published' } })).body.products
  expect(fan).toMatchObject({ sku: 'FAN', status: 'published' })
  expect(fan.names.sv.length).toBeGreaterThan(0)
  expect((await ask('GET', 'products', { query: { sku: 'FAN', status: 'draft' } })).body.products).toEqual([])
})

test('refuses what is out of bounds, named twice, too much, or not in the scope of the key', async () => {
  await using shop = await fixtureShop()
  const ask = await caller(shop)
  const before = await stockOf(shop, 'fan')
  const wrong = [
    rows(),
    rows({ sku: 'FAN', set: -1 }),
    rows({ sku: 'FAN', set: 1.5 }),
    rows({ sku: 'FAN', set: 1_000_001 }),
    rows({ sku: 'FAN', set: '1' }),
    rows({ sku: 'FAN', set: 1, adjust: 1 }),
    rows({ sku: 'FAN' }),
    rows({ sku: '', set: 1 }),
    rows({ sku: 'FAN\u0000', set: 1 }),
    rows({ sku: 'FAN', set: 1 }, { sku: 'FAN', set: 2 }),
    rows(...Array.from({ length: 501 }, (_, at) => ({ sku: `S${at}`, set: 1 }))),
  ]
  for (const given of wrong)
    expect((await ask('POST', 'stock', given)).status, JSON.stringify(given).slice(0, 80)).toBe(422)
  for (const amount of [0, -1, 0.5, 1_000_000_001])
    expect(
      (await ask('POST', 'prices', rows({ sku: 'FAN', prices: [{ currency: 'SEK', min_quantity: 1, amount }] })))
        .status,
    ).toBe(422)
  const reader = await caller(shop, ['stock.read', 'prices.read'])
  for (const path of ['stock', 'prices'])
    expect((await reader('POST', path, rows({ sku: 'FAN', set: 1 }))).body.code).toBe('scope_missing')
  expect((await ask('POST', 'stock', { ...rows({ sku: 'FAN', set: 1 }), once: '' })).status).toBe(400)
  expect(await stockOf(shop, 'fan')).toEqual(before)
})
