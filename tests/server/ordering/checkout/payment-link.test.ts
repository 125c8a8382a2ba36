import { expect, test } from 'vitest'
import { ChangeEmail } from '../../../../src/contracts/calls/change-login.ts'
import { LogInToOrder } from '../../../../src/contracts/calls/order-auth.ts'
import { changeEmail } from '../../../../src/server/identity/login/change-login.ts'
import { identify } from '../../../../src/server/identity/sessions/identify.ts'
import { deliverOutbox } from '../../../../src/server/jobs/deliver-outbox.ts'
import { anonymizeOrder } from '../../../../src/server/ordering/account/anonymize-queries.ts'
import { logInToOrder } from '../../../../src/server/ordering/account/order-login.ts'
import { storeCart } from '../../../../src/server/ordering/cart/store-cart.ts'
import { cancelOrder } from '../../../../src/server/ordering/fulfilment/cancel-order.ts'
import { confirmationPage } from '../../../../src/server/ordering/order-pages/confirmation-page.ts'
import { trackAnswer } from '../../../../src/server/ordering/order-pages/track-answer.ts'
import { latestOrderOf, orderById, orderByNumber } from '../../../../src/server/ordering/orders/queries.ts'
import { attemptsOf } from '../../../../src/server/payments/queries.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { mailTexts } from '../../../support/mailbox.ts'
import { pageOf } from '../../../support/page-answer.ts'
import { jar } from '../../call.ts'
import { useToken as openMailedLink } from '../../identity/mailed-link.ts'
import { addCustomer, ask, browserOf, mailedToken, password, tokensOf } from '../../identity/shopper.ts'
import { edit, units } from '../edits/editor.ts'
import { pay } from '../orders/parcels.ts'
import { aForm, fixtureShop, somebody, swedish } from './buyer.ts'
import { openCheckout, sendCheckout, visitCheckout } from './visit-checkout.ts'

type Browser = Map<string, string>
const payment = /\/sandbox-payment\//

/** Where the address of a checkout leads in a browser. */
async function opened(shop: Shop, address: string, cookies: Browser = new Map()): Promise<string> {
  const url = new URL(address, 'http://shop.test')
  const session = await identify(shop, { request: new Request('http://shop.test/'), cookies: jar(cookies) })
  const visitor = { ...somebody(session?.customer?.id ?? null), session, cookies: jar(cookies) }
  const answer = await visitCheckout(shop, swedish(), url.pathname.split('/').at(-1), new Request(url), visitor)
  return answer.kind === 'go' ? answer.path : answer.kind
}

async function followed(shop: Shop, fields: Record<string, string>, cookies: Browser = new Map()) {
  const request = new Request('http://shop.test/', { method: 'POST', body: new URLSearchParams(fields) })
  const answer = pageOf(await trackAnswer(shop, request, { clientAddress: '10.0.0.1', cookies: jar(cookies) }))
  await deliverOutbox(shop)
  return answer?.kind
}

/** The address by which the newest mail to the buyer leads to the payment. */
function mailedLink({ env }: Shop, address = 'anna@example.se'): string {
  const links = mailTexts(env.SHOP_DATA, address).flatMap((mail) => /https?:\S+[?]pay=[\w-]+/.exec(mail)?.[0] ?? [])
  return links.at(-1) ?? ''
}

/** Orders in a browser of its own. */
async function bought(shop: Shop, email = 'anna@example.se', customerId: string | null = null) {
  const wanted = { checkoutId: null, items: [{ sku: 'FAN', quantity: 1 }], coupons: [], customerId }
  const checkoutId = await storeCart(shop, swedish(), wanted)
  const visitor = somebody(customerId)
  const shown = await openCheckout(shop, 'sv', checkoutId, visitor)
  const { seen } = shown.kind === 'page' ? shown.page : { seen: '' }
  const form = { ...aForm({ payment_method: 'sandbox', email }), action: 'place', seen }
  expect(await sendCheckout(shop, 'sv', checkoutId, form, visitor)).toMatchObject({
    path: expect.stringMatching(payment),
  })
  const order = await latestOrderOf(shop.db, checkoutId)
  const [attempt] = order ? await attemptsOf(shop.db, order.id) : []
  if (!order || !attempt) throw new Error('The order was not placed.')
  return {
    orderId: order.id,
    attemptId: attempt.id,
    number: order.number,
    checkoutId,
    path: `/sv/checkout/${checkoutId}`,
  }
}

async function changed(shop: Shop, ...from: [email?: string, customerId?: string]) {
  const order = await bought(shop, ...from)
  await pay(shop, order.attemptId)
  await edit(shop, order.orderId, units([1, 2]))
  await deliverOutbox(shop)
  return order
}

test('only the buyer is led to the payment of what a change of an order costs more', async () => {
  await using shop = await fixtureShop()
  const order = await changed(shop)
  const confirmation = `/sv/checkout/confirmation/${order.checkoutId}`
  expect(await opened(shop, order.path)).toBe(confirmation)
  expect(await opened(shop, `${order.path}?pay=${'x'.repeat(43)}`)).toBe(confirmation)
  expect(await attemptsOf(shop.db, order.orderId), 'no payment was opened').toHaveLength(1)
  const page = await confirmationPage(shop, order.checkoutId, { session: null, cookies: jar(new Map()) })
  expect(page).toMatchObject({ isBuyer: false, order: { toPay: 9900, email: '' } })
  const link = mailedLink(shop)
  expect(link).toContain(order.path)
  const browser: Browser = new Map()
  const paid = await opened(shop, link, browser)
  expect(paid).toMatch(payment)
  expect(await opened(shop, order.path, browser), 'the browser is the buyer’s from now on').toBe(paid)
  expect(await opened(shop, link), 'in a browser that keeps no cookies').toBe(paid)
})

test('the link of one order pays no other, and none that is cancelled or erased', async () => {
  await using shop = await fixtureShop()
  const [one, other] = [await changed(shop), await changed(shop, 'bo@example.se')]
  const link = mailedLink(shop)
  const token = new URL(link).searchParams.get('pay') ?? ''
  const confirmation = (id: string) => `/sv/checkout/confirmation/${id}`
  expect(await opened(shop, link)).toMatch(payment)
  expect(await opened(shop, `${other.path}?pay=${token}`)).toBe(confirmation(other.checkoutId))
  const erased = await orderById(shop.db, other.orderId)
  await shop.db.transaction().execute(async (trx) => erased && anonymizeOrder(trx, erased))
  expect(await opened(shop, mailedLink(shop, 'bo@example.se'))).toBe(confirmation(other.checkoutId))
  await cancelOrder(shop, { orderId: one.orderId, actor: 'x', reason: '' })
  expect(await opened(shop, link), 'it says so, and does not sell the same again').toBe(confirmation(one.checkoutId))
})

test('a buyer asks by e-mail for the link to an unfinished payment', async () => {
  await using shop = await fixtureShop()
  const order = await bought(shop)
  expect(await opened(shop, order.path)).toBe(`/sv/checkout/confirmation/${order.checkoutId}`)
  for (const email of ['bo@example.se', ''])
    expect(await followed(shop, { number: order.number, email })).toBe('mailed')
  expect([mailedLink(shop), mailedLink(shop, 'bo@example.se')]).toEqual(['', ''])
  await followed(shop, { number: order.number, email: 'ANNA@example.se' })
  expect(await opened(shop, mailedLink(shop))).toMatch(payment)
  await pay(shop, order.attemptId)
  await followed(shop, { number: order.number, email: 'anna@example.se' })
  const links = mailTexts(shop.env.SHOP_DATA, 'anna@example.se').filter((mail) => mail.includes('<order-link-'))
  expect(links.map((mail) => mail.includes('pay=')).sort(), 'nothing is left to pay').toEqual([false, true])
})

test('the link of an order whose payment came to nothing says so', async () => {
  await using shop = await fixtureShop()
  const order = await bought(shop)
  await followed(shop, { number: order.number, email: 'anna@example.se' })
  await shop.db.updateTable('orders').set({ status: 'expired' }).where('id', '=', order.orderId).execute()
  expect(await opened(shop, mailedLink(shop))).toBe(`/sv/checkout/failed/${order.checkoutId}`)
})

test('a postal code shows the status of an order, and makes nobody its buyer', async () => {
  await using shop = await fixtureShop()
  const order = await changed(shop)
  const browser: Browser = new Map()
  expect(await followed(shop, { number: order.number, postal_code: '111 22' }, browser)).toBe('found')
  expect(await opened(shop, order.path, browser)).toBe(`/sv/checkout/confirmation/${order.checkoutId}`)
  const page = await confirmationPage(shop, order.checkoutId, { session: null, cookies: jar(browser) })
  expect(page).toMatchObject({ isBuyer: false, order: { email: '' } })
})

test('who is signed in to the order pays it, as its customer or as its guest', async () => {
  await using shop = await fixtureShop()
  await addCustomer(shop, { id: 'bo' })
  const [guests, customers] = [await changed(shop), await changed(shop, 'bo@example.se', 'bo')]
  const guest: Browser = new Map()
  const link = { token: await mailedToken(shop, 'anna@example.se'), cookie: true }
  await ask(shop, LogInToOrder, logInToOrder, { cookies: guest }, { body: link })
  expect(await opened(shop, guests.path, guest)).toMatch(payment)
  expect(await opened(shop, customers.path, guest)).toMatch(/confirmation/)
  const bo = await browserOf(shop, 'bo@example.se')
  expect(await opened(shop, customers.path, bo)).toMatch(payment)
  expect(await opened(shop, guests.path, bo)).toMatch(/confirmation/)
})

test('links to pay that were mailed to the former address of an account end', async () => {
  await using shop = await fixtureShop()
  await addCustomer(shop, { id: 'anna' })
  const order = await changed(shop, 'anna@example.se', 'anna')
  const link = mailedLink(shop)
  expect(await opened(shop, link)).toMatch(payment)
  const { access_token: bearer } = await tokensOf(shop, 'anna@example.se')
  const asked = { body: { email: 'ny@example.se', current_password: password } }
  await ask(shop, ChangeEmail, changeEmail, { bearer }, asked)
  expect((await openMailedLink(shop, await mailedToken(shop, 'ny@example.se'), bearer)).status).toBe(200)
  expect((await orderByNumber(shop.db, order.number))?.email).toBe('anna@example.se')
  expect(await opened(shop, link)).toMatch(/confirmation/)
})
