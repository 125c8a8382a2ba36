import { pino } from 'pino'
import { expect, test } from 'vitest'
import { ChangePassword } from '../../../src/contracts/calls/change-login.ts'
import { LogIn } from '../../../src/contracts/calls/log-in.ts'
import { RefreshLogin } from '../../../src/contracts/calls/refresh-login.ts'
import { ForgotPassword } from '../../../src/contracts/calls/register.ts'
import { changePassword } from '../../../src/server/identity/login/change-login.ts'
import { logIn } from '../../../src/server/identity/login/log-in.ts'
import { refreshLogin } from '../../../src/server/identity/login/refresh-login.ts'
import { forgotPassword } from '../../../src/server/identity/login/request-login-link.ts'
import { writeTokens } from '../../../src/server/identity/sessions/session-cookies.ts'
import { fixtureNow } from '../../support/fixture-shop.ts'
import { freshShop } from '../../support/test-shop.ts'
import { movableClock } from '../ordering/checkout/buyer.ts'
import { addCustomer, ask, mailedToken, password, tokensOf } from './shopper.ts'

test('no token and no password is ever logged', async () => {
  const lines: string[] = []
  const clock = movableClock(fixtureNow)
  await using shop = await freshShop({
    seeded: true,
    now: clock.now,
    log: pino({ level: 'trace' }, { write: (line) => void lines.push(line) }),
  })
  const email = await addCustomer(shop, { id: 'anna' })
  const first = await tokensOf(shop, email)
  const { answer } = await ask(shop, RefreshLogin, refreshLogin, {}, { body: { refresh_token: first.refresh_token } })
  const second = answer as typeof first
  clock.advance(120)
  await ask(shop, RefreshLogin, refreshLogin, {}, { body: { refresh_token: first.refresh_token } })
  await ask(shop, LogIn, logIn, {}, { body: { email, password: 'a wrong password' } })
  await ask(shop, ForgotPassword, forgotPassword, {}, { body: { email } })
  const token = await mailedToken(shop, email)
  await ask(shop, LogIn, logIn, {}, { body: { token } })
  const third = await tokensOf(shop, email)
  await ask(
    shop,
    ChangePassword,
    changePassword,
    { bearer: third.access_token },
    { body: { password: 'en helt ny mening', current_password: password } },
  )
  await shop.db.updateTable('customers').set({ password_hash: 'broken' }).execute()
  expect((await ask(shop, LogIn, logIn, {}, { body: { email, password } })).status).toBe(500)
  expect(lines.length).toBeGreaterThanOrEqual(2)
  const log = lines.join('')
  for (const secret of [
    password,
    'a wrong password',
    'en helt ny mening',
    email,
    token,
    first.access_token,
    first.refresh_token,
    second.access_token,
    second.refresh_token,
    third.access_token,
  ]) {
    expect(log).not.toContain(secret)
  }
})

test.each([
  ['https://shop.example', '__Host-access_token', true],
  ['http://127.0.0.1:4321', 'access_token', false],
])("spec 9: at %s the token's cookie is %s, HttpOnly and SameSite=Lax, for 3600 s", (origin, name, secure) => {
  const set: unknown[][] = []
  const cookies = { set: (...cookie: unknown[]) => set.push(cookie) } as never
  const now = new Date('2026-06-15T12:00:00.000Z')
  writeTokens(
    { ORIGIN: origin },
    cookies,
    { access: 'a', refresh: 'r', sessionId: 's', expiresIn: 3600, sessionEnd: '2026-06-16T12:00:00.000Z' },
    now,
  )
  expect(set[0]).toEqual([name, 'a', { httpOnly: true, sameSite: 'lax', secure, path: '/', maxAge: 3600 }])
  expect(set[1]).toEqual([
    name.replace('access', 'refresh'),
    'r',
    { httpOnly: true, sameSite: 'lax', secure, path: '/', maxAge: 86_400 },
  ])
})
