import { setTimeout as pause } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import { expect, test } from 'vitest'
import { ChangeEmail } from '../../../src/contracts/calls/change-login.ts'
import { holdCustomer } from '../../../src/server/identity/customer-queries.ts'
import { changeEmail } from '../../../src/server/identity/login/change-login.ts'
import { stopEmailChange } from '../../../src/server/identity/login/stop-email-change.ts'
import { deliverOutbox } from '../../../src/server/jobs/deliver-outbox.ts'
import { showCheckout } from '../../../src/server/ordering/checkout/checkout-page.ts'
import { expireOrders } from '../../../src/server/ordering/fulfilment/expire-orders.ts'
import { subscriptionAnswer } from '../../../src/server/ordering/renewals/subscription-answer.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { mailTexts } from '../../support/mailbox.ts'
import { pageOf } from '../../support/page-answer.ts'
import { aForm, fixtureShop, movableClock, somebody } from '../ordering/checkout/buyer.ts'
import { openCheckout } from '../ordering/checkout/visit-checkout.ts'
import { sandboxSays } from '../ordering/gift-cards/holder.ts'
import { day, newsTo, renewals, subscribed, subscription, work } from '../ordering/subscriptions/subscriber.ts'
import { useToken as signInByLink } from './mailed-link.ts'
import { addCustomer, ask, mailedToken, password, tokensOf } from './shopper.ts'

const [before, after] = ['anna@example.se', 'anna.ny@example.se']

/** An account that subscribes to paste, with the mails about it delivered. */
async function subscriber(form = aForm({ email: before })) {
  const clock = movableClock()
  const shop = await fixtureShop(clock)
  await addCustomer(shop, { id: 'anna', email: before })
  const { attemptId, isConfirmed } = await subscribed(shop, form, 'anna')
  if (!isConfirmed) await sandboxSays(shop, attemptId, 'succeeded')
  await work(shop)
  return Object.assign(shop, { clock })
}

async function changeAddress(shop: Shop): Promise<void> {
  const { access_token: bearer } = await tokensOf(shop, before)
  await ask(shop, ChangeEmail, changeEmail, { bearer }, { body: { email: after, current_password: password } })
  expect((await signInByLink(shop, await mailedToken(shop, after), bearer)).status).toBe(200)
  await deliverOutbox(shop)
}

/** The token of the newest link to the subscription that was mailed to an address. */
function mailedLink({ env }: Shop, address: string): string {
  const tokens = mailTexts(env.SHOP_DATA, address).flatMap((mail) => /\/prenumeration\/([\w-]+)/.exec(mail)?.[1] ?? [])
  return tokens.at(-1) ?? ''
}

async function opened(shop: Shop, token: string): Promise<unknown> {
  const url = new URL(`http://shop.test/sv/prenumeration/${token}`)
  const request = new Request(url)
  return pageOf(await subscriptionAnswer(shop, { request, url, token, language: 'sv' }))?.subscriptions[0]
}

test('mails and orders of a subscription follow the address of its account, and links to the old one end', async () => {
  await using shop = await subscriber()
  const old = mailedLink(shop, before)
  expect(await opened(shop, old)).toBeDefined()
  await changeAddress(shop)
  expect(await opened(shop, old)).toBeUndefined()
  const toOld = newsTo(shop, before).length
  shop.clock.advance(30 * day)
  await work(shop)
  expect(newsTo(shop, before)).toHaveLength(toOld)
  expect(newsTo(shop, after)).not.toEqual([])
  expect(await opened(shop, mailedLink(shop, after))).toBeDefined()
  const orders = await shop.db.selectFrom('orders').select('email').orderBy('seq').execute()
  expect(orders.map(({ email }) => email)).toEqual([before, after])
})

test('the checkout of a renewal that waits shows its form to the customer alone, with the new address', async () => {
  await using shop = await subscriber(aForm({ email: before, payment_method: 'sandbox' }))
  shop.clock.advance(30 * day)
  await work(shop)
  shop.clock.advance(3600)
  await expireOrders(shop)
  const [renewal] = await renewals(shop)
  const checkoutId = renewal?.checkout_id ?? ''
  const emailShown = async (customerId: string | null) => {
    const page = pageOf(await showCheckout(shop, 'sv', checkoutId, somebody(customerId)))
    return page?.kind === 'checkout' ? page.checkout.form.email : page?.kind
  }
  expect(await emailShown(null)).toBe(before)
  await changeAddress(shop)
  expect([await emailShown(null), await emailShown('anna')]).toEqual(['', after])
})

test('the payment of a renewal is opened by the customer, and not by the link at the former address', async () => {
  await using shop = await subscriber(aForm({ email: before, payment_method: 'sandbox' }))
  shop.clock.advance(30 * day)
  await work(shop)
  const link = /\/sv\/checkout\/([\w-]+)/
  const id =
    mailTexts(shop.env.SHOP_DATA, before)
      .flatMap((mail) => link.exec(mail)?.[1] ?? [])
      .at(-1) ?? ''
  const path = async (customerId: string | null) => {
    const answer = await openCheckout(shop, 'sv', id, somebody(customerId))
    return answer.kind === 'go' ? answer.path : answer.kind
  }
  const payment = await path(null)
  expect(payment).toContain('/sandbox-payment/')
  await changeAddress(shop)
  expect(await path(null)).toBe(`/sv/checkout/confirmation/${id}`)
  expect(await path('anna')).toBe(payment)
})

test('a subscription that was ordered for another address keeps it', async () => {
  await using shop = await subscriber(aForm({ email: 'lab@example.se' }))
  const link = mailedLink(shop, 'lab@example.se')
  await changeAddress(shop)
  expect((await subscription(shop)).email).toBe('lab@example.se')
  expect(await opened(shop, link)).toBeDefined()
})

test('a change that is stopped gives its mails back, and ends the links that were mailed meanwhile', async () => {
  await using shop = await subscriber()
  await changeAddress(shop)
  const stop = await mailedToken(shop, before)
  shop.clock.advance(5 * day)
  await shop.db.updateTable('subscriptions').set({ next_at: shop.now().toISOString() }).execute()
  await work(shop)
  const thiefs = mailedLink(shop, after)
  expect(await opened(shop, thiefs)).toBeDefined()
  expect(await stopEmailChange(shop, stop)).toBe(before)
  expect(await opened(shop, thiefs)).toBeUndefined()
  const { email, form } = await subscription(shop)
  expect([email, JSON.parse(form)]).toEqual([before, expect.objectContaining({ email: before })])
})

/** Starts to place an order as a checkout does: locks the cart, lets another change begin, then needs the account. */
async function placedBeside<Done>(shop: Shop, other: () => Promise<Done>): Promise<Done> {
  const started = await shop.db.transaction().execute(async (trx) => {
    await trx.updateTable('carts').set({ updated_at: shop.now().toISOString() }).execute()
    const done = other()
    await pause(300)
    expect(await holdCustomer(trx, 'anna')).toBe(true)
    return { done }
  })
  return started.done
}

test('a change of address, and one that is stopped, wait for an order that is being placed', async () => {
  await using shop = await subscriber(aForm({ email: before, payment_method: 'sandbox' }))
  shop.clock.advance(30 * day)
  await work(shop)
  const { access_token: bearer } = await tokensOf(shop, before)
  await ask(shop, ChangeEmail, changeEmail, { bearer }, { body: { email: after, current_password: password } })
  const token = await mailedToken(shop, after)
  expect((await placedBeside(shop, () => signInByLink(shop, token, bearer))).status).toBe(200)
  await deliverOutbox(shop)
  const stop = await mailedToken(shop, before)
  expect(await placedBeside(shop, () => stopEmailChange(shop, stop))).toBe(before)
  expect((await subscription(shop)).email).toBe(before)
})

test('the links of a subscription are found by an index', async () => {
  await using shop = await fixtureShop()
  const query = "select hash from mail_links where subject = 'a' and purpose = 'subscription'"
  const plan = await shop.db.transaction().execute(async (trx) => {
    // PostgreSQL reads a table without rows as a whole, unless it may not.
    if (shop.kind === 'postgres') await trx.executeQuery(CompiledQuery.raw('set local enable_seqscan = off'))
    const explain = shop.kind === 'postgres' ? 'explain' : 'explain query plan'
    return trx.executeQuery(CompiledQuery.raw(`${explain} ${query}`))
  })
  expect(JSON.stringify(plan.rows)).toContain('mail_links_by_subject')
})
