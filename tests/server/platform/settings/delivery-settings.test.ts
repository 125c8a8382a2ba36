import type { Kysely } from 'kysely'
import { describe, expect, test } from 'vitest'
import { deliveryMethods } from '../../../../src/domain/settings/delivery-methods.ts'
import { productPage } from '../../../../src/server/catalog/product-page.ts'
import { createShop } from '../../../../src/server/create-shop.ts'
import { up } from '../../../../src/server/platform/db/migrations/0039-delivery-settings.ts'
import { table } from '../../../../src/server/platform/db/migrations/columns.ts'
import { changeSettings } from '../../../../src/server/platform/settings/change-settings.ts'
import { ShopSettings } from '../../../../src/server/platform/settings/shop-settings.ts'
import { shownOf } from '../../../support/page-answer.ts'
import { setSettings } from '../../../support/set-settings.ts'
import { freshShop } from '../../../support/test-shop.ts'
import { shopCommands } from '../../../tools/shop-commands.ts'
import { checkoutWith, countOf, fixtureShop, swedish } from '../../ordering/checkout/buyer.ts'
import { orderBy, pageIn, post, shown } from '../../ordering/delivery/deliverer.ts'

const by = { by: 'operator:test', now: new Date('2026-06-15T12:00:00.000Z') }

test('an operator changes a price as people write it, adds and removes a method, and sees the history', async () => {
  await using commands = await shopCommands()
  const { run, json } = commands
  const name = 'delivery.methods.home-se.freeFrom'
  const { code, out } = await run('settings', 'set', name, '600', 'delivery.methods.home-se.bands.0.price', '59,5')
  expect([code, out]).toEqual([0, expect.stringContaining(`${name} is 600; it was 500.`)])
  expect((await run('settings', 'get', 'delivery.methods.home-se.bands.0.price')).out).toBe('59.50\n')
  const past = (await json('settings', 'history', name)) as unknown[]
  expect(past[0]).toMatchObject({ name, before: '500', after: '600' })
  const express = { kind: 'home', zones: ['se'], days: [1, 1], bands: [{ upToGrams: 2000, price: 149.5 }] }
  const added = await run('settings', 'set', 'delivery.methods.express', JSON.stringify(express))
  expect([added.code, added.out]).toEqual([0, expect.stringContaining('delivery.methods.express.freeFrom is')])
  expect(await json('settings', 'get', 'delivery.methods.express')).toMatchObject({ id: 'express', freeFrom: '' })
  expect((await run('settings', 'list', 'delivery.methods.express')).out).toMatch(/express\.days +\[1,1\]/)
  expect((await run('settings', 'unset', 'delivery.methods.express')).code).toBe(0)
  expect((await run('settings', 'get', 'delivery.methods.express')).code).toBe(1)
  expect(await json('settings', 'history', 'delivery.methods')).not.toHaveLength(0)
})

describe('wrong delivery is refused with the setting and the reason, and the old one stays', () => {
  const home = { id: 'home-se', kind: 'home', zones: ['se'], days: [1, 2], bands: [{ upToGrams: 1000, price: '1' }] }
  test.each<[name: string, value: unknown, reason: string]>([
    ['delivery.methods.home-se.freeFrom', '-1', 'delivery.methods.home-se.freeFrom must be a price of at least 0'],
    ['delivery.methods.home-se.freeFrom', '1e3', 'must be a price'],
    ['delivery.methods.home-se.bands.0.price', '49.505', 'delivery.methods.home-se.bands.0.price must be a price'],
    ['delivery.methods.home-se.bands.0.upToGrams', 20_000_000, 'must be at most 10000000'],
    ['delivery.methods.home-se.bands', [], 'delivery.methods.home-se.bands must have at least one entry'],
    ['delivery.methods.home-se.kind', 'drone', 'delivery.methods.home-se.kind must be one of home'],
    ['delivery.methods.home-se.kind', 'mail', 'must be one of home'],
    ['delivery.methods.home-se.days', [2, 1], 'must be two numbers in order'],
    ['delivery.methods.home-se.days', [1], 'must be two numbers in order'],
    ['delivery.methods.home-se.zones', ['mars'], 'delivery.methods.home-se.zones names mars, which is no zone'],
    ['delivery.methods.home-se.name.sv', 'A\u202eB', 'must be one line of plain text'],
    ['delivery.methods.home-se.colour', 'red', 'delivery.methods.home-se.colour is not a setting'],
    ['delivery.methods.mail', { ...home, id: 'mail' }, 'must not have the id of delivery by e-mail'],
    ['delivery.methods.Home', { ...home, id: 'Home' }, 'must be lower-case letters'],
    [
      'delivery.methods.pallet-se.aboveGrams',
      10_000_000,
      'delivery.methods.pallet-se.bands.0.upToGrams must be above 10000000',
    ],
    ['delivery.methods.home-nordic.active', false, 'delivery.methods must have one for DK, NO'],
    ['delivery.methods.home-is.aboveGrams', 500, 'what weighs a little more than 0 grams to IS'],
    ['delivery.zones.eu.countries', ['DE', 'DE'], 'delivery.zones.eu.countries must not name DE again'],
    ['delivery.zones.eu.countries', ['DE', 'SE'], 'must not name SE again'],
    ['delivery.zones.eu.countries', ['DE', 'QQ'], 'names QQ, which is no country'],
    ['delivery.zones.eu.countries', ['Germany'], 'must be a code such as SE'],
    ['delivery.zones.world.countries', [], 'delivery.methods must have one for AE, AT'],
    ['delivery.notDeliveredTo', ['DE'], 'must not name DE, which is in a zone'],
    ['delivery.cutOff', '24:00', 'delivery.cutOff must be a time'],
    ['delivery.timeZone', 'Mars/Base', 'delivery.timeZone must be a time zone'],
    ['delivery.closedDays', ['2026-02-30'], 'must be a day'],
    ['delivery.areas', [{ country: 'SE', from: '62', to: '6', extraDays: 1 }], 'delivery.areas.0.to must be as long'],
  ])('%s as %j: %s', async (name, value, reason) => {
    await using commands = await shopCommands()
    const before = await commands.json('settings', 'export')
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    const { code, err } = await commands.run('settings', 'set', '--', name, text)
    expect([code, err]).toEqual([1, expect.stringContaining(reason)])
    expect(await commands.json('settings', 'export')).toEqual(before)
  })

  test('two methods with one id, and two zones', async () => {
    await using commands = await shopCommands()
    for (const list of ['methods', 'zones']) {
      const own = (await commands.json('settings', 'get', `delivery.${list}`)) as unknown[]
      const { err } = await commands.run('settings', 'set', `delivery.${list}`, JSON.stringify([...own, own[0]]))
      expect(err).toMatch(new RegExp(`delivery.${list} must not have two ${list} with the id (home-)?se`))
    }
  })

  test('a country whose only method needs a service point, when service points are switched off', async () => {
    await using shop = await fixtureShop()
    await setSettings(shop, ['delivery.methods.home-nordic.zones', ['no', 'dk']])
    await expect(setSettings(shop, ['delivery.servicePoints', false])).rejects.toThrow('must have one for FI')
  })
})

test('product page and checkout follow the price, the cut-off time, the time zone and closed days', async () => {
  await using shop = await fixtureShop()
  const checkoutId = await checkoutWith(shop, [['FAN', 1]])
  const delivery = async () => shownOf(await productPage(shop, swedish(), 'fan-del'))?.page.delivery
  expect(await delivery()).toMatchObject({ freight: 49, arrival: { first: '2026-06-16' } })
  await setSettings(
    shop,
    ['delivery.methods.home-se.bands.0.price', '59.50'],
    ['delivery.methods.home-se.freeFrom', '700'],
    ['delivery.cutOff', '08:30'],
    ['delivery.timeZone', 'America/New_York'],
    ['delivery.closedDays', ['06-15', '2026-06-17']],
  )
  // Monday 08:00 in New York: closed today, sent on Tuesday.
  const arrival = {
    orderBefore: '2026-06-16T12:30:00.000Z',
    dispatch: '2026-06-16',
    cutOff: '08:30',
    first: '2026-06-17',
  }
  expect(await delivery()).toMatchObject({ freight: 59.5, freeFrom: 700, arrival })
  const page = await shown(shop, checkoutId)
  expect(page).toMatchObject({ totals: { delivery: { inc: 5_950 } }, arrivals: { 'home-se': arrival } })
  // The shop is closed on Wednesday, so nothing can be fetched there before Thursday.
  expect(page.arrivals['pick-up-se']?.first).toBe('2026-06-18')
})

test('service points are switched off, and goods are picked up where it is set', async () => {
  await using shop = await freshShop({
    seeded: true,
    now: () => by.now,
    servicePoints: { near: () => Promise.reject(new Error('Nobody may ask the carrier.')) },
  })
  await setSettings(
    shop,
    ['delivery.servicePoints', false],
    ['delivery.pickUp', { name: 'Lagret', street: 'Hamngatan 2', postalCode: '961 61', city: 'Boden' }],
  )
  const checkoutId = await checkoutWith(shop, [['FAN', 1]])
  const page = pageIn(await post(shop, checkoutId, { action: 'update' }))
  expect(page.deliveries.map(({ id }) => id)).toEqual(['home-se', 'pick-up-se'])
  expect(page.servicePoints.state).toBe('ask')
  expect(pageIn(await post(shop, checkoutId, { delivery_method: 'point-se' })).errors).toEqual({
    delivery_method: 'delivery_unavailable',
  })
  const order = await orderBy(shop, checkoutId, { delivery_method: 'pick-up-se' })
  const place = { id: 'shop', name: 'Lagret', street: 'Hamngatan 2', postalCode: '961 61', city: 'Boden' }
  expect(JSON.parse(order.delivery)).toMatchObject({ kind: 'pick_up', name: '', rate: 2_500, place })
  await setSettings(shop, ['delivery.methods.pick-up-se', undefined], ['delivery.pickUp.city', 'Luleå'])
  const [kept] = await shop.db.selectFrom('orders').select('delivery').execute()
  expect(JSON.parse(kept?.delivery ?? '{}')).toMatchObject({ place })
})

test('an order is placed with the newest prices, even by a process that has not read them yet', async () => {
  await using shop = await fixtureShop()
  const other = await createShop(shop.env, { log: shop.log, now: shop.now })
  const checkoutId = await checkoutWith(shop, [['FAN', 1]])
  const { seen } = await shown(shop, checkoutId)
  await setSettings(other, ['delivery.methods.home-se.bands.0.price', '65'])
  await other.close()
  expect(shop.settings.all.delivery.methods[0]?.bands[0]?.price).toBe('49')
  const answer = pageIn(await post(shop, checkoutId, { delivery_method: 'home-se', seen }))
  expect(answer).toMatchObject({ changes: [{ kind: 'delivery' }], totals: { delivery: { inc: 6_500 } } })
  expect(await countOf(shop, 'orders')).toBe(0)
  expect(Number((await orderBy(shop, checkoutId, { delivery_method: 'home-se' })).delivery_total)).toBe(6_500)
})

test('while prices change, an order is placed only with those that its buyer has seen', async () => {
  await using shop = await fixtureShop()
  const checkouts = await Promise.all(Array.from({ length: 6 }, () => checkoutWith(shop, [['FAN', 1]])))
  const snapshots = await Promise.all(checkouts.map(async (id) => (await shown(shop, id)).seen))
  const placing = checkouts.map((id, at) =>
    post(shop, id, { delivery_method: 'home-se', seen: snapshots[at] ?? '', email: `buyer${at}@example.se` }),
  )
  await changeSettings(shop.db, [['delivery.methods.home-se.bands.0.price', '65']], by)
  await Promise.all(placing)
  await shop.settings.refresh()
  const totals = (await shop.db.selectFrom('orders').select('delivery_total').execute()).map((row) =>
    Number(row.delivery_total),
  )
  expect(totals.filter((total) => total !== 4_900)).toEqual([])
})

test('a checkout whose method vanishes falls back to another, and a post of the old one is refused', async () => {
  await using shop = await fixtureShop()
  const checkoutId = await checkoutWith(shop, [['FAN', 1]])
  await post(shop, checkoutId, { delivery_method: 'pick-up-se', action: 'delivery' })
  await setSettings(shop, ['delivery.methods.pick-up-se', undefined])
  expect(pageIn(await post(shop, checkoutId, { delivery_method: 'pick-up-se' })).errors).toEqual({
    delivery_method: 'delivery_method_unknown',
  })
  expect((await shown(shop, checkoutId)).delivery?.id).toBe('home-se')
  expect(await countOf(shop, 'orders')).toBe(0)
})

type OldRows = Record<string, Record<string, unknown>[]>
const old: OldRows = {
  delivery_methods: [
    { id: 'home', kind: 'home', position: 1, days_from: 1, days_to: 2, free_from: 50_000, above_grams: 0, active: 1 },
    { id: 'shop', kind: 'pick_up', position: 2, days_from: 1, days_to: 1, free_from: null, above_grams: 0, active: 1 },
    { id: 'off', kind: 'home', position: 3, days_from: 1, days_to: 1, free_from: null, above_grams: 0, active: 0 },
  ],
  delivery_method_texts: [{ method_id: 'home', language: 'sv', name: 'Hem' }],
  delivery_method_countries: [
    { method_id: 'home', country: 'SE' },
    { method_id: 'home', country: 'NO' },
    { method_id: 'shop', country: 'SE' },
    { method_id: 'off', country: 'DK' },
  ],
  delivery_bands: [
    { method_id: 'home', up_to_grams: 2_000, price: 4_950 },
    { method_id: 'home', up_to_grams: 9_000, price: 7_905 },
    { method_id: 'shop', up_to_grams: 9_000, price: 0 },
    { method_id: 'off', up_to_grams: 9_000, price: 100 },
  ],
  delivery_areas: [{ country: 'SE', postal_from: '62100', postal_to: '62499', extra_days: 1 }],
}

async function withOldTables(db: Kysely<unknown>, rows: OldRows): Promise<void> {
  await db.schema.alterTable('orders').dropColumn('message').execute()
  const numbers = new Set([
    'position',
    'days_from',
    'days_to',
    'free_from',
    'above_grams',
    'active',
    'up_to_grams',
    'extra_days',
  ])
  for (const [name, [first = {}]] of Object.entries(old)) {
    const columns = Object.keys(first).map((column): [string, 'int?' | 'money' | 'text'] => [
      column,
      column === 'price' ? 'money' : numbers.has(column) ? 'int?' : 'text',
    ])
    await table(db, name, Object.fromEntries(columns)).execute()
    for (const row of rows[name] ?? [])
      await db.withTables<Record<string, Record<string, unknown>>>().insertInto(name).values(row).execute()
  }
}

test('an upgrade keeps methods, prices and areas, and the countries that nothing is sent to', async () => {
  await using shop = await freshShop({ seeded: true })
  await shop.db.deleteFrom('shop_settings').where('name', '=', 'delivery').execute()
  const db = shop.db as unknown as Kysely<unknown>
  await withOldTables(db, old)
  await up(db)
  const { all } = await ShopSettings.open(shop.db)
  const usual = { days: [1, 2], name: 'Hem', freeFrom: 50_000, aboveGrams: 0 }
  const home = {
    ...usual,
    bands: [
      { upToGrams: 2_000, price: 4_950 },
      { upToGrams: 9_000, price: 7_905 },
    ],
  }
  const of = (country: string) => deliveryMethods(all.delivery, country, 'sv')
  expect(of('NO')).toMatchObject([{ id: 'home', ...home }])
  expect(of('SE')).toMatchObject([{ id: 'home' }, { id: 'shop', bands: [{ price: 0 }] }])
  expect([of('DK'), of('DE'), of('US')]).toEqual([[], [], []])
  expect(all.delivery.areas).toEqual([{ country: 'SE', from: '62100', to: '62499', extraDays: 1 }])
  expect(all.delivery.notDeliveredTo).toContain('DK')
  await using empty = await freshShop()
  await withOldTables(empty.db as unknown as Kysely<unknown>, old)
  await up(empty.db as unknown as Kysely<unknown>)
  expect(await empty.db.selectFrom('shop_settings').select('name').execute()).toEqual([])
})
