import { expect, test } from 'vitest'
import { givableScopes } from '../../../src/domain/staff/api-scopes.ts'
import { builtInRoles } from '../../../src/domain/staff/roles.ts'
import { integrationsScreen } from '../../../src/server/console/integrations/integrations-page.ts'
import { revokeApiKey, identifyKey } from '../../../src/server/identity/api-keys/api-keys.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { fixtureShop, movableClock } from '../ordering/checkout/buyer.ts'
import { contentOf, outcome, setRole, signedIn, type Browser } from './at-console.ts'

const day = 86_400
const form = { action: 'make_key', name: 'Warehouse', days: '30', 'scope:orders.read': '1', 'scope:orders.ship': '1' }

async function newKey(shop: Shop, browser: Browser, changes: Record<string, string> = {}) {
  const { newKey: made, keys } = await contentOf(shop, browser, integrationsScreen, { form: { ...form, ...changes } })
  if (!made) throw new Error('No key was made.')
  return { secret: made.secret, id: keys[0]?.id ?? '' }
}

test('a key is shown once, kept as a hash, and says who used it when', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const owner = await signedIn(shop, 'owner')
  const { secret } = await newKey(shop, owner)
  expect(secret).toMatch(/^shopkey_[\w-]{32}$/)
  const stored = JSON.stringify([
    await shop.db.selectFrom('api_keys').selectAll().execute(),
    await shop.db.selectFrom('audit_log').selectAll().execute(),
  ])
  expect(stored).not.toContain(secret)
  const key = await identifyKey(shop, secret)
  expect([key?.name, [...(key?.scopes ?? [])]]).toEqual(['Warehouse', ['orders.read', 'orders.ship']])
  const shown = await contentOf(shop, owner, integrationsScreen)
  expect(shown.newKey).toBe(null)
  expect(JSON.stringify(shown)).not.toContain(secret)
  expect(shown.keys).toMatchObject([
    { name: 'Warehouse', ending: secret.slice(-4), state: 'live', lastUsedAt: clock.now().toISOString() },
  ])
  const log = await shop.db.selectFrom('audit_log').select(['operation', 'actor', 'note']).execute()
  expect(log).toContainEqual({ operation: 'api_keys.make', actor: 'The owner', note: 'orders.read orders.ship' })
})

test('a key ends when it expires or is revoked, and cannot be revoked twice', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const owner = await signedIn(shop, 'owner')
  const [short, endless] = [await newKey(shop, owner), await newKey(shop, owner, { name: 'ERP', days: '0' })]
  clock.advance(30 * day - 1)
  expect(await identifyKey(shop, short.secret)).toBeDefined()
  clock.advance(2)
  expect(await identifyKey(shop, short.secret)).toBeUndefined()
  expect(await identifyKey(shop, endless.secret)).toBeDefined()
  const again = await signedIn(shop, 'owner')
  const { keys } = await contentOf(shop, again, integrationsScreen)
  const { id = '' } = keys.find(({ name }) => name === 'ERP') ?? {}
  expect((await outcome(shop, again, integrationsScreen, { form: { action: 'revoke_key', id } })).status).toBe(303)
  expect(await identifyKey(shop, endless.secret)).toBeUndefined()
  const twice = await Promise.allSettled([revokeApiKey(shop, actor, id), revokeApiKey(shop, actor, short.id)])
  expect(twice.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  expect((await outcome(shop, again, integrationsScreen, { form: { action: 'revoke_key', id: 'x' } })).status).toBe(422)
})

const actor = { staffId: null, name: 'test', address: 'command' }

test('guesses, other secrets and pieces of a key open nothing', async () => {
  await using shop = await fixtureShop()
  const { secret } = await newKey(shop, await signedIn(shop, 'owner'))
  for (const guess of [
    '',
    'shopkey_',
    secret.slice(0, -1),
    `${secret}x`,
    secret.toUpperCase(),
    `shopkey_${'a'.repeat(32)}`,
  ])
    expect(await identifyKey(shop, guess), guess).toBeUndefined()
})

test('a form without name, scope or a known lifetime makes no key and keeps what was typed', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  const wrong = [
    { ...form, name: ' ' },
    { action: 'make_key', name: 'X', days: '30' },
    { ...form, days: '9999' },
  ]
  for (const each of wrong)
    expect(await outcome(shop, owner, integrationsScreen, { form: each })).toMatchObject({ status: 422 })
  const unknown = await outcome(shop, owner, integrationsScreen, { form: { ...form, 'scope:everything': '1' } })
  expect(unknown.status).toBe(422)
  expect(await shop.db.selectFrom('api_keys').selectAll().execute()).toEqual([])
})

test('nobody makes a key that may do more than they may', async () => {
  await using shop = await fixtureShop()
  const browser = await signedIn(shop, 'owner', 'it@shop.example')
  await shop.db
    .insertInto('staff_roles')
    .values({
      name: 'it',
      permissions: JSON.stringify(['integrations.view', 'integrations.change', 'orders.view']),
      version: 1,
    })
    .execute()
  await setRole(shop, 'it@shop.example', 'it')
  expect((await outcome(shop, browser, integrationsScreen, { form })).status).toBe(422)
  const { keys, givable } = await contentOf(shop, browser, integrationsScreen)
  expect([keys, givable]).toEqual([[], ['orders.read']])
  expect(givableScopes(builtInRoles.warehouse)).not.toContain('orders.cancel')
})
