import { expect, test } from 'vitest'
import { orderById } from '../../src/server/ordering/orders/queries.ts'
import { delivered } from '../server/ordering/orders/parcels.ts'
import { shopCommands } from './shop-commands.ts'

test('an operator credits an amount of an order once for each key, and says why', async () => {
  await using commands = await shopCommands()
  const { shop, run, json } = commands
  const id = await delivered(shop, [['FAN', 1]])
  const number = (await orderById(shop.db, id))?.number ?? ''
  expect((await run('order', 'credit', number, 'much', '--reason', 'late')).err).toContain('such as 49.50')
  expect((await run('order', 'credit', number, '49.50')).err).toContain('Say why')
  expect((await run('order', 'credit', number, '999', '--reason', 'late')).err).toContain('At most 148.00 SEK is left')
  const credit = ['order', 'credit', number, '49.50', '--reason', 'late', '--key', 'k', '--by', 'Anna'] as const
  expect(await json(...credit)).toMatchObject({ kind: 'refunded', refund: { amount: 4_950, actor: 'operator:Anna' } })
  expect(await json(...credit)).toMatchObject({ kind: 'already', refund: { amount: 4_950 } })
})
