import { expect, test } from 'vitest'
import type { Shop } from '../../../src/server/shop.ts'
import { fixtureShop, stockOf } from '../ordering/checkout/buyer.ts'
import { confirmed } from '../ordering/orders/parcels.ts'
import { askApi, newApiKey, type Asked } from './api-caller.ts'

const path = '/api/v1/products/[product]'

async function caller(shop: Shop) {
  const authorization = `Bearer ${await newApiKey(shop)}`
  const ask = (method: string, product: string, given: Asked = {}) =>
    askApi(shop, method, path, { ...given, params: { product }, authorization })
  return {
    read: (product: string) => ask('GET', product),
    change: (product: string, body: object, once?: string) =>
      ask('PATCH', product, { body, ...(once !== undefined && { once }) }),
    ask,
  }
}

const entriesOf = (shop: Shop) =>
  shop.db.selectFrom('audit_log').selectAll().where('operation', '=', 'products.change').orderBy('seq').execute()

test('reads an article by number or id with its texts in both languages', async () => {
  await using shop = await fixtureShop()
  const { read } = await caller(shop)
  const { status, body } = await read('FAN')
  expect([status, body.id, body.sku, body.status]).toEqual([200, 'fan', 'FAN', 'published'])
  expect([body.texts.sv.name, body.texts.en.name].every((name) => name !== '')).toBe(true)
  expect((await read('fan')).body).toEqual(body)
  expect(await read('NOPE')).toMatchObject({ status: 404, body: { code: 'product_unknown' } })
  expect((await read("' or 1=1 --")).status).toBe(404)
})

test('changes what is named, and pages, search, lists and the log follow', async () => {
  await using shop = await fixtureShop()
  const { read, change } = await caller(shop)
  const before = (await read('FAN')).body
  const stock = await stockOf(shop, 'fan')
  await shop.db.deleteFrom('invalidations').execute()
  const texts = { sv: { name: '  Tyst   fläkt ' }, en: { description: 'Line one\nLine two' } }
  const { status, body } = await change('FAN', { texts })
  expect(status).toBe(200)
  expect(body.texts.sv).toEqual({ ...before.texts.sv, name: 'Tyst fläkt', slug: body.texts.sv.slug })
  expect(body.texts.en).toEqual({ ...before.texts.en, description: 'Line one\nLine two' })
  expect((await read('FAN')).body).toEqual(body)
  expect(await stockOf(shop, 'fan')).toEqual(stock)
  const tags = await shop.db.selectFrom('invalidations').select('tag').execute()
  expect(tags.map(({ tag }) => tag)).toContain('product:fan')
  const [entry] = await entriesOf(shop)
  expect([entry?.actor, entry?.subject, JSON.parse(entry?.after ?? '{}')]).toEqual([
    'API: Warehouse',
    'FAN',
    { name_sv: 'Tyst fläkt', description_en: 'Line one\nLine two' },
  ])
  const listed = () => shop.db.selectFrom('category_products').selectAll().where('product_id', '=', 'fan').execute()
  const places = await listed()
  expect(places).not.toEqual([])
  expect((await change('FAN', { status: 'draft' })).body.status).toBe('draft')
  expect(await listed()).toEqual([])
  await change('FAN', { status: 'published' })
  expect((await listed()).length).toBe(places.length)
})

test('has one effect and one answer for a repeated request, and refuses another one with its key', async () => {
  await using shop = await fixtureShop()
  const { change, ask } = await caller(shop)
  const body = { texts: { en: { name: 'Quiet fan' } } }
  const answers = await Promise.all(['a', 'a', 'a'].map((once) => change('FAN', body, once)))
  expect(new Set(answers.map((each) => JSON.stringify(each.body))).size).toBe(1)
  expect(await entriesOf(shop)).toHaveLength(1)
  await change('FAN', { texts: { en: { name: 'Loud fan' } } }, 'b')
  expect((await change('FAN', body, 'a')).body.texts.en.name).toBe('Quiet fan')
  expect(await change('FAN', { status: 'draft' }, 'a')).toMatchObject({
    status: 422,
    body: { code: 'idempotency_key_reused' },
  })
  expect((await change('BAT', body, 'a')).body.code).toBe('idempotency_key_reused')
  expect(await ask('PATCH', 'FAN', { body, once: '' })).toMatchObject({ status: 400 })
})

/** Orders a fan; a shopper whose parts were renamed meanwhile is shown that, and orders again. */
async function confirmedAtLast(shop: Shop): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await confirmed(shop, [['FAN', 1]])
    } catch (error) {
      if (tries === 5 || !String(error).includes('not placed but changed')) throw error
    }
  }
}

test('loses nothing when two change one article, and an order takes units meanwhile', async () => {
  await using shop = await fixtureShop()
  const { read, change } = await caller(shop)
  const before = await stockOf(shop, 'fan')
  const changes = [{ sv: { name: 'Fläkten' } }, { en: { name: 'The fan' } }, { sv: { description: 'Tyst.' } }]
  const order = confirmedAtLast(shop)
  const answers = await Promise.all(changes.map((texts) => change('FAN', { texts })))
  await order
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const { texts, updated_at: at } = (await read('FAN')).body
  expect([texts.sv.name, texts.en.name, texts.sv.description]).toEqual(['Fläkten', 'The fan', 'Tyst.'])
  expect((await stockOf(shop, 'fan')).reserved).toBe(before.reserved + 1)
  const known = { updated_at: '2020-01-01T00:00:00.000Z', status: 'draft' }
  expect(await change('FAN', known)).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } })
  expect((await change('FAN', { ...known, updated_at: at })).status).toBe(200)
})

test('refuses bad input and changes nothing for it', async () => {
  await using shop = await fixtureShop()
  const { read, change } = await caller(shop)
  const before = (await read('FAN')).body
  const bad = [
    {},
    { texts: {} },
    { texts: { sv: {} } },
    { status: 'archived' },
    { texts: { de: { name: 'Lüfter' } } },
    { texts: { sv: { name: '' } } },
    { texts: { sv: { name: '\u200b' } } },
    { texts: { sv: { name: 'x'.repeat(251) } } },
    { texts: { sv: { name: 'a\u0000b' } } },
    { texts: { sv: { description: 'x'.repeat(20_001) } } },
    { texts: { sv: { slug: 'mine' } } },
    { sku: 'OTHER', status: 'draft' },
    { status: 'draft', updated_at: 5 },
    [],
  ]
  for (const body of bad) expect((await change('FAN', body)).status, JSON.stringify(body)).toBe(422)
  expect((await change('NOPE', { status: 'draft' })).body.code).toBe('product_unknown')
  expect((await read('FAN')).body).toEqual(before)
  expect(await entriesOf(shop)).toEqual([])
})
