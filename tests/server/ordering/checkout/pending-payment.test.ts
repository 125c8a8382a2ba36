import { expect, test } from 'vitest'
import { StartCheckout } from '../../../../src/contracts/calls/start-checkout.ts'
import { updateCart } from '../../../../src/server/ordering/cart/cart-row-queries.ts'
import { storeCart } from '../../../../src/server/ordering/cart/store-cart.ts'
import { startCheckout } from '../../../../src/server/ordering/checkout/start-checkout.ts'
import { confirmationPage } from '../../../../src/server/ordering/order-pages/confirmation-page.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { call, jar } from '../../call.ts'
import { addCustomer } from '../../identity/shopper.ts'
import { stripeShop } from '../../payments/payer.ts'
import { aForm, checkoutWith, fixtureShop, swedish } from './buyer.ts'
import { openCheckout, sendCheckout } from './visit-checkout.ts'

type Browser = { cookies: Map<string, string>; customerId: string | null }
const browser = (customerId: string | null = null): Browser => ({ cookies: new Map(), customerId })
const visitor = ({ cookies, customerId }: Browser) => ({
  customerId,
  clientAddress: '127.0.0.1',
  cookies: jar(cookies),
})

/** Orders in a browser, and returns where that is led to pay. */
async function ordered(shop: Shop, checkoutId: string, buyer: Browser, payment_method = 'sandbox'): Promise<string> {
  const shown = await openCheckout(shop, 'sv', checkoutId, visitor(buyer))
  if (shown.kind !== 'page') throw new Error(`No checkout but ${shown.kind}.`)
  const form = { ...aForm({ payment_method }), action: 'place', seen: shown.page.seen }
  return pathOf(await sendCheckout(shop, 'sv', checkoutId, form, visitor(buyer)))
}

async function opened(shop: Shop, checkoutId: string, by: Browser, language: 'sv' | 'en' = 'sv'): Promise<string> {
  return pathOf(await openCheckout(shop, language, checkoutId, visitor(by)))
}

async function sent(shop: Shop, checkoutId: string, by: Browser): Promise<string> {
  return pathOf(await sendCheckout(shop, 'sv', checkoutId, { ...aForm(), action: 'place' }, visitor(by)))
}

function pathOf(answer: Awaited<ReturnType<typeof openCheckout>>): string {
  return answer.kind === 'go' ? answer.path : answer.kind
}

test('who made a checkout and gave its link to a buyer is not led to the page on which the buyer pays', async () => {
  await using at = await stripeShop()
  const { shop, fake } = at
  const [maker, buyer] = [browser(), browser()]
  const checkoutId = await checkoutWith(shop, [['FAN', 1]])
  await openCheckout(shop, 'sv', checkoutId, visitor(maker))
  const payment = await ordered(shop, checkoutId, buyer, 'stripe')
  expect(payment).toMatch(/^http/)
  const asked = fake.requests.length
  const confirmation = `/sv/checkout/confirmation/${checkoutId}`
  for (const other of [maker, browser()]) {
    expect(await opened(shop, checkoutId, other)).toBe(confirmation)
    expect(await opened(shop, checkoutId, other, 'en'), 'nor is the page replaced').toBe(confirmation)
    expect(await sent(shop, checkoutId, other)).toBe(confirmation)
    const page = await confirmationPage(shop, checkoutId, { session: null, cookies: jar(other.cookies) })
    expect(page).toMatchObject({ isBuyer: false, order: { status: 'pending_payment', email: '' } })
  }
  expect(fake.requests.length, 'nothing is asked of the provider').toBe(asked)
  expect(await opened(shop, checkoutId, buyer)).toBe(payment)
  expect(await sent(shop, checkoutId, buyer)).toBe(payment)
})

test('a customer pays wherever they are signed in, and others do not', async () => {
  await using shop = await fixtureShop()
  for (const id of ['anna', 'bo']) await addCustomer(shop, { id })
  const items = [{ sku: 'FAN', quantity: 1 }]
  const checkoutId = await storeCart(shop, swedish(), { checkoutId: null, items, coupons: [], customerId: 'anna' })
  const payment = await ordered(shop, checkoutId, browser('anna'))
  expect(payment).toContain('/sandbox-payment/')
  expect(await opened(shop, checkoutId, browser('anna'))).toBe(payment)
  for (const other of [browser('bo'), browser()])
    expect(await opened(shop, checkoutId, other)).toBe(`/sv/checkout/confirmation/${checkoutId}`)
})

test('a customer who is signed out while paying pays in the browser in which the order was placed', async () => {
  await using shop = await fixtureShop()
  await addCustomer(shop, { id: 'anna' })
  const items = [{ sku: 'FAN', quantity: 1 }]
  const checkoutId = await storeCart(shop, swedish(), { checkoutId: null, items, coupons: [], customerId: 'anna' })
  const buyer = browser('anna')
  const payment = await ordered(shop, checkoutId, buyer)
  expect(await opened(shop, checkoutId, { ...buyer, customerId: null })).toBe(payment)
})

test('the link that the shop has mailed leads to the payment in every browser', async () => {
  await using shop = await fixtureShop()
  const buyer = browser()
  const checkoutId = await checkoutWith(shop, [['FAN', 1]])
  const payment = await ordered(shop, checkoutId, buyer)
  await updateCart(shop.db, checkoutId, { typed_by: 'mail' })
  expect(await opened(shop, checkoutId, browser())).toBe(payment)
})

test('who has the same cart as somebody who has not paid yet begins a checkout of their own', async () => {
  await using shop = await fixtureShop()
  const [maker, buyer] = [browser(), browser()]
  const items = [{ sku: 'FAN', quantity: 1, uuid: '3f0a6c1e-0000-4000-8000-000000000001' }]
  const checkoutId = await storeCart(shop, swedish(), { checkoutId: null, items, coupons: [] })
  const begin = async ({ cookies }: Browser) => {
    const body = { items, coupons: [], checkout_order_id: checkoutId }
    const { answer } = await call(shop, StartCheckout, startCheckout, { body, shopping: swedish(), cookies })
    return answer.checkout_id
  }
  await openCheckout(shop, 'sv', checkoutId, visitor(maker))
  const payment = await ordered(shop, checkoutId, buyer)
  expect(await begin(buyer), 'the buyer pays').toBe(checkoutId)
  const own = await begin(maker)
  expect(own).not.toBe(checkoutId)
  expect(await openCheckout(shop, 'sv', own, visitor(maker))).toMatchObject({ kind: 'page' })
  expect(await ordered(shop, own, maker)).not.toBe(payment)
})
