import { expect, test } from 'vitest'
import { customerById } from '../../../../src/server/identity/customer-queries.ts'
import { eraseCustomer } from '../../../../src/server/ordering/account/erase-customer.ts'
import { exportCustomer } from '../../../../src/server/ordering/account/export-customer.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { mailTexts } from '../../../support/mailbox.ts'
import { addCustomer } from '../../identity/shopper.ts'
import { aForm } from '../checkout/buyer.ts'
import { confirm, norway, post, review, revise, withLink } from './reviser.ts'
import { day, laterOrders, newsTo, renewals, subscription, work } from './subscriber.ts'

test('a confirmation that is sent twice changes and mails once, and both answers say that it is done', async () => {
  await using shop = await withLink()
  const { token } = shop
  const seen = (await review(shop, token, norway))?.offer?.seen ?? ''
  const answers = await Promise.all([confirm(shop, token, norway, seen), confirm(shop, token, norway, seen)])
  expect([...answers, await confirm(shop, token, norway, seen)]).toEqual(Array(3).fill('?done=revise'))
  await work(shop)
  expect(newsTo(shop)).toEqual(['changed', 'started'])
  expect(await shop.db.selectFrom('subscription_changes').selectAll().execute()).toHaveLength(1)
  expect(await shop.db.selectFrom('subscription_drafts').selectAll().execute()).toEqual([])
})

test('an order that waits for its payment stays, and its checkout has the new address afterwards', async () => {
  await using shop = await withLink(aForm({ payment_method: 'sandbox' }))
  const { clock, token } = shop
  clock.advance(30 * day)
  await work(shop)
  expect(await laterOrders(shop)).toMatchObject([{ status: 'pending_payment', quantity: 2 }])
  expect(await revise(shop, token, { ...norway, quantity: '1' })).toBe('?done=revise')
  expect(await laterOrders(shop)).toMatchObject([{ status: 'pending_payment', quantity: 2 }])
  await shop.db.updateTable('orders').set({ status: 'expired' }).where('status', '=', 'pending_payment').execute()
  const [renewal] = await renewals(shop)
  const cart = await shop.db
    .selectFrom('carts')
    .select(['country', 'form', 'lines'])
    .where('checkout_id', '=', renewal?.checkout_id ?? '')
    .executeTakeFirstOrThrow()
  expect(cart.country).toBe('NO')
  expect([cart.form, cart.lines].join(' ')).toMatch(/Storgata 9.*"quantity":1/s)
})

test('ten changes a day are confirmed and mailed, and no more', async () => {
  await using shop = await withLink()
  const { clock, token } = shop
  const answers: string[] = []
  for (let at = 1; at <= 12; at += 1) {
    answers.push(await revise(shop, token, { line1: `Nygatan ${at}` }))
    clock.advance(1)
  }
  expect(answers).toEqual([...Array<string>(10).fill('?done=revise'), 'too_often', 'too_often'])
  await work(shop)
  expect(newsTo(shop).filter((news) => news === 'changed')).toHaveLength(10)
  clock.advance(day + 1)
  expect(await revise(shop, token, { line1: 'Nygatan 13' })).toBe('?done=revise')
})

test('control characters and lines of an address are left out of what is kept and mailed', async () => {
  await using shop = await withLink()
  const { clock, token } = shop
  const odd = { name: 'An\u0000na\u0007', line1: 'Nygatan\u001b 5\r\n\r\nSvara med ditt kort', city: 'Upp\u0085sala' }
  expect(await revise(shop, token, odd)).toBe('?done=revise')
  expect(JSON.parse((await subscription(shop)).form)).toMatchObject({
    name: 'Anna',
    line1: 'Nygatan 5 Svara med ditt kort',
    city: 'Uppsala',
  })
  clock.advance(30 * day)
  await work(shop)
  expect(await laterOrders(shop)).toMatchObject([{ status: 'confirmed', quantity: 2 }])
  const mails = mailTexts(shop.env.SHOP_DATA, 'anna@example.se')
  expect(mails.some((mail) => mail.includes('Nygatan 5 Svara med ditt kort'))).toBe(true)
})

test('an account with an unverified address neither exports nor ends the subscriptions of that address', async () => {
  await using shop = await withLink()
  await unverified(shop, 'thief', 'anna@example.se')
  await shop.db
    .insertInto('stock_alerts')
    .values({
      id: 'alert',
      product_id: 'paste',
      email: 'anna@example.se',
      language: 'sv',
      created_at: '2026-06-01T00:00:00.000Z',
      confirmed_at: null,
      stopped_at: null,
      notified_at: null,
    })
    .execute()
  const thief = await customerById(shop.db, 'thief')
  if (!thief) throw new Error('No customer.')
  const { subscriptions, stock_alerts: alerts } = await exportCustomer(shop, thief, undefined)
  expect([subscriptions, alerts]).toEqual([[], []])
  expect(await eraseCustomer(shop, thief, undefined)).toBe(true)
  expect(await subscription(shop)).toMatchObject({ status: 'active', email: 'anna@example.se' })
  expect(await shop.db.selectFrom('stock_alerts').select('email').execute()).toHaveLength(1)
})

test('a subscription of another account with the same address is not exported', async () => {
  await using shop = await withLink()
  for (const id of ['anna', 'karin']) await addCustomer(shop, { id })
  await shop.db.updateTable('subscriptions').set({ customer_id: 'karin' }).execute()
  const anna = await customerById(shop.db, 'anna')
  const karin = await customerById(shop.db, 'karin')
  if (!anna || !karin) throw new Error('No customer.')
  expect((await exportCustomer(shop, anna, undefined)).subscriptions).toEqual([])
  expect((await exportCustomer(shop, karin, undefined)).subscriptions).toMatchObject([{ sku: 'PASTE' }])
})

test('a subscription that is changed while its order is placed is ordered once, as one of the two', async () => {
  await using shop = await withLink()
  const { clock, token } = shop
  const seen = (await review(shop, token, norway))?.offer?.seen ?? ''
  clock.advance(30 * day - 60)
  const [answer] = await Promise.all([post(shop, token, { ...norway, action: 'revise', seen }), advanced(shop)])
  for (let tries = 0; tries < 3; tries += 1) {
    clock.advance(301)
    await work(shop)
  }
  const orders = await shop.db
    .selectFrom('orders')
    .select(['country', 'status'])
    .orderBy('seq')
    .offset(1)
    .limit(9)
    .execute()
  const { country } = await subscription(shop)
  expect(orders).toHaveLength(1)
  if (answer === '?done=revise') expect(country).toBe('NO')
  else expect(orders).toMatchObject([{ country: 'SE' }])

  async function advanced({ db }: Shop): Promise<void> {
    clock.advance(61)
    await work(shop)
    expect(await db.selectFrom('subscription_renewals').selectAll().execute()).toHaveLength(1)
  }
})

async function unverified(shop: Shop, id: string, email: string): Promise<void> {
  await addCustomer(shop, { id, email })
  await shop.db.updateTable('customers').set({ verified_at: null }).where('id', '=', id).execute()
}
