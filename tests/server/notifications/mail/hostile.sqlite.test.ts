import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sendMail } from '../../../../src/server/notifications/mail/send-mail.ts'
import { drawEmail } from '../../../../src/server/notifications/mail/template/draw-email.tsx'
import { emailFrame } from '../../../../src/server/notifications/mail/template/email-footer.ts'
import { emailText } from '../../../../src/server/notifications/mail/template/email-text.ts'
import { fixtureShop } from '../../ordering/checkout/buyer.ts'
import { everyMail } from './every-mail.ts'
import { elements, readMails, shownText } from './mail-parts.ts'

const script = '<script>alert(1)</script>'
const quotes = '"><img src=x onerror=alert(1)>\' `${1}` {{name}}'
const letterOf = (subject: string) => ({
  language: 'sv' as const,
  subject,
  blocks: [
    { kind: 'text' as const, text: subject },
    { kind: 'typed' as const, text: subject },
  ],
})

test('typed text appears in a mail unchanged and has no effect', async () => {
  await using shop = await fixtureShop()
  await everyMail(shop, 'sv', { name: script, organization: quotes, message: `${script}\r\n${quotes}` })
  const mails = await readMails(shop)
  expect(mails.flatMap(({ page }) => ['script', 'img'].flatMap((name) => elements(page, name)))).toEqual([])
  const showing = (words: string) => mails.filter(({ page }) => shownText(page).includes(words)).length
  for (const words of [script, '"><img src=x onerror=alert(1)>']) {
    expect(showing(words)).toBeGreaterThanOrEqual(4)
    expect(mails.filter(({ text }) => text.includes(words))).toHaveLength(showing(words))
  }
})

test('a line break in a subject or name adds no header and no recipient', async () => {
  await using shop = await fixtureShop()
  const evil = 'Hej\r\nBcc: everybody@example.com\r\n\r\n<b>body</b>'
  await everyMail(shop, 'en', { name: evil, organization: evil, message: evil })
  await sendMail(shop, { to: 'anna@example.se', messageId: 'evil', email: letterOf(evil) })
  const mails = await readMails(shop)
  for (const { headers, bcc, cc, to, page } of mails) {
    expect([bcc ?? [], cc ?? [], to?.length, headers.filter(({ key }) => key === 'bcc')]).toEqual([[], [], 1, []])
    expect(elements(page, 'b')).toEqual([])
  }
  expect(mails.find(({ file }) => file.endsWith('evil.eml'))?.subject).toContain('Hej')
})

test.each([
  ['an escape sequence', '\u001b]0;owned\u0007Hej', ']0;owned Hej'],
  ['C1 controls', 'Hej \u009b2J', 'Hej 2J'],
  ['a turned direction', 'Faktura \u202efdp.exe', 'Faktura fdp.exe'],
  ['a line break', 'Hej\r\nX-Evil: 1', 'Hej X-Evil: 1'],
])('%s is removed from a subject, and its text has none either', async (_, subject, shown) => {
  await using shop = await fixtureShop()
  await sendMail(shop, { to: 'anna@example.se', messageId: 'controls', email: letterOf(subject) })
  const [mail] = await readMails(shop)
  expect(mail?.subject).toBe(shown)
  expect(mail?.text).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202e]/)
})

test('a mail saved as a file is only readable by its owner', async () => {
  await using shop = await fixtureShop()
  await sendMail(shop, { to: 'anna@example.se', messageId: 'private', email: letterOf('x') })
  const folder = join(shop.env.SHOP_DATA, 'mail')
  expect([statSync(folder).mode & 0o777, statSync(join(folder, 'private.eml')).mode & 0o777]).toEqual([0o700, 0o600])
})

test('an address is one recipient, whatever it contains', async () => {
  await using shop = await fixtureShop()
  await sendMail(shop, { to: 'anna@example.se, everybody@example.com', messageId: 'two', email: letterOf('x') })
  const [mail] = await readMails(shop)
  expect(mail?.to).toHaveLength(1)
})

test('an address that is not one of our links cannot become an active one', async () => {
  await using shop = await fixtureShop()
  const frame = emailFrame(shop.settings, 'sv', 'https://shop.example')
  const email = {
    ...letterOf('x'),
    blocks: [{ kind: 'codes' as const, codes: [{ amount: '<i>1</i>', code: '<b>A</b>' }] }],
  }
  expect(drawEmail(email, frame)).not.toMatch(/<i>|<b>/)
  expect(emailText(email, frame)).toContain('<b>A</b>')
})
