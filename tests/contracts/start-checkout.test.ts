import { expect, test } from 'vitest'
import { StartCheckout } from '../../src/contracts/start-checkout.ts'

const sent = (campaign_data: unknown) => StartCheckout.body.safeParse({ items: [{ sku: 'FAN', quantity: 1 }], campaign_data }).success

test('where a shopper came from is kept, and nothing that is deep or long instead of it', () => {
  expect(sent(undefined)).toBe(true)
  expect(sent({ location: `https://shop.test/?${'x'.repeat(4_000)}`, referrer: '', trackingParams: { gclid: 'a' } })).toBe(true)
  expect(sent({ location: 'x'.repeat(16_000) })).toBe(false)
  expect(sent({ deep: JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) })).toBe(false)
})
