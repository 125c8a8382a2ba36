import { expect, test } from 'vitest'
import { orderById } from '../../src/server/ordering/orders/queries.ts'
import { delivered } from '../server/ordering/orders/parcels.ts'
import { shopCommands } from './shop-commands.ts'

test('an operator labels an order and takes labels off, which is in the audit log', async () => {
  await using commands = await shopCommands()
  const { shop, run, json } = commands
  const number = (await orderById(shop.db, await delivered(shop, [['FAN', 1]])))?.number ?? ''
  expect((await run('order', 'label', number)).err).toContain('A label has 1 to 30 characters')
  expect(await json('order', 'label', number, 'VIP,', 'ring', 'first', '--by', 'Anna')).toEqual({
    number,
    labels: ['ring first', 'VIP'],
  })
  expect(await json('order', 'label', number, 'vip', '--off')).toEqual({ number, labels: ['ring first'] })
  const log = await shop.db.selectFrom('audit_log').select(['operation', 'actor']).orderBy('seq').execute()
  expect(log.filter(({ operation }) => operation.endsWith('label'))).toMatchObject([
    { operation: 'orders.label', actor: 'operator:Anna' },
    { operation: 'orders.unlabel' },
  ])
})
