import { describe, expect, test } from 'vitest'
import { currencyByCode } from '../../../../src/domain/money/currencies.ts'
import { countries } from '../../../../src/domain/places/countries.ts'
import { deliveryMethods } from '../../../../src/domain/settings/delivery-methods.ts'
import { offeredDelivery } from '../../../../src/server/ordering/delivery/offered-delivery.ts'
import type { Json } from '../../../../src/server/platform/settings/setting-names.ts'
import { sweden } from '../../../support/homes.ts'
import { setSettings } from '../../../support/set-settings.ts'
import { freshShop } from '../../../support/test-shop.ts'
import { aForm, buy, checkoutWith, countOf, fixtureShop, swedish } from '../checkout/buyer.ts'
import { orderBy, pageIn, post, shown } from './deliverer.ts'

const offered = (page: Awaited<ReturnType<typeof shown>>) => page.deliveries.map(({ id, price }) => [id, price.inc])

/** What is left when nothing is sent to Sweden any more. */
const withoutSweden: [string, Json | undefined][] = [
  ['delivery.notDeliveredTo', ['SE']],
  ['delivery.methods.home-se', undefined],
  ['delivery.methods.point-se', undefined],
  ['delivery.methods.pallet-se', undefined],
  ['delivery.methods.pick-up-se', undefined],
]

describe('delivery methods', () => {
  test('are those of the country and the weight, each at the price of its band', async () => {
    await using shop = await fixtureShop()
    const forFans = async (fans: number, country = 'SE') =>
      offered(
        pageIn(
          await post(shop, await checkoutWith(shop, [['SCREW-11', fans]]), {
            country,
            postal_code: '',
            action: 'update',
          }),
        ),
      )
    expect(await forFans(10)).toEqual([
      ['home-se', 4_900],
      ['point-se', 2_900],
      ['pick-up-se', 0],
    ])
    expect(await forFans(11)).toEqual([
      ['home-se', 4_900],
      ['point-se', 3_900],
      ['pick-up-se', 0],
    ])
    expect(await forFans(45)).toEqual([
      ['home-se', 4_900],
      ['point-se', 3_900],
      ['pick-up-se', 0],
    ])
    expect(await forFans(51)).toEqual([
      ['home-se', 0],
      ['pick-up-se', 0],
    ])
    expect(await forFans(10, 'NO')).toEqual([['home-nordic', 7_920]])
    expect(await forFans(10, 'FI')).toEqual([
      ['home-nordic', 9_940],
      ['point-fi', 7_932],
    ])
  })

  test('that are disabled, or removed from a country, are not offered', async () => {
    await using shop = await fixtureShop()
    const checkoutId = await checkoutWith(shop, [['FAN', 1]])
    await setSettings(shop, ['delivery.methods.point-se.active', false])
    expect(offered(await shown(shop, checkoutId))).toEqual([
      ['home-se', 4_900],
      ['pick-up-se', 0],
    ])
    await setSettings(shop, ['delivery.zones.se', undefined], ...withoutSweden)
    expect(await shown(shop, checkoutId)).toMatchObject({
      deliveries: [],
      delivery: null,
      errors: { delivery_method: 'delivery_unavailable' },
    })
    expect(pageIn(await post(shop, checkoutId)).errors).toEqual({ delivery_method: 'delivery_unavailable' })
    expect(await countOf(shop, 'orders')).toBe(0)
  })

  test('a set weighs as much as its parts, a variant without weight as its parent, a gift card 0', async () => {
    await using shop = await fixtureShop()
    const weigh = async (wanted: readonly (readonly [string, number])[]) =>
      offered(await shown(shop, await checkoutWith(shop, wanted))).some(
        ([id, price]) => id === 'point-se' && price === 2_900,
      )
    await setSettings(shop, ['delivery.methods.point-se.freeFrom', ''], ['delivery.methods.home-se.freeFrom', ''])
    await shop.db.updateTable('products').set({ weight_grams: 334 }).where('id', 'in', ['ram', 'fan']).execute()
    expect(await weigh([['FAN', 2]])).toBe(true)
    expect(await weigh([['FAN', 3]])).toBe(false)
    await shop.db.updateTable('products').set({ weight_grams: 1_001 }).where('sku', 'in', ['GIFT', 'KIT']).execute()
    expect(
      await weigh([
        ['FAN', 1],
        ['GIFT', 1],
      ]),
    ).toBe(true)
    expect(await weigh([['KIT', 1]])).toBe(false)
    await shop.db.updateTable('products').set({ weight_grams: 0 }).where('sku', '=', 'KB-US').execute()
    await shop.db.updateTable('products').set({ weight_grams: 1_001 }).where('id', '=', 'kb').execute()
    expect(await weigh([['KB-US', 1]])).toBe(false)
  })

  test('an order too heavy for all of them is reported and not placed', async () => {
    await using shop = await fixtureShop()
    const checkoutId = await checkoutWith(shop, [['SCREW-11', 11]])
    const toIceland = { country: 'IS', postal_code: '101' }
    expect(pageIn(await post(shop, checkoutId, { ...toIceland, action: 'update' }))).toMatchObject({
      deliveries: [],
      errors: { delivery_method: 'too_heavy' },
    })
    expect(pageIn(await post(shop, checkoutId, toIceland)).errors).toEqual({ delivery_method: 'too_heavy' })
    expect(await buy(shop, checkoutId, aForm(toIceland), swedish('IS'))).toMatchObject({ kind: 'changed' })
    expect(await countOf(shop, 'orders')).toBe(0)
  })

  test('gift cards alone are delivered by e-mail for free, to every country', async () => {
    await using shop = await fixtureShop()
    const checkoutId = await checkoutWith(shop, [['GIFT', 1]])
    expect(await shown(shop, checkoutId)).toMatchObject({
      deliveries: [{ id: 'mail', kind: 'mail', price: { inc: 0 } }],
      totals: { delivery: { inc: 0 } },
    })
    const order = await orderBy(shop, checkoutId, { country: 'IS', postal_code: '101', payment_method: 'sandbox' })
    expect([order.delivery_method, JSON.parse(order.delivery), order.delivery_total]).toEqual([
      'mail',
      { kind: 'mail', name: '', place: null, rate: 0 },
      0,
    ])
  })
})

test('a new shop delivers parcels of a kilogram to all its countries', async () => {
  await using shop = await freshShop()
  const currency = currencyByCode('EUR')
  if (!currency) throw new Error('No euro.')
  for (const { code: country } of countries) {
    const methods = deliveryMethods(shop.settings.all.delivery, country, 'en')
    const { delivery } = await offeredDelivery(
      shop.db,
      { country, language: 'en', currency, home: sweden },
      {
        lines: [],
        methods,
        goods: 0,
        target: { currency, perBaseMicro: 91_000, vatRate: 0, base: 'SEK', homeVatRate: 2_500 },
      },
    )
    expect(delivery?.price.inc, country).toBeGreaterThan(0)
  }
})
