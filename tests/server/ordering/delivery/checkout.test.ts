import { describe, expect, test } from 'vitest'
import { methodLike } from '../../../../src/domain/settings/delivery-methods.ts'
import { pointsNear } from '../../../../src/server/ordering/delivery/points-near.ts'
import type { ServicePoints } from '../../../../src/server/ordering/delivery/service-points.ts'
import { orderPage } from '../../../../src/server/ordering/orders/order-page.ts'
import { refundOrder } from '../../../../src/server/ordering/refunds/refund-order.ts'
import { fixtureNow } from '../../../support/fixture-shop.ts'
import { setSettings } from '../../../support/set-settings.ts'
import { freshShop } from '../../../support/test-shop.ts'
import { mailsOf } from '../../identity/shopper.ts'
import { aForm, buy, checkoutWith, countOf, fixtureShop, swedish } from '../checkout/buyer.ts'
import { orderBy, pageIn, post, shown } from './deliverer.ts'

const point = { delivery_method: 'point-se', service_point: 'SE-11120' }
const withPoints = (servicePoints: ServicePoints) => freshShop({ seeded: true, now: () => fixtureNow, servicePoints })

describe('a service point', () => {
  test('is one of the five nearest to the postal code, remembered, and stored on the order', async () => {
    await using shop = await fixtureShop()
    const checkoutId = await checkoutWith(shop, [['FAN', 2]])
    expect((await shown(shop, checkoutId)).servicePoints).toEqual({ state: 'ask', places: [] })
    const looked = pageIn(await post(shop, checkoutId, { ...point, action: 'delivery' }))
    expect(looked.servicePoints.places.map(({ id }) => id)).toEqual([
      'SE-11120',
      'SE-11143',
      'SE-11152',
      'SE-11218',
      'SE-11246',
    ])
    expect(looked).toMatchObject({
      changes: [],
      errors: {},
      delivery: { id: 'point-se' },
      totals: { delivery: { inc: 2_900, ex: 2_320 }, total: { inc: 22_700 } },
    })
    expect((await shown(shop, checkoutId)).form).toMatchObject(point)
    const order = await orderBy(shop, checkoutId, { ...point, service_point: 'SE-11152' })
    expect(order).toMatchObject({ delivery_method: 'point-se' })
    expect([order.delivery_total, order.delivery_vat].map(Number)).toEqual([2_900, 580])
    const place = {
      id: 'SE-11152',
      name: expect.any(String),
      street: 'Drottninggatan 31',
      postalCode: '111 52',
      city: 'Stockholm',
    }
    await setSettings(shop, ['delivery.methods.point-se', undefined])
    expect((await orderPage(shop.db, order)).delivery).toMatchObject({
      kind: 'service_point',
      name: '',
      place,
      rate: 2_500,
    })
  })

  test('is required and must be near: a forged one, or one of another town, is rejected at its field', async () => {
    await using shop = await fixtureShop()
    const checkoutId = await checkoutWith(shop, [['FAN', 2]])
    await post(shop, checkoutId, { ...point, action: 'delivery' })
    const errorsOf = async (changes: Record<string, string>) =>
      pageIn(await post(shop, checkoutId, { ...point, ...changes })).errors
    expect(await errorsOf({ service_point: '' })).toEqual({ service_point: 'service_point_required' })
    for (const forged of ['SE-97231', '__proto__', 'constructor', '<b>', 'shop'])
      expect(await errorsOf({ service_point: forged })).toEqual({ service_point: 'service_point_unknown' })
    expect(await errorsOf({ postal_code: '972 31' })).toEqual({ service_point: 'service_point_unknown' })
    expect(await countOf(shop, 'orders')).toBe(0)
  })

  test('a failing carrier leaves the other methods, with a message and without waiting', async () => {
    await using shop = await withPoints({
      near: async () => {
        throw new Error('The carrier is away.')
      },
    })
    const checkoutId = await checkoutWith(shop, [['FAN', 2]])
    const page = pageIn(await post(shop, checkoutId, { ...point, action: 'delivery' }))
    expect(page).toMatchObject({
      servicePoints: { state: 'failed', places: [] },
      delivery: { id: 'home-se' },
      totals: { delivery: { inc: 4_900 } },
    })
    expect(page.deliveries.map(({ id }) => id)).toEqual(['home-se', 'pick-up-se'])
    expect(pageIn(await post(shop, checkoutId, point)).errors).toEqual({ delivery_method: 'service_points_failed' })
    expect((await orderBy(shop, checkoutId, { delivery_method: 'home-se' })).delivery_method).toBe('home-se')
  })

  test('a carrier that never answers times out', async () => {
    await using shop = await withPoints({ near: () => new Promise(() => undefined) })
    expect(await pointsNear(shop, 'SE', '11122', 20)).toEqual({ state: 'failed', places: [] })
    expect(await pointsNear(shop, 'SE', 'no code', 20)).toEqual({ state: 'ask', places: [] })
  })

  test('a town without any does not offer the method', async () => {
    await using shop = await withPoints({ near: async () => [] })
    const page = pageIn(await post(shop, await checkoutWith(shop, [['FAN', 2]]), { action: 'update' }))
    expect([page.servicePoints.state, page.deliveries.map(({ id }) => id)]).toEqual([
      'found',
      ['home-se', 'pick-up-se'],
    ])
  })
})

describe('a chosen delivery method', () => {
  test('that is unknown, of another country or for lower weights is rejected at its field', async () => {
    await using shop = await fixtureShop()
    const checkoutId = await checkoutWith(shop, [['SCREW-11', 51]])
    const errorsOf = async (delivery_method: string, changes: Record<string, string> = {}) =>
      pageIn(await post(shop, checkoutId, { delivery_method, ...changes })).errors
    for (const forged of ['free', '__proto__', 'mail'])
      expect(await errorsOf(forged)).toEqual({ delivery_method: 'delivery_method_unknown' })
    for (const wrong of ['home-eu', 'point-se', 'pallet-se'])
      expect(await errorsOf(wrong)).toEqual({ delivery_method: 'delivery_unavailable' })
    expect(await errorsOf('pick-up-se', { country: 'NO', postal_code: '0154' })).toEqual({
      delivery_method: 'delivery_unavailable',
    })
    expect(await countOf(shop, 'orders')).toBe(0)
  })

  test("has the shop's price, whatever is posted, and a changed price is shown first", async () => {
    await using shop = await fixtureShop()
    const checkoutId = await checkoutWith(shop, [['FAN', 2]])
    const { seen } = await shown(shop, checkoutId)
    await setSettings(shop, ['delivery.methods.home-se.bands', [{ upToGrams: 50_000, price: '59' }]])
    const forged = { delivery_method: 'home-se', price: '0', delivery: '0', delivery_total: '0', seen }
    expect(pageIn(await post(shop, checkoutId, forged))).toMatchObject({
      changes: [{ kind: 'delivery' }],
      totals: { delivery: { inc: 5_900 } },
    })
    expect(pageIn(await post(shop, checkoutId, { ...point, delivery_method: 'pick-up-se' })).changes).toEqual([
      { kind: 'delivery' },
    ])
    expect(await countOf(shop, 'orders')).toBe(0)
    expect(
      Number((await orderBy(shop, checkoutId, { delivery_method: 'home-se', delivery_total: '0' })).delivery_total),
    ).toBe(5_900)
  })

  test('picked up at the shop is free and names the place', async () => {
    await using shop = await fixtureShop()
    const order = await orderBy(shop, await checkoutWith(shop, [['FAN', 1]]), { delivery_method: 'pick-up-se' })
    expect([Number(order.delivery_total), JSON.parse(order.delivery)]).toEqual([
      0,
      {
        arrives: { first: '2026-06-16', last: '2026-06-16', orderBefore: '2026-06-15T13:00:00.000Z' },
        kind: 'pick_up',
        name: '',
        rate: 2_500,
        place: { id: 'shop', name: 'Delverk AB', street: 'Reservgatan 1', postalCode: '415 02', city: 'Göteborg' },
      },
    ])
  })

  test('cannot be ordered without its service point', async () => {
    await using shop = await fixtureShop()
    const checkoutId = await checkoutWith(shop, [['FAN', 2]])
    expect(await buy(shop, checkoutId, aForm(point))).toMatchObject({
      kind: 'changed',
      changes: [{ kind: 'delivery' }],
    })
  })

  test('is refunded with the last part of the order, including VAT', async () => {
    await using shop = await fixtureShop()
    const order = await orderBy(shop, await checkoutWith(shop, [['FAN', 2]]), point)
    const refund = (key: string, units: { position: number; quantity: number }[], withDelivery = false) =>
      refundOrder(shop, { orderId: order.id, actor: 'operator', reason: '', key, units, withDelivery })
    await refund('one', [{ position: 1, quantity: 1 }])
    await refund('two', [{ position: 1, quantity: 1 }])
    const rows = await shop.db
      .selectFrom('order_refunds')
      .select(['amount', 'vat', 'delivery', 'delivery_vat'])
      .where('order_id', '=', order.id)
      .orderBy('amount')
      .execute()
    expect(
      rows.map(({ amount, vat, delivery, delivery_vat: ofIt }) => [amount, vat, delivery, ofIt].map(Number)),
    ).toEqual([
      [9_900, 1_980, 0, 0],
      [12_800, 2_560, 2_900, 580],
    ])
  })
})

test('every method says when an order placed now arrives, later on the islands', async () => {
  await using shop = await fixtureShop()
  const checkoutId = await checkoutWith(shop, [['FAN', 2]])
  // Monday 15 June 2026, 14:00 in Stockholm; Friday is Midsummer Eve.
  const until = {
    orderBefore: '2026-06-15T13:00:00.000Z',
    dispatch: '2026-06-15',
    cutOff: '15:00',
    timeZone: 'Europe/Stockholm',
  }
  expect((await shown(shop, checkoutId)).arrivals).toEqual({
    'home-se': { ...until, first: '2026-06-16', last: '2026-06-17' },
    'point-se': { ...until, first: '2026-06-16', last: '2026-06-18' },
    'pick-up-se': { ...until, first: '2026-06-16', last: '2026-06-16' },
  })
  const island = pageIn(await post(shop, checkoutId, { postal_code: '621 45', city: 'Visby', action: 'delivery' }))
  expect(island.arrivals).toMatchObject({
    'home-se': { first: '2026-06-17', last: '2026-06-18' },
    'point-se': { first: '2026-06-17', last: '2026-06-22' },
    'pick-up-se': { first: '2026-06-16' },
  })
})

test('another country gets the delivery of the same kind, also for heavy orders, or else its first', async () => {
  await using shop = await fixtureShop()
  const { delivery } = shop.settings.all
  const pallet = { ...delivery.methods.find(({ id }) => id === 'pallet-se'), id: 'pallet-eu', zones: ['eu'] }
  const heavy = { ...delivery, methods: [...delivery.methods, pallet] } as typeof delivery
  expect(['home-se', 'pallet-se', 'pick-up-se', 'free'].map((id) => methodLike(heavy, 'DE', id))).toEqual([
    'home-eu',
    'pallet-eu',
    'pick-up-se',
    'free',
  ])
  const parcels = { upToGrams: 20_000, price: '99' }
  await setSettings(shop, [
    'delivery.methods',
    [...delivery.methods, { id: 'point-eu', kind: 'service_point', zones: ['eu'], days: [3, 6], bands: [parcels] }],
  ])
  const checkoutId = await checkoutWith(shop, [['FAN', 2]])
  const to = async (country: string, method: string) => {
    const { form, delivery: chosen } = pageIn(
      await post(shop, checkoutId, { country, postal_code: '', delivery_method: method, action: 'update' }),
    )
    return [form.delivery_method, chosen?.id]
  }
  expect(await to('DE', 'point-se')).toEqual(['point-eu', 'point-eu'])
  expect(await to('SE', 'point-eu')).toEqual(['point-se', 'point-se'])
  expect(await to('DE', 'pick-up-se')).toEqual(['home-eu', 'home-eu'])
})

test('the mail of an export says that there is no VAT in it and who may ask for some', async () => {
  await using shop = await fixtureShop()
  const norwegian = { country: 'NO', postal_code: '0150', city: 'Oslo', delivery_method: '' }
  const there = pageIn(
    await post(shop, await checkoutWith(shop, [['FAN', 2]], [], swedish('NO')), { ...norwegian, action: 'update' }),
  )
  expect(there.totals.total.inc).toBe(there.totals.total.ex)
  await orderBy(shop, there.checkoutId, { ...norwegian, delivery_method: there.form.delivery_method })
  expect((await mailsOf(shop)).join('\n')).toContain('importmoms och tull för Norge')
})
