import { expect, test } from 'vitest'
import { pendingRefresh } from '../../../../src/server/ordering/order-pages/pending-refresh.ts'
import { bySandbox } from '../../payments/payer.ts'
import { bought, fixtureShop, movableClock, orderedPage } from '../checkout/buyer.ts'
import { sandboxSays } from '../gift-cards/holder.ts'

test('the confirmation reloads while waiting for payment, for some minutes at most', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const refreshOf = async (checkoutId: string, isBuyer = true) => {
    const order = await orderedPage(shop, checkoutId)
    return order && pendingRefresh({ order, isBuyer }, shop.now())
  }
  const [paid, waiting, invoice] = [
    await bought(shop, [['FAN', 1]], bySandbox),
    await bought(shop, [['FAN', 1]], bySandbox),
    await bought(shop, [['FAN', 1]]),
  ]
  expect(await Promise.all([paid, waiting, invoice].map(({ checkoutId }) => refreshOf(checkoutId)))).toEqual([
    5,
    5,
    undefined,
  ])
  expect(await refreshOf(waiting.checkoutId, false), 'who fills in the form for a link').toBeUndefined()
  await sandboxSays(shop, paid.attemptId, 'succeeded')
  clock.advance(61)
  expect([await refreshOf(paid.checkoutId), await refreshOf(waiting.checkoutId)]).toEqual([undefined, 15])
  clock.advance(240)
  expect(await refreshOf(waiting.checkoutId)).toBeUndefined()
})
