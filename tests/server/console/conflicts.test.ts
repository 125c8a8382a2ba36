import { expect, test } from 'vitest'
import { customerScreen } from '../../../src/server/console/customers/customer-page.ts'
import type { ConsoleScreenFunction } from '../../../src/server/console/frame/console-screen.ts'
import { webhookScreen } from '../../../src/server/console/integrations/webhook-page.ts'
import { webhooksScreen } from '../../../src/server/console/integrations/webhooks-page.ts'
import { orderEditScreen } from '../../../src/server/console/orders/edit-page.ts'
import { roleScreen } from '../../../src/server/console/staff/roles-page.ts'
import { orderById } from '../../../src/server/ordering/orders/queries.ts'
import { addressJson } from '../../../src/server/platform/db/json-columns.ts'
import { addCustomer } from '../identity/shopper.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { confirmed } from '../ordering/orders/parcels.ts'
import { contentOf, outcome, signedIn, visit, type Form } from './at-console.ts'

/** Two people at one record. */
async function twoAt<Content extends { version: string | number }>(
  shop: Awaited<ReturnType<typeof fixtureShop>>,
  screen: ConsoleScreenFunction<Content>,
  params: Record<string, string>,
) {
  const [anna, bo] = [await signedIn(shop, 'owner'), await signedIn(shop, 'owner', 'bo@shop.example')]
  const { version: shown } = await contentOf(shop, anna, screen, { params })
  const version = String(shown)
  return {
    version,
    first: (form: Form) => outcome(shop, anna, screen, { params, form: { version, ...form } }),
    second: (form: Form) => outcome(shop, bo, screen, { params, form: { version, ...form } }),
    values: async (form: Form) => {
      const result = await visit(shop, bo, screen, { params, form: { version, ...form } })
      return result instanceof Response || 'stepUp' in result.page ? {} : result.page.values
    },
    page: () => contentOf(shop, anna, screen, { params }),
  }
}

test('the second of two people is told who was first, keeps what they typed, and can save it', async () => {
  await using shop = await fixtureShop()
  await addCustomer(shop, { id: 'anna' })
  const at = await twoAt(shop, customerScreen, { id: 'anna' })
  const form = { action: 'details', name: 'Anna A', phone: '', language: 'sv', 'was:name': 'Anna', 'was:phone': '' }
  expect((await at.first(form)).status).toBe(303)
  const own = { ...form, name: 'Anna B', phone: '0701234567' }
  const refused = await at.second(own)
  expect(refused).toMatchObject({ status: 422, fault: expect.stringContaining('The owner has changed this meanwhile') })
  expect(await at.values(own)).toMatchObject({ name: 'Anna B', phone: '0701234567', 'was:name': 'Anna' })
  const version = refused.content?.version ?? ''
  expect((await at.second({ ...own, version, 'was:name': 'Anna A', 'use:name': '1' })).status).toBe(303)
  expect(await at.page()).toMatchObject({ name: 'Anna A', phone: '0701234567' })
})

test('a box that both changed can be taken from the other', async () => {
  await using shop = await fixtureShop()
  await addCustomer(shop, { id: 'anna' })
  const at = await twoAt(shop, customerScreen, { id: 'anna' })
  const form = { action: 'details', name: 'Anna', phone: '', language: 'sv' }
  await at.first({ ...form, consent: 'yes' })
  const { content } = await at.second(form)
  const version = content?.version ?? ''
  await at.second({ ...form, name: 'Ann', version, 'was:consent': 'yes', 'use:consent': '1' })
  expect(await at.page()).toMatchObject({ name: 'Ann', hasConsent: true })
})

test('an address that a colleague has changed is not put back by an open form of the order', async () => {
  await using shop = await fixtureShop()
  const id = await confirmed(shop, [['FAN', 2]])
  const at = await twoAt(shop, orderEditScreen, { number: (await orderById(shop.db, id))?.number ?? '' })
  const { address, method, point } = await at.page()
  const form = { ...address, method, point, 'units:1': '2', expected: '24700', action: 'save' }
  expect((await at.first({ ...form, line1: 'Nya gatan 2' })).status).toBe(303)
  const preview = { ...form, action: 'preview', 'units:1': '1' }
  expect(await at.second(preview)).toMatchObject({ status: 422, content: { address: { line1: 'Nya gatan 2' } } })
  expect((await at.second({ ...form, 'units:1': '1', expected: '14800' })).fault).toContain('The owner has changed')
  const order = await orderById(shop.db, id)
  expect(order && addressJson.read(order.address).line1).toBe('Nya gatan 2')
})

test('of two people who change an endpoint or a role, the second is refused', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  const endpoint = { name: 'Books', url: 'https://books.example/hook', 'event:order.placed': '1' }
  await outcome(shop, owner, webhooksScreen, { form: { action: 'add', ...endpoint } })
  const { id } = await shop.db.selectFrom('webhook_endpoints').select('id').executeTakeFirstOrThrow()
  const hook = await twoAt(shop, webhookScreen, { id })
  expect((await hook.first({ action: 'change', ...endpoint, name: 'Books 2' })).status).toBe(303)
  expect(await hook.second({ action: 'change', ...endpoint, name: 'Books 3' })).toMatchObject({ status: 422 })
  expect(await hook.page()).toMatchObject({ name: 'Books 2' })
  const role = { action: 'save', name: 'packer', 'permission:orders.view': '1' }
  await outcome(shop, owner, roleScreen, { params: { name: 'new' }, form: { ...role, version: '0' } })
  const roles = await twoAt(shop, roleScreen, { name: 'packer' })
  expect((await roles.first({ ...role, 'permission:packing.view': '1' })).status).toBe(303)
  expect(await roles.second(role)).toMatchObject({ status: 422, fault: expect.stringContaining('kept') })
})
