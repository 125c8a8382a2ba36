import { expect, test } from 'vitest'
import { mailLink } from '../../src/console/kit/mail-link.ts'

test('a mail begins with its one recipient, whatever a shopper wrote before the @', () => {
  expect(mailLink('anna.lind@example.com')).toBe('mailto:anna.lind@example.com')
  const { pathname, search } = new URL(mailLink('anna?bcc=x%40example.org&body=hi@example.com'))
  expect([decodeURIComponent(pathname), search]).toEqual(['anna?bcc=x%40example.org&body=hi@example.com', ''])
})

test('subject and text are read as they were written', () => {
  const about = { subject: 'Delar & verktyg', body: 'https://shop.example/console/invitation?token=a+b' }
  const { searchParams } = new URL(mailLink('anna@example.com', about))
  expect(Object.fromEntries(searchParams)).toEqual(about)
  expect(mailLink('anna@example.com', about)).not.toContain('+')
})
