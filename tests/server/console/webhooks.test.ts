import { expect, test } from 'vitest'
import { webhookScreen } from '../../../src/server/console/integrations/webhook-page.ts'
import { webhooksScreen } from '../../../src/server/console/integrations/webhooks-page.ts'
import { saveRole } from '../../../src/server/identity/staff/roles.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { answerWith, receiver, sendDue } from '../webhooks/receiver.ts'
import { contentOf, outcome, signedIn } from './at-console.ts'

const form = { action: 'add', name: 'Warehouse', 'event:order.confirmed': '1', 'event:stock.changed': '1' }

test('an owner adds an endpoint, sees its secret once, tests it, and sees every delivery', async () => {
  await using shop = await fixtureShop()
  await using other = await receiver(answerWith(200))
  const owner = await signedIn(shop, 'owner')
  const url = `${other.url}?token=hidden`
  const made = await contentOf(shop, owner, webhooksScreen, { form: { ...form, url } })
  expect(made.added?.secret).toMatch(/^whsec_/)
  const shown = await contentOf(shop, owner, webhooksScreen)
  expect(shown.added).toBe(null)
  expect(shown.endpoints).toMatchObject([{ name: 'Warehouse', state: 'live', waiting: 0, events: expect.anything() }])
  expect(JSON.stringify(shown)).not.toContain('hidden')
  const params = { id: shown.endpoints[0]?.id ?? '' }
  const act = (action: string, more = {}) => outcome(shop, owner, webhookScreen, { params, form: { action, ...more } })
  expect((await act('test')).status).toBe(303)
  await sendDue(shop)
  const content = await contentOf(shop, owner, webhookScreen, { params })
  expect(content.deliveries).toMatchObject([
    { event: 'webhook.test', state: 'delivered', status: 200, answer: 'said <b>so</b>' },
  ])
  expect((await act('repeat', { delivery: content.deliveries[0]?.id })).status).toBe(303)
  await sendDue(shop)
  expect(other.got).toHaveLength(2)
  expect((await act('change', { version: content.version, name: 'WMS', url, 'event:stock.low': '1' })).status).toBe(303)
  const manager = await signedIn(shop, 'manager')
  const seen = await contentOf(shop, manager, webhookScreen, { params })
  expect([seen.name, seen.events, seen.url, seen.mayChange]).toEqual(['WMS', ['stock.low'], `${other.url}?…`, false])
  for (const action of ['pause', 'resume', 'remove']) expect((await act(action)).status).toBe(303)
  expect((await outcome(shop, owner, webhookScreen, { params })).status).toBe(404)
  const log = await shop.db
    .selectFrom('audit_log')
    .select(['operation', 'actor'])
    .where('subject_kind', '=', 'webhook')
    .orderBy('seq')
    .execute()
  expect(log.map(({ operation }) => operation.replace('webhooks.', ''))).toEqual([
    'add',
    'test',
    'repeat',
    'change',
    'pause',
    'resume',
    'remove',
  ])
  const all = JSON.stringify([await shop.db.selectFrom('audit_log').selectAll().execute(), seen])
  expect(all).not.toContain('hidden')
  expect(all).not.toContain(made.added?.secret.slice(6))
})

test('an address inside, no events and unknown ids are refused', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  const wrong: Record<string, string>[] = [
    { ...form, url: 'https://169.254.169.254/' },
    { ...form, url: 'http://shop.example/' },
    { action: 'add', name: 'X', url: 'https://shop.example/' },
    { ...form, name: ' ', url: 'https://shop.example/' },
  ]
  for (const each of wrong)
    expect(await outcome(shop, owner, webhooksScreen, { form: each }), each['url']).toMatchObject({ status: 422 })
  const params = { id: "x' or 1=1" }
  expect((await outcome(shop, owner, webhookScreen, { params })).status).toBe(404)
  expect((await outcome(shop, owner, webhookScreen, { params, form: { action: 'rotate' } })).status).toBe(404)
  expect(await shop.db.selectFrom('webhook_endpoints').selectAll().execute()).toEqual([])
})

test('nobody sends elsewhere what they may not see, also not by another address', async () => {
  await using shop = await fixtureShop()
  const permissions = ['integrations.view', 'integrations.change', 'products.view'] as const
  await saveRole(shop, permissions, { name: 'Integrator', permissions, version: 0 })
  const [owner, integrator] = [await signedIn(shop, 'owner'), await signedIn(shop, 'Integrator', 'i@shop.example')]
  const url = 'https://shop.example/'
  const refused = { status: 422, fault: 'You may not give or take what you may not do yourself.' }
  const stock = { action: 'add', name: 'Stock', url, 'event:stock.changed': '1' }
  expect(
    await outcome(shop, integrator, webhooksScreen, { form: { ...stock, 'event:order.placed': '1' } }),
  ).toMatchObject(refused)
  expect(await outcome(shop, integrator, webhooksScreen, { form: stock })).toMatchObject({ status: 200 })
  await outcome(shop, owner, webhooksScreen, { form: { ...stock, name: 'Orders', 'event:order.placed': '1' } })
  const { endpoints } = await contentOf(shop, owner, webhooksScreen)
  const change = async (name: string, more: Record<string, string>) => {
    const params = { id: endpoints.find((each) => each.name === name)?.id ?? '' }
    const { version } = await contentOf(shop, integrator, webhookScreen, { params })
    const form = { action: 'change', version, name, url, ...more }
    return outcome(shop, integrator, webhookScreen, { params, form })
  }
  const both = { 'event:order.placed': '1', 'event:stock.changed': '1' }
  expect(await change('Stock', both)).toMatchObject(refused)
  expect(await change('Orders', { ...both, url: 'https://elsewhere.example/' })).toMatchObject(refused)
  expect(await change('Stock', { 'event:stock.low': '1' })).toMatchObject({ status: 303 })
  expect(await change('Orders', { ...both, 'event:stock.low': '1' })).toMatchObject({ status: 303 })
})
