import { expect, test } from 'vitest'
import { shopData } from '../../../../src/features/home/structured-data.ts'
import { deliverOutbox } from '../../../../src/server/jobs/deliver-outbox.ts'
import { orderById } from '../../../../src/server/ordering/orders/queries.ts'
import { requestReturn } from '../../../../src/server/ordering/returns/request-return.ts'
import { returnSlip } from '../../../../src/server/ordering/returns/return-slip.ts'
import { returnTermsOf } from '../../../../src/server/ordering/returns/return-terms.ts'
import { changeSettings } from '../../../../src/server/platform/settings/change-settings.ts'
import type { Json } from '../../../../src/server/platform/settings/setting-names.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { wordsOf } from '../../../support/pdf-words.ts'
import { mailsOf } from '../../identity/shopper.ts'
import { fixtureShop, movableClock } from '../checkout/buyer.ts'
import { delivered, outcomeOf } from '../orders/parcels.ts'

const day = 86_400
const units = [{ position: 1, quantity: 1, reason: 'changed_mind' as const }]

async function set(shop: Shop, returns: Record<string, Json>): Promise<void> {
  const values = Object.entries(returns).map(([name, value]) => [`returns.${name}`, value] as const)
  await changeSettings(shop.db, values, { by: 'operator:test', now: shop.now() })
  await shop.settings.refresh()
}

const askBack = (shop: Shop, orderId: string) =>
  outcomeOf(requestReturn(shop, { orderId, actor: 'shopper', message: '', units }))

test('an order keeps the terms of return that it was placed under, whatever is set afterwards', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const usual = await delivered(shop, [['FAN', 2]])
  clock.advance(day)
  await set(shop, { days: 90, freight: 'shop' })
  clock.advance(day)
  const generous = await delivered(shop, [['FAN', 2]])
  clock.advance(day)
  await set(shop, { days: 14 })
  clock.advance(day)
  const short = await delivered(shop, [['FAN', 2]])
  clock.advance(day)
  await set(shop, { days: 200, freight: 'customer' })
  expect(await returnTermsOf(shop.db, usual)).toEqual({ days: 30, freight: 'customer' })
  expect(await returnTermsOf(shop.db, generous)).toEqual({ days: 90, freight: 'shop' })
  expect(await returnTermsOf(shop.db, short)).toEqual({ days: 14, freight: 'shop' })
  clock.advance(20 * day)
  expect(await askBack(shop, short)).toBe('not_possible')
  expect(await askBack(shop, usual)).toBe('return')
  clock.advance(20 * day)
  expect(await askBack(shop, usual)).toBe('not_possible')
  expect(await askBack(shop, generous)).toBe('return')
  clock.advance(60 * day)
  expect(await askBack(shop, generous)).toBe('not_possible')
})

test('who pays the postage stands on the slip, in the mail and in the data for search engines', async () => {
  await using shop = await fixtureShop()
  const policyOf = () => JSON.stringify(shopData(shop.settings.locale('en'), shop.settings.all, 'https://shop.example'))
  expect(policyOf()).toContain('"merchantReturnDays":30')
  expect(policyOf()).toContain('ReturnFeesCustomerResponsibility')
  await set(shop, { days: 60, freight: 'shop' })
  expect(policyOf()).toContain('"merchantReturnDays":60')
  expect(policyOf()).toContain('schema.org/FreeReturn')
  const orderId = await delivered(shop, [['FAN', 1]])
  const { number } = await requestReturn(shop, { orderId, actor: 'shopper', message: '', units })
  const order = await orderById(shop.db, orderId)
  if (!order) throw new Error('There is no order.')
  const slip = wordsOf((await returnSlip(shop, order, number, 'sv'))?.pdf ?? Buffer.alloc(0))
  await deliverOutbox(shop)
  const mail = (await mailsOf(shop)).join('\n')
  for (const text of [slip, mail]) {
    expect(text).toContain('Vi betalar')
    expect(text).not.toContain('Du betalar frakten')
  }
})
