import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { ChangePassword } from '../../../src/contracts/calls/change-login.ts'
import { LogIn } from '../../../src/contracts/calls/log-in.ts'
import { changePassword } from '../../../src/server/identity/login/change-login.ts'
import { logIn } from '../../../src/server/identity/login/log-in.ts'
import { freshShop } from '../../support/test-shop.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { addCustomer, ask, password, tokensOf } from './shopper.ts'

const common = [
  'Password123',
  'computer',
  'COMPUTER',
  'qwerty123456',
  'Sommar2026',
  'sommar-2026!',
  'Höst 2025',
  'winter26',
  'Juli2026',
  'december2026',
  'Måndag2026',
  'P@ssw0rd',
  'p@ssw0rd123',
  'Lösenord1!',
  'fotboll1',
  'iloveyou',
  'football99',
  'dragon2026',
  'sunshine!',
  '1q2w3e4r',
  '!!monkey!!',
  'aaaaaaaaaa',
  '1234567890',
  '12345678',
  'sverige2026',
  'Delverk-2026',
  'mindelverkare',
  'korrekt-anna.ek-häst',
  'annaek och batteri',
  'anna.ek@example.se',
]
const uncommon = [
  password,
  'tjugo blå skruvar',
  'xK9#vLq2',
  'dragon84926153',
  'sommarstuga i Bohuslän',
  'Æøå ñandú žluťoučký',
  'annan ekorre 7',
]

describe('a new password', () => {
  test('that is easy to guess is rejected, in any case, and another is not', async () => {
    await using shop = await fixtureShop()
    const email = await addCustomer(shop, { id: 'anna', email: 'anna.ek@example.se' })
    const { access_token: bearer } = await tokensOf(shop, email)
    const change = (chosen: string) =>
      ask(
        shop,
        ChangePassword,
        changePassword,
        { bearer },
        { body: { password: chosen, current_password: 'not this one' } },
      )
    const codes = async (all: readonly string[]) =>
      Promise.all(all.map(async (chosen) => `${chosen}: ${(await change(chosen)).code}`))
    shop.limits.loginByAddress.points = 100
    shop.limits.loginByAccount.points = 100
    expect(await codes(common)).toEqual(common.map((chosen) => `${chosen}: password_too_common`))
    expect(await codes(uncommon)).toEqual(uncommon.map((chosen) => `${chosen}: wrong_password`))
    expect(await codes(['kort', 'x'.repeat(201)])).toEqual([
      'kort: password_too_short',
      `${'x'.repeat(201)}: password_too_long`,
    ])
  })

  test('is checked against at least ten thousand common ones', async () => {
    const { dictionary } = await import('@zxcvbn-ts/language-common')
    await using shop = await freshShop()
    const long = dictionary['passwords-common'].filter((word) => word.length >= 8 && word.length <= 200)
    expect(dictionary['passwords-common'].length).toBeGreaterThanOrEqual(10_000)
    const faults = await Promise.all(
      long.map((word) =>
        shop.commonPasswords.faultOf(word.toUpperCase(), {
          email: 'x@example.se',
          origin: 'https://shop.test',
          names: [],
        }),
      ),
    )
    expect(faults.filter((fault) => fault !== 'password_too_common')).toEqual([])
  })
})

test('logins are logged with account and network, successful or not, and never with the typed password', async () => {
  const lines: string[] = []
  await using shop = await freshShop({
    seeded: true,
    log: pino({}, { write: (line: string) => void lines.push(line) }),
  })
  const email = await addCustomer(shop, { id: 'anna' })
  const from = { clientAddress: '2001:db8::7' }
  await ask(shop, LogIn, logIn, from, { body: { email, password: 'secret typed wrong' } })
  await ask(shop, LogIn, logIn, from, { body: { email: 'secret-in-the-wrong-field@example.se', password } })
  await ask(shop, LogIn, logIn, from, { body: { token: 'secret-token' } })
  await ask(shop, LogIn, logIn, from, { body: { email, password } })
  for (let guess = 0; guess < 10; guess += 1)
    await ask(shop, LogIn, logIn, from, { body: { email, password: 'secret typed wrong' } })
  const logins = lines.map((line) => JSON.parse(line) as { login?: object }).flatMap(({ login }) => login ?? [])
  const [network, customer] = ['2001:db8:0:0::/64', 'anna']
  expect(logins.slice(0, 4)).toEqual([
    { method: 'password', customer, network, result: 'wrong_login' },
    { method: 'password', customer: null, network, result: 'wrong_login' },
    { method: 'link', customer: null, network, result: 'link_over' },
    { method: 'password', customer, network, result: 'signed_in' },
  ])
  expect(logins.at(-1)).toEqual({ method: 'password', customer, network, result: 'too_many_tries' })
  expect(lines.join('')).not.toMatch(/secret|korrekt/)
})
