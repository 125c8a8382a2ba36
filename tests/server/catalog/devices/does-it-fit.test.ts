import { describe, expect, test } from 'vitest'
import { Fits } from '../../../../src/contracts/calls/fits.ts'
import { indexDevices } from '../../../../src/server/catalog/devices/device-queries.ts'
import { fitsOf } from '../../../../src/server/catalog/devices/fits-of.ts'
import { productPage } from '../../../../src/server/catalog/product-page.ts'
import { insertRows } from '../../../../src/server/platform/db/bulk.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { shownOf } from '../../../support/page-answer.ts'
import { call } from '../../call.ts'
import { fixtureShop, swedish } from '../../ordering/checkout/buyer.ts'

const device = (id: string, model: string, numbers: string, series = 'Pro 14') => ({
  id,
  brand: 'Nordbok',
  series,
  model,
  slug: `nordbok-${id}`,
  type_numbers: numbers,
})

/** The battery fits Pro 14 G3 and G4; the fan fits Pro 14 G5 alone, and nothing fits Max 15. */
async function deviceShop() {
  const shop = await fixtureShop()
  await shop.db
    .insertInto('devices')
    .values([
      device('g3', 'Pro 14 G3', 'NBP14-G3, 26X8-2396'),
      device('g4', 'Pro 14 G4', 'NBP14-G4'),
      device('g5', 'Pro 14 G5', 'NBP14-G5'),
      device('g30', 'Pro 14 G30', 'NBP14-G30'),
      device('max', 'Max 15', 'NBM15', 'Max'),
    ])
    .execute()
  await shop.db
    .insertInto('product_devices')
    .values([
      { product_id: 'bat', device_id: 'g3' },
      { product_id: 'bat', device_id: 'g4' },
      { product_id: 'bat-few', device_id: 'g5' },
    ])
    .execute()
  await indexDevices(shop.db, shop.kind)
  return shop
}

const ask = async (shop: Shop, fits: string) => shownOf(await productPage(shop, swedish(), 'bat-del', { fits }))
const answer = async (shop: Shop, fits: string) => {
  const fit = (await ask(shop, fits))?.page.fit
  return fit && [fit.kind, ...fit.devices.map(({ name }) => name)]
}

describe('does it fit?', () => {
  test('answers yes to a model, a type number and a label in any spelling', async () => {
    await using shop = await deviceShop()
    const yes = ['yes', 'Nordbok Pro 14 G3']
    for (const text of [
      'NBP14-G3',
      'nbp14g3',
      ' NBP 14 – G3 ',
      'Nordbok Pro 14 G3',
      'pro 14 g3',
      'Model: NBP14-G3 Rev.2 P/N 123',
      'Model NBP14-G3\nS/N: PF0A1234 19V 3.42A',
      '(26x8 2396)',
    ])
      expect([text, await answer(shop, text)]).toEqual([text, yes])
    expect((await ask(shop, 'NBP14-G3'))?.page.fit?.devices[0]?.path).toBe('/sv/hitta-delar/nordbok-g3')
  })

  test('answers no with the parts of the lowest category that fit', async () => {
    await using shop = await deviceShop()
    expect((await ask(shop, 'NBP14-G5'))?.page.fit).toEqual({
      kind: 'no',
      text: 'NBP14-G5',
      devices: [{ name: 'Nordbok Pro 14 G5', path: '/sv/kategori/laptopdelar/batterier/dell?device=nordbok-g5' }],
    })
    expect((await ask(shop, 'Nordbok Max 15'))?.page.fit).toMatchObject({
      kind: 'no',
      devices: [{ name: 'Nordbok Max 15', path: '/sv/hitta-delar/nordbok-max' }],
    })
  })

  test('lets the shopper choose when a text names several devices', async () => {
    await using shop = await deviceShop()
    const fit = (await ask(shop, 'Nordbok Pro 14'))?.page.fit
    expect(fit?.kind).toBe('choose')
    expect(fit?.devices).toContainEqual({
      name: 'Nordbok Pro 14 G3',
      path: '/sv/produkt/bat-del?fits=Nordbok+Pro+14+G3#devices',
    })
    for (const { path } of fit?.devices ?? []) {
      const fits = new URL(path, 'http://shop').searchParams.get('fits') ?? ''
      expect((await answer(shop, fits))?.[0]).not.toBe('choose')
    }
  })

  test('reads a serial number by the type number it begins with, and guesses nothing else', async () => {
    await using shop = await deviceShop()
    expect(await answer(shop, '26X8-2396-PF0ABC12')).toEqual(['yes', 'Nordbok Pro 14 G3'])
    expect(await answer(shop, 'S/N 26X82396PF0ABC12')).toEqual(['yes', 'Nordbok Pro 14 G3'])
    for (const text of [
      'NBP14-G31',
      'NBP14-G3A',
      '26X8239612345',
      'PF0ABC1234',
      'Nordbok',
      '123',
      'G3',
      '???',
      "'; drop table devices --",
      '\u0000',
      'x'.repeat(5_000),
    ])
      expect([text.slice(0, 20), (await answer(shop, text))?.[0]]).toEqual([text.slice(0, 20), 'unknown'])
  })

  test('is no part of the shared page', async () => {
    await using shop = await deviceShop()
    expect((await ask(shop, 'x'.repeat(5_000)))?.page.fit?.text).toHaveLength(200)
    expect((await ask(shop, 'NBP14-G3'))?.tags).toBeUndefined()
    expect(await ask(shop, '')).toMatchObject({ page: { fit: null }, tags: expect.any(Array) })
  })

  test('answers of every device that it fits, of which very many are not all listed', async () => {
    await using shop = await deviceShop()
    const many = Array.from({ length: 900 }, (_, at) => device(`n${at}`, `Nano ${at}`, `NN-${at}`, 'Nano'))
    const rows = [
      ...many,
      ...many.slice(0, 30).map((each, at) => ({ ...each, id: `o${at}`, slug: `o${at}`, brand: 'Orn' })),
    ]
    await insertRows(shop.db, shop.kind, 'devices', rows)
    const fits = rows.map(({ id }) => ({ product_id: 'bat', device_id: id }))
    await insertRows(shop.db, shop.kind, 'product_devices', fits)
    await indexDevices(shop.db, shop.kind)
    const groups = (await ask(shop, ''))?.page.devices ?? []
    const told = groups.map(({ brand, count, devices }) => [brand, count, devices.length])
    expect(told).toEqual([
      ['Dell', 2, 2],
      ['Nordbok', 902, 468],
      ['Orn', 30, 30],
    ])
    const listed = new Set(groups.flatMap(({ devices }) => devices.map(({ model }) => model)))
    const unlisted = many.find(({ model }) => !listed.has(model))
    expect(await answer(shop, `Nordbok ${unlisted?.model}`)).toEqual(['yes', `Nordbok ${unlisted?.model}`])
  })
})

test('tells which of several parts fit a device, and which are recorded for others only', async () => {
  await using shop = await deviceShop()
  const ask = async (device: string, products: string) =>
    (await call(shop, Fits, fitsOf, { query: { device, products }, shopping: swedish() })).answer
  const all = 'bat,bat-few,fan,no-such,,bat'
  expect(await ask('nordbok-g3', all)).toEqual({ fitting: ['bat'], other: ['bat-few'] })
  expect(await ask('nordbok-max', all)).toEqual({ fitting: [], other: ['bat', 'bat-few'] })
  const nothing = { fitting: [], other: [] }
  expect(await ask('no-such', all)).toEqual(nothing)
  expect(await ask("'; drop table devices --", "bat' or 1=1 --")).toEqual(nothing)
  expect(await ask('nordbok-g3', '')).toEqual(nothing)
  await shop.db.updateTable('products').set({ status: 'draft' }).where('id', '=', 'bat').execute()
  expect(await ask('nordbok-g3', 'bat')).toEqual(nothing)
})
