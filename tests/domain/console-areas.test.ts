import { expect, test } from 'vitest'
import { areasNamed } from '../../src/console/frame/named-areas.ts'

const names = (text: string, permissions: readonly string[]) =>
  areasNamed(text, permissions).map(({ screen }) => screen)

test('a screen is found by its name in any language, whatever the reader’s own', () => {
  const all = ['orders.view', 'audit.view', 'staff.view', 'customers.view']
  expect(names('ORDERS', all)).toEqual(['orders'])
  expect(names('kund', all)).toEqual(['customers'])
  expect(names('my account', all)).toEqual(['account'])
  expect(names('handelselogg', all)).toEqual(['audit'])
})

test('a screen that the role does not include is not found, and one letter or none finds nothing', () => {
  expect(names('orders', [])).toEqual([])
  expect(names('orders', ['__proto__', 'orders.export'])).toEqual([])
  for (const text of ['', ' ', 'o', '\u0301', '%', 'no such screen']) expect(names(text, ['orders.view'])).toEqual([])
})
