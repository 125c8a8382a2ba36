import { expect, test } from 'vitest'
import { mergeScreen } from '../../../src/server/console/customers/merge-page.ts'
import { saveBrowserCart } from '../../../src/server/ordering/cart/saved-cart.ts'
import { showCheckout } from '../../../src/server/ordering/checkout/checkout-page.ts'
import { expireOrders } from '../../../src/server/ordering/fulfilment/expire-orders.ts'
import { subscriptionAnswer } from '../../../src/server/ordering/renewals/subscription-answer.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { mailTexts } from '../../support/mailbox.ts'
import { pageOf } from '../../support/page-answer.ts'
import { addOrganization } from '../identity/page-visit.ts'
import { addCustomer } from '../identity/shopper.ts'
import { aForm, fixtureShop, movableClock, somebody } from '../ordering/checkout/buyer.ts'
import { sandboxSays } from '../ordering/gift-cards/holder.ts'
import { day, newsTo, renewals, subscribed, subscription, work } from '../ordering/subscriptions/subscriber.ts'
import { contentOf, outcome, signedIn } from './at-console.ts'

const [kept, other] = ['anna@example.se', 'anna.fel@example.se']

/** A shop with the account `anna`, and a subscription of another address that has an open checkout. */
async function withRenewal(customerId: string | null) {
  const clock = movableClock()
  const shop = await fixtureShop(clock)
  await addCustomer(shop, { id: 'anna', email: kept })
  if (customerId !== null) await addCustomer(shop, { id: customerId, email: other })
  const { attemptId } = await subscribed(shop, aForm({ email: other, payment_method: 'sandbox' }), customerId)
  await sandboxSays(shop, attemptId, 'succeeded')
  await work(shop)
  clock.advance(30 * day)
  await work(shop)
  clock.advance(3600)
  await expireOrders(shop)
  return Object.assign(shop, { clock })
}

async function planOf(shop: Shop) {
  const { merge } = await contentOf(shop, await signedIn(shop, 'manager'), mergeScreen, {
    params: { id: 'anna' },
    query: { with: other },
  })
  const names = Object.fromEntries(merge?.moves.map((each) => [each.what, each.names]) ?? [])
  return { names, merge, seen: merge?.seen ?? '' }
}

async function merged(shop: Shop, seen: string) {
  return outcome(shop, await signedIn(shop, 'manager'), mergeScreen, {
    params: { id: 'anna' },
    query: { with: other },
    form: { action: 'merge', email: other, sure: 'yes', seen },
  })
}

async function opened(shop: Shop): Promise<unknown> {
  const mails = mailTexts(shop.env.SHOP_DATA, other)
  const token = mails.flatMap((mail) => /\/prenumeration\/([\w-]+)/.exec(mail)?.[1] ?? []).at(-1) ?? ''
  const url = new URL(`http://shop.test/sv/prenumeration/${token}`)
  const answer = await subscriptionAnswer(shop, { request: new Request(url), url, token, language: 'sv' })
  return pageOf(answer)?.subscriptions[0]
}

for (const [who, customerId] of [
  ['an account', 'anna2'],
  ['a guest', null],
] as const)
  test(`links and open checkouts that were mailed to ${who} end with a merge`, async () => {
    await using shop = await withRenewal(customerId)
    const checkoutId = (await renewals(shop))[0]?.checkout_id ?? ''
    const emailShown = async (visitor: string | null) => {
      const page = pageOf(await showCheckout(shop, 'sv', checkoutId, somebody(visitor)))
      return page?.kind === 'checkout' ? page.checkout.form.email : page?.kind
    }
    expect(await opened(shop)).toBeDefined()
    const mailed = newsTo(shop, other).length
    const plan = await planOf(shop)
    expect(plan.names['subscriptions']).toEqual([(await subscription(shop)).id])
    expect(plan.merge?.isReaddressed).toBe(true)
    expect(await merged(shop, plan.seen)).toMatchObject({ status: 303 })
    expect(await opened(shop)).toBeUndefined()
    const cart = shop.db.selectFrom('carts').select(['customer_id', 'typed_by', 'form'])
    expect(await cart.where('checkout_id', '=', checkoutId).executeTakeFirst()).toEqual({
      customer_id: 'anna',
      typed_by: 'account',
      form: expect.stringContaining(kept),
    })
    expect([await emailShown(null), await emailShown('anna')]).toEqual(['', kept])
    expect(await subscription(shop)).toMatchObject({ customer_id: 'anna', email: kept })
    shop.clock.advance(30 * day)
    await work(shop)
    expect(newsTo(shop, other)).toHaveLength(mailed)
  })

test('the plan of a guest lists subscriptions and invitations, and is refused after a change of them', async () => {
  await using shop = await withRenewal(null)
  await addOrganization(shop, { id: 'one', members: {} })
  const { seen } = await planOf(shop)
  const at = '2099-01-01T00:00:00.000Z'
  const invitation = { id: 'i', organization_id: 'one', email: other, role: 'buyer' as const }
  await shop.db
    .insertInto('organization_invitations')
    .values({ ...invitation, created_at: at, expires_at: at })
    .execute()
  expect(await merged(shop, seen)).toMatchObject({ status: 422 })
  const plan = await planOf(shop)
  expect(plan.names['invitations']).toHaveLength(1)
  await shop.db.updateTable('subscriptions').set({ status: 'cancelled' }).execute()
  expect(await merged(shop, plan.seen)).toMatchObject({ status: 422 })
  expect(await merged(shop, (await planOf(shop)).seen)).toMatchObject({ status: 303 })
  const invited = await shop.db.selectFrom('organization_invitations').select('email').execute()
  expect(invited).toEqual([{ email: kept }])
})

test('a saved cart that would be too long ends, and the plan says so', async () => {
  await using shop = await withRenewal('anna2')
  shop.env.CART_LINES_CUSTOMER = 1
  await saveBrowserCart(shop, 'anna', { items: [{ sku: 'FAN', quantity: 1 }], owner: '' })
  await saveBrowserCart(shop, 'anna2', { items: [{ sku: 'FAN', quantity: 2 }], owner: '' })
  const before = await planOf(shop)
  expect(before.names['cart']).toEqual(['FAN 2'])
  expect(before.merge?.isCartEnded).toBe(false)
  const lines = JSON.stringify([{ uuid: 'b1', sku: 'PASTE', quantity: 1 }])
  await shop.db.updateTable('saved_carts').set({ lines }).where('customer_id', '=', 'anna').execute()
  expect(await merged(shop, before.seen)).toMatchObject({ status: 422 })
  const plan = await planOf(shop)
  expect(plan.names['cart']).toBeUndefined()
  expect(plan.merge?.isCartEnded).toBe(true)
  expect(await merged(shop, plan.seen)).toMatchObject({ status: 303 })
  expect(await shop.db.selectFrom('saved_carts').select(['customer_id', 'lines']).execute()).toEqual([
    { customer_id: 'anna', lines },
  ])
})
