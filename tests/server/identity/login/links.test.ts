import { describe, expect, test } from 'vitest'
import { ChangePassword } from '../../../../src/contracts/calls/change-login.ts'
import { LogIn } from '../../../../src/contracts/calls/log-in.ts'
import { Profile } from '../../../../src/contracts/calls/profile.ts'
import { ForgotPassword, Register } from '../../../../src/contracts/calls/register.ts'
import { changePassword } from '../../../../src/server/identity/login/change-login.ts'
import { logIn } from '../../../../src/server/identity/login/log-in.ts'
import { forgotPassword, register } from '../../../../src/server/identity/login/request-login-link.ts'
import { profile } from '../../../../src/server/identity/profile.ts'
import { fixtureShop, movableClock } from '../../ordering/checkout/buyer.ts'
import { useToken, forgot } from '../mailed-link.ts'
import { addCustomer, ask, mailedToken, mailsOf, password, tokensOf } from '../shopper.ts'

describe('a mailed link', () => {
  test('spec 4: signs in once', async () => {
    await using shop = await fixtureShop()
    const email = await addCustomer(shop, { id: 'anna' })
    await forgot(shop, email)
    const token = await mailedToken(shop, email)
    expect(token).toMatch(/^[\w-]{32}$/)
    const uses = await Promise.all(Array.from({ length: 10 }, () => useToken(shop, token)))
    expect(uses.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 401)])
    expect((await useToken(shop, token)).code).toBe('link_over')
  })

  test('works for ten minutes', async () => {
    const clock = movableClock()
    await using shop = await fixtureShop(clock)
    const email = await addCustomer(shop, { id: 'anna' })
    await forgot(shop, email)
    const token = await mailedToken(shop, email)
    clock.advance(600)
    expect((await useToken(shop, token)).code).toBe('link_over')
  })

  test('is only readable in the mail: the database has a hash', async () => {
    await using shop = await fixtureShop()
    const email = await addCustomer(shop, { id: 'anna' })
    await forgot(shop, email)
    const token = await mailedToken(shop, email)
    const { access_token: access, refresh_token: refresh } = await tokensOf(shop, email)
    const tables = await Promise.all(
      (['outbox', 'login_links', 'sessions', 'session_tokens', 'settings'] as const).map((table) =>
        shop.db.selectFrom(table).selectAll().execute(),
      ),
    )
    for (const secret of [token, access, refresh]) expect(JSON.stringify(tables)).not.toContain(secret)
  })
})

describe('registering', () => {
  test("creates the account when the link is used, not before, in the shopper's language and region", async () => {
    await using shop = await fixtureShop()
    const { status, answer } = await ask(
      shop,
      Register,
      register,
      { language: 'en' },
      { body: { email: 'Eva@Example.se', name: ' Eva ' } },
    )
    expect([status, answer]).toEqual([200, {}])
    const token = await mailedToken(shop, 'eva@example.se')
    expect(await shop.db.selectFrom('customers').selectAll().execute()).toEqual([])
    const { bearer } = await useToken(shop, token)
    expect((await ask(shop, Profile, profile, { bearer })).answer).toMatchObject({
      email: 'eva@example.se',
      name: 'Eva',
      language: 'en',
      currency: 'EUR',
      scopes: ['customer'],
    })
    expect((await ask(shop, ChangePassword, changePassword, { bearer }, { body: { password } })).status).toBe(200)
    expect((await tokensOf(shop, 'eva@example.se')).access_token).toBeDefined()
  })

  test('answers alike for an address with an account; its owner gets a mail', async () => {
    await using shop = await fixtureShop()
    const email = await addCustomer(shop, { id: 'anna' })
    const answers = [email, 'new@example.se'].map((address) =>
      ask(shop, Register, register, {}, { body: { email: address, name: 'X' } }),
    )
    expect(new Set((await Promise.all(answers)).map((each) => JSON.stringify([each.status, each.answer]))).size).toBe(1)
    const mails = await mailsOf(shop)
    expect(mails.find((mail) => mail.includes(email))).toContain('som redan har ett')
    expect(mails.find((mail) => mail.includes('new@example.se'))).toContain('Välkommen till Delverk')
    expect(
      (await shop.db.selectFrom('customers').select('password_hash').executeTakeFirstOrThrow()).password_hash,
    ).not.toBeNull()
  })

  test('accepts only valid addresses', async () => {
    await using shop = await fixtureShop()
    for (const email of ['anna', 'anna@', 'a b@example.se', '', `${'x'.repeat(290)}@example.se`]) {
      expect((await ask(shop, Register, register, {}, { body: { email, name: 'X' } })).status).toBe(422)
    }
  })
})

describe('a forgotten password', () => {
  test('is answered alike with and without an account; only accounts get a mail, in their language', async () => {
    await using shop = await fixtureShop()
    const email = await addCustomer(shop, { id: 'anna', language: 'en' })
    const answers = await Promise.all([email, 'nobody@example.se'].map((address) => forgot(shop, address)))
    expect(answers.map(({ status, answer }) => [status, answer])).toEqual([
      [200, {}],
      [200, {}],
    ])
    expect(await shop.db.selectFrom('outbox').select('id').execute()).toHaveLength(2)
    const mails = await mailsOf(shop)
    expect(mails).toHaveLength(1)
    expect(mails[0]).toContain('Choose a new password')
  })

  test('is mailed about three times an hour; more requests are answered alike', async () => {
    await using shop = await fixtureShop()
    const email = await addCustomer(shop, { id: 'anna' })
    const codes = await Promise.all(Array.from({ length: 6 }, async () => (await forgot(shop, email)).status))
    expect([new Set(codes), (await mailsOf(shop)).length]).toEqual([new Set([200]), 3])
  })

  test('is not mailed about to addresses with characters that nobody sees', async () => {
    await using shop = await fixtureShop()
    for (const hidden of ['\0', '\u0007', '\u200b', '\u202e', '\ud800'])
      expect((await forgot(shop, `an${hidden}na@example.se`)).status, JSON.stringify(hidden)).toBe(422)
    expect(await shop.db.selectFrom('outbox').select('id').execute()).toEqual([])
  })

  test('a mailbox gets three of them, however its address is written', async () => {
    await using shop = await fixtureShop()
    const spellings = [
      'anna@gmail.com',
      'anna+1@gmail.com',
      'an.na@gmail.com',
      'A.N.N.A+2@GMAIL.com',
      'anna+@gmail.com',
    ]
    for (const email of spellings)
      expect((await ask(shop, Register, register, {}, { body: { email, name: 'Anna' } })).status).toBe(200)
    for (const email of ['an.na@example.se', 'anna@example.se'])
      await ask(shop, Register, register, {}, { body: { email, name: 'Anna' } })
    expect(await shop.db.selectFrom('outbox').select('id').execute()).toHaveLength(3 + 2)
  })
})

describe('strangers who ask for links in the name of a customer', () => {
  test('send six a day from one network and 20 from all, and do not use up those of the customer', async () => {
    const clock = movableClock()
    await using shop = await fixtureShop(clock)
    const email = await addCustomer(shop, { id: 'anna' })
    const cookies = new Map<string, string>()
    await ask(shop, LogIn, logIn, { cookies }, { body: { email, password, cookie: true } })
    const mails = async () => (await shop.db.selectFrom('outbox').select('id').execute()).length
    const askFrom = (clientAddress: string, times = 1, asker = {}) =>
      Promise.all(
        Array.from({ length: times }, () =>
          ask(shop, ForgotPassword, forgotPassword, { clientAddress, ...asker }, { body: { email } }),
        ),
      )
    for (let hour = 0; hour < 4; hour += 1) {
      await askFrom(`2001:db8:1:${hour}::1`, 4)
      clock.advance(3601)
    }
    expect(await mails()).toBe(6)
    await askFrom('192.0.2.7')
    expect(await mails()).toBe(7)
    for (let at = 1; at <= 6; at += 1) await askFrom(`198.51.100.${at}`, 3)
    expect(await mails()).toBe(20)
    await askFrom('203.0.113.1', 1, { cookies: new Map([['link_browser', 'x']]) })
    expect(await mails()).toBe(20)
    await askFrom('203.0.113.1', 1, { cookies })
    expect(await mails()).toBe(21)
  })
})

describe('a new password', () => {
  test('requires the old one, except right after signing in by a mailed link', async () => {
    const clock = movableClock()
    await using shop = await fixtureShop(clock)
    const email = await addCustomer(shop, { id: 'anna' })
    const { access_token: bearer } = await tokensOf(shop, email)
    const change = (as: string, body: object) => ask(shop, ChangePassword, changePassword, { bearer: as }, { body })
    expect((await change(bearer, { password: 'nytt och långt' })).code).toBe('wrong_password')
    expect((await change(bearer, { password: 'nytt och långt', current_password: 'wrong' })).code).toBe(
      'wrong_password',
    )
    expect((await change(bearer, { password: 'nytt och långt', current_password: password })).status).toBe(200)
    await forgot(shop, email)
    const late = await useToken(shop, await mailedToken(shop, email))
    clock.advance(901)
    expect((await change(late.bearer, { password: 'ännu ett nytt' })).code).toBe('wrong_password')
    await forgot(shop, email)
    const fresh = await useToken(shop, await mailedToken(shop, email))
    expect((await change(fresh.bearer, { password: 'ännu ett nytt' })).status).toBe(200)
    expect((await ask(shop, LogIn, logIn, {}, { body: { email, password: 'ännu ett nytt' } })).status).toBe(200)
    expect((await ask(shop, LogIn, logIn, {}, { body: { email, password } })).code).toBe('wrong_login')
  })

  test('signs out all other sessions, invalidates earlier links and is confirmed by mail', async () => {
    await using shop = await fixtureShop()
    const email = await addCustomer(shop, { id: 'anna' })
    const [here, there] = [await tokensOf(shop, email), await tokensOf(shop, email)]
    await forgot(shop, email)
    const token = await mailedToken(shop, email)
    await ask(
      shop,
      ChangePassword,
      changePassword,
      { bearer: here.access_token },
      { body: { password: 'nytt och långt', current_password: password } },
    )
    const statuses = await Promise.all(
      [here, there].map(async ({ access_token: bearer }) => (await ask(shop, Profile, profile, { bearer })).status),
    )
    expect(statuses).toEqual([200, 401])
    expect((await useToken(shop, token)).code).toBe('link_over')
    expect((await mailsOf(shop)).some((mail) => mail.includes('har nyss ändrats'))).toBe(true)
  })
})
