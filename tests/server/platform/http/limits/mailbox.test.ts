import { expect, test } from 'vitest'
import { mailboxOf } from '../../../../../src/server/platform/http/mailbox.ts'

test.for([
  ['anna@gmail.com', ['An.Na+1@googlemail.com', 'a.n.n.a@GMAIL.com']],
  ['annaberg@proton.me', ['anna.berg@protonmail.com', 'anna_berg+x@pm.me', 'Anna-Berg@protonmail.ch']],
  ['anna@icloud.com', ['anna@me.com', 'anna+1@mac.com']],
  ['anna@yandex.ru', ['anna@ya.ru', 'anna@yandex.com']],
  ['anna@fastmail.com', ['anything@anna.fastmail.com', 'other+1@anna.fastmail.com']],
  ['anna@xn--bcher-kva.example', ['anna@bücher.example', 'Anna@BÜCHER.example', 'anna@bu\u0308cher.example']],
  ['andr\u00e9@mail.example', ['andre\u0301@mail.example', 'ANDR\u00c9+1@mail.example']],
] as const)('%s is one mailbox, however its address is written', ([mailbox, spellings]) => {
  expect([mailbox, ...spellings].map(mailboxOf)).toEqual([mailbox, ...spellings].map(() => mailbox))
})

test('other addresses are mailboxes of their own, and a purpose before one stays', () => {
  const others = ['an.na@mail.example', 'anna@mail.example', 'anna@sub.mail.example', 'anna@outlook.com', '@', 'anna']
  expect(others.map(mailboxOf)).toEqual(others)
  expect(mailboxOf('100008 conf+x Anna+1@googlemail.com')).toBe('100008 conf+x anna@gmail.com')
})
