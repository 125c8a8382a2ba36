import { expect, test } from 'vitest'
import { identifyKey } from '../../src/server/identity/api-keys/api-keys.ts'
import { confirmed } from '../server/ordering/orders/parcels.ts'
import { shopCommands } from './shop-commands.ts'

test('an operator makes, lists and revokes keys from a terminal, and the audit log says so', async () => {
  await using commands = await shopCommands()
  const { shop, run, json } = commands
  const made = await json('api-keys', 'make', 'ERP system', '--scopes', 'stock.read,stock.write', '--by', 'Vera')
  const { secret } = made as { secret: string }
  const key = await identifyKey(shop, secret)
  expect([key?.name, [...(key?.scopes ?? [])]]).toEqual(['ERP system', ['stock.read', 'stock.write']])
  const listed = await run('api-keys', 'list')
  expect(listed.out).toMatch(/ERP system/)
  expect(listed.out + JSON.stringify(await json('api-keys', 'list'))).not.toContain(secret)
  expect(await run('api-keys', 'make', 'X', '--scopes', 'everything')).toMatchObject({ code: 2 })
  expect(await run('api-keys', 'make', 'X')).toMatchObject({ code: 2 })
  expect(await run('api-keys', 'revoke', 'nothing')).toMatchObject({ code: 2 })
  expect((await run('api-keys', 'revoke', key?.id ?? '')).code).toBe(0)
  expect(await identifyKey(shop, secret)).toBeUndefined()
  const log = await shop.db.selectFrom('audit_log').select(['operation', 'actor']).orderBy('seq').execute()
  expect(log.slice(-2)).toEqual([
    { operation: 'api_keys.make', actor: 'operator:Vera' },
    { operation: 'api_keys.revoke', actor: expect.any(String) as string },
  ])
})

test('an operator writes a note to the history of an order', async () => {
  await using commands = await shopCommands()
  await confirmed(commands.shop, [['FAN', 1]])
  expect(await commands.json('order', 'note', '100001', 'Ring', 'before', 'delivery', '--by', 'Vera')).toEqual({
    number: '100001',
    note: 'Ring before delivery',
  })
  const events = await commands.shop.db.selectFrom('order_events').select(['actor', 'note']).execute()
  expect(events).toContainEqual({ actor: 'operator:Vera', note: 'Ring before delivery' })
  expect(await commands.run('order', 'note', '100001')).toMatchObject({ code: 2 })
})
