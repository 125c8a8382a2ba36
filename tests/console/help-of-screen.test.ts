import { expect, test } from 'vitest'
import { consoleScreenOf } from '../../src/console-routes.ts'
import { helpOfScreen } from '../../src/console/frame/help-of-screen.ts'
import { translator } from '../../src/i18n/translator.ts'

const [en, sv] = [translator('en'), translator('sv')]

test.each([
  ['/console', 'today'],
  ['/console/', 'today'],
  ['/console/orders', 'orders'],
  ['/console/orders/new', 'order-new'],
  ['/console/orders/100017', 'order'],
  ['/console/orders/100017/edit', 'order-edit'],
  ['/console/imports/sources/stock', 'source'],
  ['/console/imports/17', 'import'],
  ['/console/nothing/like/this/one', undefined],
])('the screen at %s is %s', (path, screen) => expect(consoleScreenOf(path)).toBe(screen))

test('a screen says in both languages what it is for', () => {
  expect(helpOfScreen('/console/packing', en)).toContain('oldest first')
  expect(helpOfScreen('/console/packing', sv)).toContain('de äldsta först')
  expect(helpOfScreen('/console/sign-in', en)).toBeUndefined()
  expect(helpOfScreen('/console/nothing/like/this', en)).toBeUndefined()
})
