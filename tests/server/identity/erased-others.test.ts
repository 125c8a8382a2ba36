import { expect, test } from 'vitest'
import { giftCardsScreen } from '../../../src/server/console/gift-cards/gift-cards-page.ts'
import { profilePage } from '../../../src/server/ordering/account/profile-page.ts'
import { storeCart } from '../../../src/server/ordering/cart/store-cart.ts'
import { orderById } from '../../../src/server/ordering/orders/queries.ts'
import { newId } from '../../../src/server/platform/ids.ts'
import type { Effect } from '../../../src/server/platform/outbox/effect-kinds.ts'
import { addToOutbox } from '../../../src/server/platform/outbox/queries.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { newStaff, outcome, signedIn } from '../console/at-console.ts'
import { aForm, fixtureShop, swedish } from '../ordering/checkout/buyer.ts'
import { subscribed } from '../ordering/subscriptions/subscriber.ts'
import { addOrganization, bearerOf, visit } from './page-visit.ts'
import { addCustomer, password } from './shopper.ts'

const email = 'anna@example.se'
const path = '/sv/my-account/profile/edit'

async function erased(shop: Shop, id: string): Promise<void> {
  const form = { section: 'erase', sure: 'yes', current_password: password }
  await shop.db.updateTable('orders').set({ status: 'delivered', unpaid_difference: 0 }).execute()
  expect(await visit(shop, path, profilePage, { bearer: await bearerOf(shop, id), form })).toMatchObject({
    page: { kind: 'erased' },
  })
}

/** A subscription, a gift card, a checkout, and mails of Karin's account, all with Anna's address. */
async function ordersWithAddressOfAnna(shop: Shop) {
  await addCustomer(shop, { id: 'karin' })
  const { orderId } = await subscribed(shop, aForm({ email }), 'karin')
  const number = (await orderById(shop.db, orderId))?.number ?? ''
  const items = [{ sku: 'FAN', quantity: 1 }]
  const checkoutId = await storeCart(shop, swedish(), { checkoutId: null, items, coupons: [], customerId: 'karin' })
  const form = JSON.stringify(aForm({ email }))
  await shop.db.updateTable('carts').set({ form }).where('checkout_id', '=', checkoutId).execute()
  await issuedTo(shop, email)
  await shop.db.updateTable('gift_cards').set({ order_id: orderId, position: 1, piece: 1 }).execute()
  await shop.db.deleteFrom('outbox').execute()
  await waiting(shop, { kind: 'mail.order_link', dedupeKey: 'karin', payload: { number, email } })
  const link = { purpose: 'email', email, name: '', language: 'sv', country: 'SE', currency_id: 1 } as const
  const expires_at = '2036-01-01T00:00:00.000Z'
  const hers = { ...link, hash: 'karin', customer_id: 'karin', expires_at, spent_at: null }
  await shop.db.insertInto('login_links').values(hers).execute()
  return checkoutId
}

async function issuedTo(shop: Shop, to: string): Promise<void> {
  const boss = await signedIn(shop, 'manager')
  const form = { action: 'issue', key: newId(), amount: '100', currency: 'SEK', email: to, language: 'sv' }
  expect(await outcome(shop, boss, giftCardsScreen, { form })).toMatchObject({ status: 303 })
}

async function waiting(shop: Shop, effect: Effect): Promise<void> {
  await shop.db.transaction().execute((trx) => addToOutbox(trx, effect, shop.now()))
}

const left = async ({ db }: Shop) => ({
  subscriptions: await db.selectFrom('subscriptions').select(['status', 'email', 'customer_id']).execute(),
  cards: (await db.selectFrom('gift_cards').select('email').orderBy('created_at').execute()).map((card) => card.email),
  mails: (await db.selectFrom('outbox').select('dedupe_key').orderBy('id').execute()).map((row) => row.dedupe_key),
  links: (await db.selectFrom('login_links').select('hash').execute()).map(({ hash }) => hash),
  carts: (await db.selectFrom('carts').select('checkout_id').execute()).map((cart) => cart.checkout_id),
})

test('erasing a verified address leaves what another account has ordered with it', async () => {
  await using shop = await fixtureShop()
  await addCustomer(shop, { id: 'anna', email })
  const checkoutId = await ordersWithAddressOfAnna(shop)
  await issuedTo(shop, email)
  await waiting(shop, { kind: 'mail.password_changed', dedupeKey: 'anna', payload: { email, language: 'sv' } })
  await erased(shop, 'anna')
  const kept = await left(shop)
  expect(kept).toMatchObject({
    subscriptions: [{ status: 'active', email, customer_id: 'karin' }],
    links: ['karin'],
  })
  expect(kept.mails).toContain('karin')
  expect(kept.mails).not.toContain('anna')
  expect(kept.cards.toSorted()).toEqual(['', email])
  expect(kept.carts).toContain(checkoutId)
})

test('erasing an unverified address touches nothing that was sent to the address', async () => {
  await using shop = await fixtureShop()
  await ordersWithAddressOfAnna(shop)
  await issuedTo(shop, email)
  await addCustomer(shop, { id: 'anna', email })
  await shop.db.updateTable('customers').set({ verified_at: null }).where('id', '=', 'anna').execute()
  await addOrganization(shop, { id: 'firm', members: { karin: 'admin' } })
  const invitation = { id: 'i', organization_id: 'firm', email, role: 'buyer', created_at: '', expires_at: '' } as const
  await shop.db.insertInto('organization_invitations').values(invitation).execute()
  await waiting(shop, { kind: 'mail.unsubscribe_links', dedupeKey: 'guest', payload: { email, language: 'sv' } })
  const change = { customerId: 'anna', email, to: 'other@example.se', language: 'sv' }
  await waiting(shop, { kind: 'mail.email_change_asked', dedupeKey: 'mine', payload: change })
  const before = await left(shop)
  await erased(shop, 'anna')
  expect(await left(shop)).toEqual({ ...before, mails: before.mails.filter((key) => key !== 'mine') })
  expect(await shop.db.selectFrom('organization_invitations').selectAll().execute()).toEqual([invitation])
})

test('erasing a verified address ends the subscriptions of guests with it', async () => {
  await using shop = await fixtureShop()
  await addCustomer(shop, { id: 'anna', email })
  await subscribed(shop, aForm({ email }))
  await erased(shop, 'anna')
  expect((await left(shop)).subscriptions).toEqual([{ status: 'cancelled', email: '', customer_id: null }])
})

test('erasing a verified address leaves longer ones in lists of staff, and notices to others', async () => {
  await using shop = await fixtureShop()
  await addCustomer(shop, { id: 'a_b' })
  await addCustomer(shop, { id: 'karin' })
  const { id: staffId } = await newStaff(shop, 'seller')
  for (const [id, typed] of [
    ['hers', 'A_B@example.se faktura'],
    ['longer', 'anna.a_b@example.se'],
    ['other end', 'a_b@example.se.test'],
    ['like it', 'axb@example.se'],
  ] as const)
    await shop.db
      .insertInto('staff_views')
      .values({ id, staff_id: staffId, list: 'orders', name: id, query: `q=${encodeURIComponent(typed)}` })
      .execute()
  const change = { customerId: 'karin', email: 'karin@example.se', to: 'a_b@example.se', language: 'sv' }
  await waiting(shop, { kind: 'mail.email_change_asked', dedupeKey: 'karin', payload: change })
  await waiting(shop, { kind: 'mail.email_changed', dedupeKey: 'own', payload: { ...change, customerId: 'a_b' } })
  await erased(shop, 'a_b')
  const views = await shop.db.selectFrom('staff_views').select('id').orderBy('id').execute()
  expect(views.map(({ id }) => id)).toEqual(['like it', 'longer', 'other end'])
  expect((await left(shop)).mails).toEqual(['karin'])
})
