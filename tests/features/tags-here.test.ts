import { expect, test } from 'vitest'
import { mayTagsSeeAddress } from '../../src/features/consent/tags-here.ts'
import { matchScreen } from '../../src/routes.ts'

test.each([
  ['/sv', true], ['/sv/produkt/fan-part?utm_source=x', true], ['/en/checkout', true], ['/en/notify-me?token=t', false], ['/sv/bevaka', false],
  ['/sv/unsubscribe?token=t', false], ['/en/page-preview?token=t', false], ['/sv/nowhere?token=t', false], ['/en/searchresults?q=fan&token=t', false],
])('the owner\'s tags run on %s: %s', (path, mayRun) => {
  const url = new URL(path, 'https://shop.example')
  expect(mayTagsSeeAddress(matchScreen(url.pathname)?.screen, url.searchParams)).toBe(mayRun)
})
