import { expect, test } from 'vitest'
import { customerScreen } from '../../../src/server/console/customers/customer-page.ts'
import { orderScreen } from '../../../src/server/console/orders/order-page.ts'
import { organizationScreen } from '../../../src/server/console/organizations/organization-page.ts'
import { orderById } from '../../../src/server/ordering/orders/queries.ts'
import { addOrganization } from '../identity/page-visit.ts'
import { addCustomer } from '../identity/shopper.ts'
import { aForm, bought, fixtureShop } from '../ordering/checkout/buyer.ts'
import { contentOf, outcome, signedIn, visit } from './at-console.ts'

test('notes about a customer are on their orders, in their export, and gone with their account', async () => {
  await using shop = await fixtureShop()
  await addCustomer(shop, { id: 'anna' })
  const owner = await signedIn(shop, 'owner')
  const params = { id: 'anna' }
  const send = (form: Record<string, string>) => outcome(shop, owner, customerScreen, { params, form })
  expect((await send({ action: 'add_note', note: '  ' })).status).toBe(422)
  expect((await send({ action: 'add_note', note: 'Call before delivery' })).status).toBe(303)
  const { notes } = await contentOf(shop, owner, customerScreen, { params })
  expect(notes).toMatchObject([{ author: 'The owner', text: 'Call before delivery' }])

  const { orderId } = await bought(shop, [['FAN', 1]], aForm({ email: 'anna@example.se' }))
  await shop.db.updateTable('orders').set({ customer_id: 'anna', status: 'delivered' }).execute()
  const order = { params: { number: (await orderById(shop.db, orderId))?.number ?? '' } }
  expect(await contentOf(shop, owner, orderScreen, order)).toMatchObject({
    customerNotes: [{ text: 'Call before delivery' }],
  })
  const warehouse = await signedIn(shop, 'warehouse')
  expect((await contentOf(shop, warehouse, orderScreen, order)).customerNotes).toEqual([])

  const file = await visit(shop, owner, customerScreen, { params, form: { action: 'export' } })
  expect(file instanceof Response && (await file.text())).toContain('Call before delivery')
  const log = await shop.db.selectFrom('audit_log').selectAll().where('operation', 'like', 'customers.%').execute()
  expect(log.map(({ operation }) => operation)).toEqual(['customers.add_note', 'customers.export'])
  expect(JSON.stringify(log)).not.toContain('Call before')
  expect((await send({ action: 'erase', sure: 'yes' })).status).toBe(303)
  expect(await shop.db.selectFrom('staff_notes').selectAll().execute()).toEqual([])
})

test('a note is removed only from its own record', async () => {
  await using shop = await fixtureShop()
  for (const id of ['anna', 'bo']) await addCustomer(shop, { id })
  const seller = await signedIn(shop, 'seller')
  const at = (id: string, form: Record<string, string>) =>
    outcome(shop, seller, customerScreen, { params: { id }, form })
  await at('anna', { action: 'add_note', note: 'Pays late' })
  const [note] = (await contentOf(shop, seller, customerScreen, { params: { id: 'anna' } })).notes
  expect((await at('bo', { action: 'remove_note', id: note?.id ?? '' })).status).toBe(422)
  expect((await at('anna', { action: 'remove_note', id: note?.id ?? '' })).status).toBe(303)
  expect((await contentOf(shop, seller, customerScreen, { params: { id: 'anna' } })).notes).toEqual([])
})

test('notes about an organization are kept with it and logged without their text', async () => {
  await using shop = await fixtureShop()
  const seller = await signedIn(shop, 'seller')
  await addCustomer(shop, { id: 'anna' })
  await addOrganization(shop, { id: 'firm', members: { anna: 'admin' } })
  const id = 'firm'
  const form = { action: 'add_note', note: 'Wants one invoice a month' }
  expect((await outcome(shop, seller, organizationScreen, { params: { id }, form })).status).toBe(303)
  const page = await contentOf(shop, seller, organizationScreen, { params: { id } })
  expect(page.notes).toMatchObject([{ text: 'Wants one invoice a month' }])
  const log = await shop.db.selectFrom('audit_log').selectAll().where('subject_kind', '=', 'organization').execute()
  expect(log).toMatchObject([{ operation: 'organizations.add_note' }])
  expect(JSON.stringify(log)).not.toContain('invoice a month')
})
