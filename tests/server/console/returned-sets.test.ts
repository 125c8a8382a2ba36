import { expect, test } from 'vitest'
import { returnScreen } from '../../../src/server/console/returns/return-page.ts'
import { requestReturn } from '../../../src/server/ordering/returns/request-return.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { delivered } from '../ordering/orders/parcels.ts'
import { outcome, signedIn } from './at-console.ts'

test('a part of a set that comes back is no unit of it, which is said with the number of the set', async () => {
  await using shop = await fixtureShop()
  const orderId = await delivered(shop, [['KIT', 1]])
  const units = [{ position: 1, quantity: 1, reason: 'faulty' as const }]
  const { number } = await requestReturn(shop, { orderId, actor: 'shopper', message: '', units })
  const browser = await signedIn(shop, 'warehouse')
  const scan = (code: string) =>
    outcome(shop, browser, returnScreen, { params: { number }, form: { action: 'scan', code } })
  expect(await scan('RAM')).toMatchObject({
    status: 422,
    fault: 'This is a part of KIT. Count KIT when all its parts are here.',
  })
  expect((await scan('KIT')).status).toBe(303)
})
