import { expect, test } from 'vitest'
import { cartRow } from '../../../../src/server/ordering/cart/cart-row-queries.ts'
import { storeCart } from '../../../../src/server/ordering/cart/store-cart.ts'
import { placeOrder } from '../../../../src/server/ordering/checkout/place-order.ts'
import { changeSettings } from '../../../../src/server/platform/settings/change-settings.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { mailTexts } from '../../../support/mailbox.ts'
import { day, laterOrders, newsTo, subscribed, subscription, work } from '../subscriptions/subscriber.ts'
import { aForm, checkoutWith, fixtureShop, look, movableClock, somebody, swedish } from './buyer.ts'
import { openCheckout, sendCheckout } from './visit-checkout.ts'

const finnish = { country: 'FI', postal_code: '00100' }

async function sell(shop: Shop, sales: Record<string, string[]>): Promise<void> {
  const values = Object.entries(sales).map(([name, value]) => [`sales.${name}`, value] as const)
  await changeSettings(shop.db, values, { by: 'operator:test', now: new Date('2026-06-15T12:00:00.000Z') })
}

test('a country that is taken off is refused, by a process that has not heard of it too', async () => {
  await using shop = await fixtureShop()
  const context = swedish('FI')
  const checkoutId = await checkoutWith(shop, [['FAN', 1]], [], context)
  const form = aForm(finnish)
  const order = { checkoutId, form, context, seen: await look(shop, checkoutId, context), cart: undefined }
  await sell(shop, { countries: ['SE', 'DK'] })
  expect(await placeOrder(shop, order)).toMatchObject({ kind: 'refused', errors: { country: 'country_unknown' } })
  expect(await shop.db.selectFrom('orders').select('id').execute()).toEqual([])
  await sell(shop, { countries: ['SE', 'FI'] })
  expect((await placeOrder(shop, order)).kind).toBe('placed')
})

test('of orders at the moment of the change, each is placed before it or refused', async () => {
  await using shop = await fixtureShop()
  const context = swedish('FI')
  const orders = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const checkoutId = await checkoutWith(shop, [['FAN', 1]], [], context)
      return { checkoutId, form: aForm(finnish), context, seen: await look(shop, checkoutId, context), cart: undefined }
    }),
  )
  const [, ...results] = await Promise.all([
    sell(shop, { countries: ['SE'] }),
    ...orders.map((order) => placeOrder(shop, order)),
  ])
  const placed = results.filter(({ kind }) => kind === 'placed').length
  expect(results.filter(({ kind }) => kind === 'refused')).toHaveLength(results.length - placed)
  expect(await shop.db.selectFrom('orders').select('id').execute()).toHaveLength(placed)
  for (const order of orders) expect((await placeOrder(shop, order)).kind).not.toBe('placed')
})

test('a checkout for a country not sold to says so at the field, with the prices of the home country', async () => {
  await using shop = await fixtureShop()
  const checkoutId = await checkoutWith(shop, [['FAN', 1]], [], swedish('FI'))
  const post = (fields: Record<string, string>) =>
    sendCheckout(shop, 'sv', checkoutId, { ...aForm(finnish), seen: '', ...fields }, somebody())
  const before = await post({ action: 'update' })
  expect(before).toMatchObject({ kind: 'page', page: { errors: {}, form: { country: 'FI' } } })
  await sell(shop, { countries: ['SE'] })
  await shop.settings.refresh()
  for (const action of ['update', 'place']) {
    const after = await post({ action })
    expect(after).toMatchObject({
      kind: 'page',
      page: { errors: { country: 'country_unknown' }, form: { country: 'FI' } },
    })
    if (after.kind === 'page') expect(after.page.lines[0]?.vat).toBe(25)
  }
  for (const country of ['XX', '__proto__', 'fi']) {
    const answer = await post({ action: 'place', country })
    expect(answer).toMatchObject({ kind: 'page', page: { errors: { country: 'country_unknown' } } })
  }
  expect(await shop.db.selectFrom('orders').select('id').execute()).toEqual([])
  const home = { country: 'SE', postal_code: '111 22' }
  const seen = await post({ action: 'update', ...home })
  expect(seen).toMatchObject({ kind: 'page', page: { errors: {} } })
  if (seen.kind === 'page') expect((await post({ action: 'place', ...home, seen: seen.page.seen })).kind).toBe('go')
})

test('a cart in a currency that is no longer offered goes on in the usual one', async () => {
  await using shop = await fixtureShop()
  const checkoutId = await storeCart(shop, swedish('SE', 'USD'), {
    checkoutId: null,
    items: [{ sku: 'FAN', quantity: 1 }],
    coupons: [],
  })
  const shownIn = async () => {
    const answer = await openCheckout(shop, 'sv', checkoutId)
    return answer.kind === 'page' && answer.page.currency
  }
  expect(await shownIn()).toBe('USD')
  await sell(shop, { currencies: ['SEK', 'EUR'] })
  await shop.settings.refresh()
  expect(await shownIn()).toBe('SEK')
  const post = (fields: Record<string, string>) =>
    sendCheckout(shop, 'sv', checkoutId, { ...aForm(), seen: '', ...fields }, somebody())
  const seen = await post({ action: 'update' })
  if (seen.kind === 'page') expect((await post({ action: 'place', seen: seen.page.seen })).kind).toBe('go')
  expect(await shop.db.selectFrom('orders').select('currency').execute()).toEqual([{ currency: 'SEK' }])
  expect((await cartRow(shop.db, checkoutId))?.country).toBe('SE')
})

test('a subscription to a country that is no longer sold to waits, and its subscriber is told', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  await subscribed(shop)
  await work(shop)
  const locales = [
    ['locales.sv.defaultCountryCode', 'FI'],
    ['locales.en.defaultCountryCode', 'FI'],
    ['sales.countries', ['FI']],
  ] as const
  await changeSettings(
    shop.db,
    locales.map(([name, value]) => [name, typeof value === 'string' ? value : [...value]] as const),
    { by: 'operator:test', now: clock.now() },
  )
  await shop.settings.refresh()
  clock.advance(31 * day)
  for (let days = 0; days < 10; days += 1) {
    await work(shop)
    clock.advance(day)
  }
  expect(await laterOrders(shop)).toEqual([])
  expect((await subscription(shop)).status).toBe('active')
  expect(mailTexts(shop.env.SHOP_DATA, 'anna@example.se').join('')).toContain('Vi levererar inte längre till ditt land')
  expect(newsTo(shop)).toContain('unavailable')
  expect(newsTo(shop)).not.toContain('payment_due')
})
