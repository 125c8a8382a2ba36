import { expect, test } from 'vitest'
import { StartCheckout } from '../../../src/contracts/calls/start-checkout.ts'

const kept = (campaign: unknown) =>
  StartCheckout.body.parse({ items: [{ sku: 'FAN', quantity: 1 }], campaign_data: campaign }).campaign_data

test('campaign data is kept; invalid data is cut instead of rejected', () => {
  expect(kept(undefined)).toBeUndefined()
  const sent = {
    location: `https://shop.test/?${'x'.repeat(4_000)}`,
    referrer: '',
    trackingParams: { gclid: 'a', other: 'b' },
  }
  expect(kept(sent)).toEqual({ location: sent.location.slice(0, 2_000), referrer: '', trackingParams: { gclid: 'a' } })
  expect(kept({ deep: JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) })).toEqual({
    location: '',
    referrer: '',
    trackingParams: {},
  })
})
