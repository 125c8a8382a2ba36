import { expect, test } from 'vitest'
import { subscriptionScreen } from '../../../src/server/console/subscriptions/subscription-page.ts'
import { customerById } from '../../../src/server/identity/customer-queries.ts'
import { eraseCustomer } from '../../../src/server/ordering/account/erase-customer.ts'
import { mailTexts } from '../../support/mailbox.ts'
import { addCustomer } from '../identity/shopper.ts'
import { aForm } from '../ordering/checkout/buyer.ts'
import { norway, review as reviewByLink, withLink } from '../ordering/subscriptions/reviser.ts'
import { day, laterOrders, newsTo, subscription, work } from '../ordering/subscriptions/subscriber.ts'
import { contentOf, outcome, signedIn, type Form } from './at-console.ts'

const home = {
  quantity: '2',
  name: 'Anna Andersson',
  line1: 'Storgatan 1',
  postal_code: '111 22',
  city: 'Stockholm',
  country: 'SE',
  phone: '+46 70 123 45 67',
}

async function atConsole() {
  const shop = await withLink()
  const params = { id: (await subscription(shop)).id }
  const as = (role: string) => signedIn(shop, role)
  const page = async () => contentOf(shop, await as('seller'), subscriptionScreen, { params })
  const send = async (form: Form, role = 'seller') =>
    outcome(shop, await as(role), subscriptionScreen, {
      params,
      form: { ...home, version: (await page()).version, ...form },
    })
  const review = async (form: Form) => (await send({ ...form, action: 'review' })).content?.revision
  const logged = () =>
    shop.db.selectFrom('audit_log').selectAll().where('operation', '=', 'subscriptions.revise').execute()
  return Object.assign(shop, { page, send, review, logged })
}

test('staff change quantity and address once the cost was shown, and the subscriber is told', async () => {
  await using at = await atConsole()
  const shown = await at.review({ ...norway, quantity: '3' })
  expect(shown).toMatchObject({ faults: {}, typed: { quantity: '3', city: 'Oslo' }, refusal: null })
  expect(shown?.offer?.cost?.total).toBeGreaterThan(0)
  expect(await subscription(at)).toMatchObject({ quantity: 2, country: 'SE' })
  const form = { ...norway, quantity: '3', action: 'revise' }
  expect((await at.send({ ...form, seen: 'x' })).content?.revision).toMatchObject({ refusal: 'changed' })
  expect(await at.send({ ...form, seen: shown?.offer?.seen ?? '' })).toMatchObject({ status: 303 })
  expect(await subscription(at)).toMatchObject({ quantity: 3, country: 'NO' })
  await work(at)
  expect(newsTo(at)).toEqual(['changed', 'started'])
  const mail = mailTexts(at.env.SHOP_DATA, 'anna@example.se').find((each) => each.includes('Storgata 9'))
  expect(mail).toMatch(/kundtj/)
  expect(mail).not.toMatch(/Var det inte du/)
  expect((await at.page()).changes).toMatchObject([
    {
      action: 'revise',
      access: 'staff',
      changes: [{ value: 'quantity', before: '2', after: '3' }, { value: 'address' }, { value: 'delivery' }],
    },
  ])
  expect(await at.logged()).toMatchObject([{ before: '{"quantity":2}', after: '{"quantity":3}' }])
  at.clock.advance(30 * day)
  await work(at)
  expect(await laterOrders(at)).toMatchObject([{ status: 'confirmed', quantity: 3 }])
})

test('a new address alone is logged, without the address', async () => {
  await using at = await atConsole()
  const seen = (await at.review(norway))?.offer?.seen ?? ''
  expect(await at.send({ ...norway, action: 'revise', seen })).toMatchObject({ status: 303 })
  const log = await at.logged()
  expect(log).toHaveLength(1)
  expect(JSON.stringify(log)).not.toMatch(/Storgata|Oslo|0155/)
})

test('the rules are those of the subscriber: stock, fields, and changes of others', async () => {
  await using at = await atConsole()
  expect(await at.review({ quantity: '4999' })).toMatchObject({ faults: { quantity: 'more_than_stock' }, offer: null })
  expect(await at.review({ quantity: '0', postal_code: 'x' })).toMatchObject({
    faults: { quantity: 'quantity_invalid', postal_code: 'postal_code_invalid' },
  })
  const seen = (await at.review({ quantity: '1' }))?.offer?.seen ?? ''
  await at.send({ action: 'pause' })
  expect((await at.send({ quantity: '1', action: 'revise', seen })).content?.revision?.refusal).toBe('changed')
  await at.send({ action: 'resume' })
  await at.send({ action: 'cancel' })
  expect(await at.send({ action: 'review' })).toMatchObject({ status: 422 })
  expect((await at.page()).revision).toBeNull()
})

test('as many changes a day are possible as by the subscriber', async () => {
  await using at = await atConsole()
  const answers: (string | null | undefined)[] = []
  for (let number = 1; number <= 11; number += 1) {
    const form = { line1: `Nygatan ${number}` }
    const cost = (await at.review(form))?.offer?.seen ?? ''
    const answer = await at.send({ ...form, action: 'revise', seen: cost })
    answers.push(answer.status === 303 ? 'done' : answer.content?.revision?.refusal)
    at.clock.advance(600)
  }
  expect(answers.at(-1)).toBe('too_often')
  expect(answers.slice(0, 10)).toEqual(Array(10).fill('done'))
})

test('nobody changes what another one has changed meanwhile', async () => {
  await using at = await atConsole()
  const seen = (await at.review({ quantity: '1' }))?.offer?.seen ?? ''
  const both = await Promise.all([1, 2].map(() => at.send({ quantity: '1', action: 'revise', seen })))
  expect(both.map(({ status }) => status)).toContain(303)
  expect(await at.logged()).toHaveLength(1)
  expect((await reviewByLink(at, at.token, norway))?.typed.quantity).toBe('2')
})

test('staff change the subscription of an account, and what they changed is deleted with it', async () => {
  await using at = await atConsole()
  await addCustomer(at, { id: 'anna', email: aForm().email })
  await at.db.updateTable('subscriptions').set({ customer_id: 'anna' }).execute()
  const seen = (await at.review(norway))?.offer?.seen ?? ''
  expect(await at.send({ ...norway, action: 'revise', seen })).toMatchObject({ status: 303 })
  await at.db.updateTable('orders').set({ status: 'delivered' }).execute()
  const anna = await customerById(at.db, 'anna')
  if (!anna) throw new Error('No customer.')
  await at.db.updateTable('invoices').set({ state: 'paid' }).execute()
  expect(await eraseCustomer(at, anna, undefined)).toBe(true)
  expect(await at.db.selectFrom('subscription_changes').selectAll().execute()).toEqual([])
})
