import { expect, test } from 'vitest'
import { customerScreen } from '../../../src/server/console/customers/customer-page.ts'
import { guestScreen } from '../../../src/server/console/customers/guest-page.ts'
import { customerById } from '../../../src/server/identity/customer-queries.ts'
import { openSession } from '../../../src/server/identity/sessions/open-session.ts'
import { addCustomer } from '../identity/shopper.ts'
import { aForm, bought, fixtureShop } from '../ordering/checkout/buyer.ts'
import { contentOf, discountRows, type Form, outcome, signedIn, visit } from './at-console.ts'

async function shopWithCustomer() {
  const shop = await fixtureShop()
  await addCustomer(shop, { id: 'anna' })
  const browser = await signedIn(shop, 'owner')
  const params = { id: 'anna' }
  return {
    shop,
    page: () => contentOf(shop, browser, customerScreen, { params }),
    send: (form: Form) => outcome(shop, browser, customerScreen, { params, form }),
    fetch: (form: Form) => visit(shop, browser, customerScreen, { params, form }),
    guest: (query: Record<string, string>, form?: Form) =>
      visit(shop, browser, guestScreen, form ? { query, form } : { query }),
    audit: () =>
      shop.db.selectFrom('audit_log').selectAll().where('operation', 'like', 'customers.%').orderBy('seq').execute(),
    [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose](),
  }
}

test('staff change an account, the second of two is told, and the log keeps no personal data', async () => {
  await using at = await shopWithCustomer()
  const { version } = await at.page()
  const form = { action: 'details', version, name: 'Anna Hemlig', phone: '0701234567', language: 'en', consent: 'yes' }
  expect(await at.send({ ...form, phone: 'none' })).toMatchObject({ status: 422, fault: expect.any(String) })
  expect(await at.send(form)).toMatchObject({ status: 303 })
  expect(await at.page()).toMatchObject({ name: 'Anna Hemlig', phone: '0701234567', language: 'en', hasConsent: true })
  expect(await at.send({ ...form, name: 'Second' })).toMatchObject({ status: 422 })
  expect((await at.page()).name).toBe('Anna Hemlig')
  const log = await at.audit()
  expect(log.map(({ operation }) => operation)).toEqual(['customers.change'])
  expect(JSON.stringify(log)).not.toMatch(/Hemlig|0701234567|anna@/)
})

test('closing an account signs its owner out; wrong scopes and discounts change nothing', async () => {
  await using at = await shopWithCustomer()
  const sessions = () => at.shop.db.selectFrom('sessions').select('id').where('customer_id', '=', 'anna').execute()
  await openSession(at.shop, { holder: { customerId: 'anna' }, method: 'password', userAgent: 'test' })
  const { version } = await at.page()
  expect(await at.send({ action: 'access', version, active: 'yes', scopes: 'NO!' })).toMatchObject({ status: 422 })
  expect(await sessions()).toHaveLength(1)
  for (const [power, fault] of [
    ['101', 'fault:set:discounts.1.percent'],
    ['', 'fault:set:discounts.1.percent'],
  ] as const) {
    const refused = await at.send({ action: 'discounts', version, ...discountRows({ fans: '5', power }) })
    expect(refused).toMatchObject({ status: 422, values: { [fault]: expect.any(String) } })
  }
  const more = await at.send({ action: 'discounts', version, more: 'yes', ...discountRows({ fans: 'x' }) })
  expect(more).toMatchObject({ status: 200, values: { 'set:discounts.0.percent': 'x' } })
  await at.send({ action: 'access', version, scopes: 'quotes:write' })
  expect(await at.page()).toMatchObject({ maySignIn: false, scopes: ['quotes:write'], discounts: [] })
  expect(await sessions()).toEqual([])
  await at.send({
    action: 'discounts',
    version: (await at.page()).version,
    ...discountRows({ power: '12 %', '': '', fans: '5' }),
  })
  expect((await at.page()).discounts).toEqual([
    { category: 'fans', percent: 5 },
    { category: 'power', percent: 12 },
  ])
})

test('a sign-in link is mailed three times an hour at most', async () => {
  await using at = await shopWithCustomer()
  const sent = []
  for (let count = 0; count < 4; count++) sent.push((await at.send({ action: 'link' })).status)
  expect(sent).toEqual([303, 303, 303, 422])
  expect(await at.audit()).toHaveLength(3)
})

test('an account is exported and erased, but not while an order is under way', async () => {
  await using at = await shopWithCustomer()
  const file = await at.fetch({ action: 'export' })
  expect(file instanceof Response && (await file.text())).toContain('anna@example.se')
  const number = await bought(at.shop, [['FAN', 1]], aForm({ email: 'anna@example.se' }))
  expect(number).toBeTruthy()
  const [placed] = await at.shop.db.selectFrom('orders').select('number').execute()
  expect((await at.page()).eraseBlock).toEqual({ orders: [placed?.number], isLastAdmin: false })
  expect(await at.send({ action: 'erase' })).toMatchObject({ status: 422 })
  expect(await at.send({ action: 'erase', sure: 'yes' })).toMatchObject({ status: 422 })
  expect((await at.audit()).map(({ operation }) => operation)).toEqual(['customers.export'])
  await at.shop.db.updateTable('orders').set({ status: 'delivered' }).execute()
  expect((await at.page()).eraseBlock).toEqual({ orders: [], isLastAdmin: false })
  const erased = await at.send({ action: 'erase', sure: 'yes' })
  expect(erased).toMatchObject({ status: 303, location: '/console/customers?done=erase' })
  expect(await customerById(at.shop.db, 'anna')).toBeUndefined()
  expect((await at.audit()).map(({ operation }) => operation)).toEqual(['customers.export', 'customers.erase'])
})

test("a guest's data are exported and erased by address, all or nothing", async () => {
  await using at = await shopWithCustomer()
  const query = { email: ' Gast@Example.se ' }
  await bought(at.shop, [['FAN', 1]], aForm({ email: 'gast@example.se', name: 'Gun Hemlig' }))
  const status = async (form: Form) => (await at.guest(query, form)).status
  const blocking = async () => {
    const shown = await at.guest(query)
    return 'page' in shown && 'content' in shown.page ? shown.page.content.eraseBlock.orders.length : undefined
  }
  expect(await blocking()).toBe(1)
  expect(await status({ action: 'erase', sure: 'yes' })).toBe(422)
  const file = await at.guest(query, { action: 'export' })
  expect(file instanceof Response && (await file.text())).toContain('Gun Hemlig')
  await at.shop.db.updateTable('orders').set({ status: 'delivered' }).execute()
  expect(await blocking()).toBe(0)
  expect(await status({ action: 'erase', sure: 'yes' })).toBe(303)
  expect(JSON.stringify(await at.shop.db.selectFrom('orders').selectAll().execute())).not.toContain('Hemlig')
  expect(await status({ action: 'export' })).toBe(422)
})
