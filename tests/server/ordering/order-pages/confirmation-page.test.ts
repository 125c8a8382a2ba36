import { expect, test } from 'vitest'
import { readMarks } from '../../../../src/server/identity/sessions/browser-marks.ts'
import { identify } from '../../../../src/server/identity/sessions/identify.ts'
import { storeCart } from '../../../../src/server/ordering/cart/store-cart.ts'
import { confirmationPage } from '../../../../src/server/ordering/order-pages/confirmation-page.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { jar } from '../../call.ts'
import { addCustomer, browserOf } from '../../identity/shopper.ts'
import { aForm, checkoutWith, fixtureShop, swedish } from '../checkout/buyer.ts'
import { openCheckout, sendCheckout } from '../checkout/visit-checkout.ts'

const personal = ['anna@example.se', 'Anna Andersson', 'Storgatan 1', '111 22']

type Browser = { cookies: Map<string, string>; customerId: string | null }
const browser = (customerId: string | null = null): Browser => ({ cookies: new Map(), customerId })
const visitor = ({ cookies, customerId }: Browser) => ({
  customerId,
  clientAddress: '127.0.0.1',
  cookies: jar(cookies),
})

async function order(shop: Shop, checkoutId: string, buyer: Browser): Promise<void> {
  const shown = await openCheckout(shop, 'sv', checkoutId, visitor(buyer))
  if (shown.kind !== 'page') throw new Error(`No checkout but ${shown.kind}.`)
  const form = { ...aForm(), action: 'place', seen: shown.page.seen }
  expect(await sendCheckout(shop, 'sv', checkoutId, form, visitor(buyer))).toMatchObject({ kind: 'go' })
}

async function seenBy(shop: Shop, checkoutId: string, { cookies }: Browser): Promise<string[]> {
  const session = await identify(shop, { request: new Request('http://shop.test/'), cookies: jar(cookies) })
  const page = await confirmationPage(shop, checkoutId, { session, cookies: jar(cookies) })
  expect(page?.order).toMatchObject({ number: '100001', status: 'confirmed', lines: [{ sku: 'FAN' }] })
  expect(readMarks(shop.env, jar(cookies), 'known_orders')).toHaveLength(page?.isBuyer ? 1 : 0)
  return personal.filter((text) => JSON.stringify(page).includes(text))
}

test('who made a checkout and gave its link to a buyer does not see the buyer', async () => {
  await using shop = await fixtureShop()
  const [maker, buyer] = [browser(), browser()]
  const checkoutId = await checkoutWith(shop, [['FAN', 1]])
  await openCheckout(shop, 'sv', checkoutId, visitor(maker))
  await sendCheckout(shop, 'sv', checkoutId, { ...aForm({ name: '' }), action: 'refresh' }, visitor(maker))
  await order(shop, checkoutId, buyer)
  expect(await seenBy(shop, checkoutId, buyer)).toEqual(personal)
  for (const other of [maker, browser()]) expect(await seenBy(shop, checkoutId, other)).toEqual([])
  await openCheckout(shop, 'sv', checkoutId, visitor(maker))
  await sendCheckout(shop, 'sv', checkoutId, { ...aForm(), action: 'place' }, visitor(maker))
  expect(await seenBy(shop, checkoutId, maker)).toEqual([])
})

test('a customer sees the own order wherever they are signed in, and others do not', async () => {
  await using shop = await fixtureShop()
  await addCustomer(shop, { id: 'anna' })
  await addCustomer(shop, { id: 'bo' })
  const items = [{ sku: 'FAN', quantity: 1 }]
  const wanted = { checkoutId: null, items, coupons: [], customerId: 'anna' }
  const checkoutId = await storeCart(shop, swedish(), wanted)
  await order(shop, checkoutId, browser('anna'))
  const session = await identify(shop, {
    request: new Request('http://shop.test/'),
    cookies: jar(await browserOf(shop, 'anna@example.se')),
  })
  expect(await confirmationPage(shop, checkoutId, { session, cookies: jar(new Map()) })).toMatchObject({
    isBuyer: true,
    isSignedIn: true,
  })
  const seenAs = async (email: string) =>
    seenBy(shop, checkoutId, { cookies: await browserOf(shop, email), customerId: null })
  expect(await seenAs('anna@example.se')).toEqual(personal)
  expect(await seenAs('bo@example.se')).toEqual([])
})

test('a checkout without an order has no confirmation', async () => {
  await using shop = await fixtureShop()
  const checkoutId = await checkoutWith(shop, [['FAN', 1]])
  expect(await confirmationPage(shop, checkoutId, { session: null, cookies: jar(new Map()) })).toBeUndefined()
})
