import { expect, test } from 'vitest'
import { LogInToOrder } from '../../../src/contracts/calls/order-auth.ts'
import { organizationPage } from '../../../src/server/identity/organization-page.ts'
import { logInToOrder } from '../../../src/server/ordering/account/order-login.ts'
import { offersPage, overviewPage, returnsPage } from '../../../src/server/ordering/account/overview-page.ts'
import { profilePage } from '../../../src/server/ordering/account/profile-page.ts'
import { accountQuotePage } from '../../../src/server/ordering/account/quote-page.ts'
import { subscriptionsPage } from '../../../src/server/ordering/account/subscriptions-page.ts'
import { storeCart } from '../../../src/server/ordering/cart/store-cart.ts'
import { documentAnswer } from '../../../src/server/ordering/order-pages/document-answer.ts'
import { accountOrderPage, ordersPage } from '../../../src/server/ordering/order-pages/order-pages.ts'
import { returnAnswer } from '../../../src/server/ordering/order-pages/return-answer.ts'
import { visibleOrder } from '../../../src/server/ordering/orders/visible-order.ts'
import type { ProblemError } from '../../../src/server/platform/http/answers/problem.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { pageOf } from '../../support/page-answer.ts'
import { aForm, bought, buy, fixtureShop, movableClock, swedish } from '../ordering/checkout/buyer.ts'
import { addOrganization, bearerOf, requestOf, visit, where, type Visit } from './page-visit.ts'
import { addCustomer, ask, mailedToken, type Tokens } from './shopper.ts'

const organizationForm = aForm({
  customer_kind: 'organization',
  organization_name: 'Firm',
  organization_number: '559999-4612',
  email: 'buyer@example.se',
  name: 'Secret Buyer',
})

async function boughtBy(shop: Shop, customerId: string, form = aForm()): Promise<string> {
  const checkoutId = await storeCart(shop, swedish(), {
    checkoutId: null,
    items: [{ sku: 'FAN', quantity: 1 }],
    coupons: [],
    customerId,
  })
  const result = await buy(shop, checkoutId, form)
  if (result.kind !== 'placed') throw new Error(result.kind)
  return (
    await shop.db.selectFrom('orders').select('number').where('id', '=', result.orderId).executeTakeFirstOrThrow()
  ).number
}

async function guestToken(shop: Shop, email: string): Promise<string> {
  await bought(shop, [['FAN', 1]], aForm({ email }))
  const { answer } = await ask(
    shop,
    LogInToOrder,
    logInToOrder,
    {},
    { body: { token: await mailedToken(shop, email) } },
  )
  return (answer as Tokens).access_token
}

/**
 * One organization with a buyer, an administrator and a second buyer; another with its own administrator; a private
 * owner.
 */
async function town(shop: Shop, advance: (seconds: number) => void) {
  for (const id of ['owner', 'other', 'buyer', 'colleague', 'admin', 'rival', 'expired'])
    await addCustomer(shop, { id })
  await addOrganization(shop, { id: 'firm', members: { buyer: 'buyer', colleague: 'buyer', admin: 'admin' } })
  await addOrganization(shop, { id: 'rivals', members: { rival: 'admin' } })
  const expired = await bearerOf(shop, 'expired')
  advance(3600)
  const bearers: Record<string, string | null> = {
    anonymous: null,
    expired,
    guest: await guestToken(shop, 'gast@example.se'),
  }
  for (const id of ['owner', 'other', 'buyer', 'colleague', 'admin', 'rival']) bearers[id] = await bearerOf(shop, id)
  return bearers
}

const mine = { private: ['owner'], organization: ['buyer', 'admin'], guest: ['guest'] }
const identities = ['anonymous', 'owner', 'other', 'guest', 'buyer', 'colleague', 'admin', 'rival', 'expired']

test('every account and order page x 9 identities: only its own buyers see an order and its documents', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const bearers = await town(shop, clock.advance)
  const orders = {
    private: await boughtBy(shop, 'owner'),
    organization: await boughtBy(shop, 'buyer', organizationForm),
    guest: '100001',
  }
  let [checked, leaks] = [0, 0]
  for (const identity of identities) {
    const bearer = bearers[identity] ?? null
    for (const [kind, number] of Object.entries(orders)) {
      const {
        locals: { session },
        request,
      } = await requestOf(shop, '/sv/my-order', { bearer })
      const isMine = mine[kind as keyof typeof mine].includes(identity)
      const seen = {
        order: (await visibleOrder(shop, session, number)) !== undefined,
        return: pageOf(await returnAnswer(shop, session, number, request)) !== undefined,
        document: await documentAnswer(shop, session, { number, file: 'invoice.pdf', language: 'sv' }).then(
          () => true,
          (error: ProblemError) => error.status !== 404,
        ),
        page: where(await visit(shop, `/sv/my-account/orders/${number}`, accountOrderPage, { bearer })) === '200',
        list: JSON.stringify(await visit(shop, '/sv/my-account/orders', ordersPage, { bearer })).includes(
          `"${number}"`,
        ),
        overview: JSON.stringify(await visit(shop, '/sv/my-account', overviewPage, { bearer })).includes(`"${number}"`),
      }
      checked += Object.keys(seen).length
      // The invoice is issued with the parcel, so there is no document yet.
      const expected = {
        order: isMine,
        return: isMine,
        document: false,
        page: isMine && identity !== 'guest',
        list: isMine && identity !== 'guest',
        overview: isMine && identity !== 'guest',
      }
      leaks += Object.entries(seen).filter(([name, is]) => is && !expected[name as keyof typeof expected]).length
      expect(seen, `${identity} and the ${kind} order`).toEqual(expected)
    }
  }
  console.info(`${checked} page and identity pairs, ${leaks} leaks`)
  expect([checked, leaks]).toEqual([162, 0])
})

test("every account page and form leads visitors to the login and an order's guest to that order", async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const bearers = await town(shop, clock.advance)
  const pages = {
    'my-account': overviewPage,
    'my-account/orders': ordersPage,
    'my-account/orders/100001': accountOrderPage,
    'my-account/returns': returnsPage,
    'my-account/offers': offersPage,
    'my-account/offers/Q100001': accountQuotePage,
    'my-account/subscriptions': subscriptionsPage,
    'my-account/organization': organizationPage,
    'my-account/profile/edit': profilePage,
  } as const
  for (const [path, page] of Object.entries(pages)) {
    for (const form of [undefined, { action: 'accept', section: 'export', id: 'x' }]) {
      const asked = (identity: string): Visit => ({ bearer: bearers[identity] ?? null, ...(form ? { form } : {}) })
      const see = (identity: string) => visit<unknown>(shop, `/sv/${path}`, page, asked(identity)).then(where)
      for (const nobody of ['anonymous', 'expired'])
        expect(await see(nobody)).toBe(
          `303 /sv/logga-in?next=${encodeURIComponent(`/sv/${path}`)}${form ? '&lost=1' : ''}`,
        )
      expect(await see('guest')).toBe('303 /sv/logga-in')
    }
  }
})

test('a former member, an unverified address and the scope of another order see nothing', async () => {
  await using shop = await fixtureShop()
  for (const id of ['buyer', 'admin', 'doubtful']) await addCustomer(shop, { id })
  await addOrganization(shop, { id: 'firm', members: { buyer: 'buyer', admin: 'admin' } })
  const number = await boughtBy(shop, 'buyer', organizationForm)
  await bought(shop, [['FAN', 1]], aForm({ email: 'doubtful@example.se' }))
  const [buyer, doubtful] = [await bearerOf(shop, 'buyer'), await bearerOf(shop, 'doubtful')]
  const see = (bearer: string, wanted: string) =>
    visit(shop, `/sv/my-account/orders/${wanted}`, accountOrderPage, { bearer }).then(where)
  expect([await see(buyer, number), await see(doubtful, '100002')]).toEqual(['200', '200'])
  await shop.db.deleteFrom('organization_members').where('customer_id', '=', 'buyer').execute()
  await shop.db.updateTable('customers').set({ verified_at: null }).where('id', '=', 'doubtful').execute()
  expect([await see(buyer, number), await see(doubtful, '100002')]).toEqual(['404', '404'])
  expect(JSON.stringify(await visit(shop, '/sv/my-account/orders', ordersPage, { bearer: doubtful }))).not.toContain(
    '100002',
  )
})

test('spec 2: orders are paged, newest first, and include guest orders with the same verified address', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  await addCustomer(shop, { id: 'anna' })
  await shop.db.updateTable('stock').set({ on_hand: 1_000 }).execute()
  for (let at = 0; at < 22; at += 1) {
    clock.advance(60)
    if (at % 2) await boughtBy(shop, 'anna')
    else await bought(shop, [['FAN', 1]], aForm({ email: 'anna@example.se' }))
  }
  const bearer = await bearerOf(shop, 'anna')
  const first = await visit(shop, '/sv/my-account/orders', ordersPage, { bearer })
  const second = await visit(shop, '/sv/my-account/orders?page=2', ordersPage, { bearer })
  const beyond = await visit(shop, '/sv/my-account/orders?page=999', ordersPage, { bearer })
  if (first instanceof Response || second instanceof Response || beyond instanceof Response)
    throw new Error('not signed in')
  expect([first.page.orders.length, second.page.orders.length, first.page.page.total]).toEqual([20, 2, 22])
  expect(first.page.orders.map(({ number }) => Number(number))).toEqual(
    Array.from({ length: 20 }, (_, at) => 100_022 - at),
  )
  expect(beyond).toEqual(second)
})

test('orders are searched by number, reference and part, and never those of others', async () => {
  await using shop = await fixtureShop()
  for (const id of ['anna', 'bo']) await addCustomer(shop, { id })
  const [first, second] = [await boughtBy(shop, 'anna'), await boughtBy(shop, 'anna')]
  await boughtBy(shop, 'bo')
  await shop.db
    .updateTable('orders')
    .set({ order_reference: 'PO_77%', cost_centre: 'KST 4711 Åsa Öberg' })
    .where('number', '=', second)
    .execute()
  const bearer = await bearerOf(shop, 'anna')
  const found = async (text: string) => {
    const path = `/sv/my-account/orders?${new URLSearchParams({ q: text })}`
    const answer = await visit(shop, path, ordersPage, { bearer })
    if (answer instanceof Response) throw new Error('not signed in')
    return answer.page.orders.map(({ number }) => number)
  }
  expect(await found(first)).toEqual([first])
  expect(await found('po_77%')).toEqual([second])
  expect(await found('kst FAN')).toEqual([second])
  for (const name of ['Åsa', 'åsa', 'ÅSA öberg']) expect(await found(name), name).toEqual([second])
  expect(await found('Fan Del')).toEqual([second, first])
  for (const text of ['%', '_', "' or 1=1 --", 'zzz', 'kst zzz']) {
    expect(await found(text), text).toEqual(text === '%' || text === '_' ? [second] : [])
  }
})
