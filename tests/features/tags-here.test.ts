import { expect, test } from 'vitest'
import { mayTagsRun } from '../../src/features/consent/tags-here.ts'
import { cacheableScreens, href, matchScreen, type Screen } from '../../src/routes.ts'

test.each([
  ['/sv', true],
  ['/sv/produkt/fan-part?utm_source=x', true],
  ['/en/searchresults?q=fan', true],
  ['/en/category/parts', true],
  ['/en/terms', true],
  ['/en/checkout', false],
  ['/en/checkout/abc', false],
  ['/sv/checkout/confirmation/abc', false],
  ['/sv/checkout/failed/abc', false],
  ['/en/login', false],
  ['/en/my-account', false],
  ['/en/my-account/orders/100001', false],
  ['/sv/my-order/100001', false],
  ['/sv/track-order', false],
  ['/sv/angra-kop', false],
  ['/en/notify-me?token=t', false],
  ['/sv/bevaka', false],
  ['/sv/unsubscribe?token=t', false],
  ['/en/page-preview?token=t', false],
  ['/sv/nowhere?token=t', false],
  ['/en/searchresults?q=fan&token=t', false],
  ['/nowhere', false],
])("the owner's tags run on %s: %s", (path, mayRun) => {
  const url = new URL(path, 'https://shop.example')
  expect(mayTagsRun(matchScreen(url.pathname)?.screen, url.searchParams)).toBe(mayRun)
})

test('a new screen has no tags until it is public', () => {
  const personal: Screen[] = [
    'login',
    'checkout-id',
    'checkout-confirmation',
    'checkout-failed',
    'my-account',
    'my-account-order',
    'my-order',
    'track-order',
    'withdrawal',
    'excel-order',
    'sandbox-payment',
    'subscription',
  ]
  for (const screen of personal) expect([screen, cacheableScreens.includes(screen)]).toEqual([screen, false])
  expect(href('en', 'login')).toBe('/en/login')
})
