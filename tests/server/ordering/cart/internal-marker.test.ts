import { expect, test } from 'vitest'
import { SyncCart } from '../../../../src/contracts/calls/sync-cart.ts'
import { syncCart } from '../../../../src/server/ordering/cart/sync-cart.ts'
import { parseEnv } from '../../../../src/server/platform/env.ts'
import { call } from '../../call.ts'
import { fixtureShop, swedish } from '../checkout/buyer.ts'

test('spec 7: the answer marks our own addresses as internal and no others [7.sync-cart.internal]', async () => {
  await using shop = await fixtureShop()
  const { INTERNAL_ADDRESSES } = parseEnv({ INTERNAL_ADDRESSES: '192.0.2.0/24' })
  const office = { ...shop, env: { ...shop.env, INTERNAL_ADDRESSES } }
  const marker = async (of: typeof office, clientAddress: string) => {
    const body = { items: [{ sku: 'FAN', quantity: 1, internal: true }], internal: true }
    const { headers } = await call(of, SyncCart, syncCart, {
      body,
      query: { internal: '1' },
      clientAddress,
      shopping: swedish(),
    })
    return headers.get('x-internal')
  }
  expect([
    await marker(office, '192.0.2.7'),
    await marker(office, '198.51.100.7'),
    await marker({ ...office, env: shop.env }, '192.0.2.7'),
  ]).toEqual(['1', '0', '0'])
})
