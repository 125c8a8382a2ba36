import { describe, expect, test } from 'vitest'
import { ChangeEmail, ChangePassword } from '../../../src/contracts/calls/change-login.ts'
import { LogIn } from '../../../src/contracts/calls/log-in.ts'
import { Profile } from '../../../src/contracts/calls/profile.ts'
import { changeEmail, changePassword } from '../../../src/server/identity/login/change-login.ts'
import { logIn } from '../../../src/server/identity/login/log-in.ts'
import { stopEmailChange } from '../../../src/server/identity/login/stop-email-change.ts'
import { profile } from '../../../src/server/identity/profile.ts'
import { deliverOutbox } from '../../../src/server/jobs/deliver-outbox.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { fixtureShop, movableClock } from '../ordering/checkout/buyer.ts'
import { useToken } from './mailed-link.ts'
import { addCustomer, ask, mailedToken, mailsOf, password, tokensOf } from './shopper.ts'

describe('a new address', () => {
  const change = (shop: Shop, bearer: string, email: string) =>
    ask(shop, ChangeEmail, changeEmail, { bearer }, { body: { email, current_password: password } })
  const statusOf = async (shop: Shop, bearer: string) => (await ask(shop, Profile, profile, { bearer })).status

  test('applies when its mailed link is used in the requesting browser; the old address is notified', async () => {
    await using shop = await fixtureShop()
    const email = await addCustomer(shop, { id: 'anna' })
    const [here, there] = [await tokensOf(shop, email), await tokensOf(shop, email)]
    expect(
      (await ask(shop, ChangeEmail, changeEmail, { bearer: here.access_token }, { body: { email: 'new@example.se' } }))
        .code,
    ).toBe('wrong_password')
    expect((await change(shop, here.access_token, 'new@example.se')).status).toBe(200)
    const token = await mailedToken(shop, 'new@example.se')
    expect((await mailsOf(shop)).find((mail) => mail.includes('To: new@example.se'))).toContain(email)
    const { status, bearer } = await useToken(shop, token, here.access_token)
    expect([
      status,
      await statusOf(shop, bearer),
      await statusOf(shop, here.access_token),
      await statusOf(shop, there.access_token),
    ]).toEqual([200, 200, 401, 401])
    expect((await tokensOf(shop, 'new@example.se')).access_token).toBeDefined()
    const told = (await mailsOf(shop)).filter((mail) => mail.includes(`To: ${email}`))
    expect(told.some((mail) => mail.includes('har bett om att byta adress på ditt konto till new@example.se'))).toBe(
      true,
    )
    expect(told.some((mail) => mail.includes('Adressen till ditt konto är nu new@example.se'))).toBe(true)
  })

  test('cannot be confirmed in another browser, and attempts do not use up the link', async () => {
    await using shop = await fixtureShop()
    const attacker = await tokensOf(shop, await addCustomer(shop, { id: 'mallory' }))
    await change(shop, attacker.access_token, 'victim@example.se')
    const token = await mailedToken(shop, 'victim@example.se')
    const victim = await tokensOf(shop, await addCustomer(shop, { id: 'bo' }))
    for (const bearer of [undefined, victim.access_token])
      expect(await useToken(shop, token, bearer)).toMatchObject({ status: 401, code: 'link_elsewhere' })
    expect(await shop.db.selectFrom('customers').select('email').orderBy('email').execute()).toEqual([
      { email: 'bo@example.se' },
      { email: 'mallory@example.se' },
    ])
    expect((await useToken(shop, token, attacker.access_token)).status).toBe(200)
  })

  test("cannot be another account's, and the answer does not reveal it", async () => {
    await using shop = await fixtureShop()
    const { access_token: bearer } = await tokensOf(shop, await addCustomer(shop, { id: 'anna' }))
    const taken = await addCustomer(shop, { id: 'bo' })
    expect((await change(shop, bearer, taken)).answer).toEqual({})
    await deliverOutbox(shop)
    expect(
      await shop.db.selectFrom('login_links').select('email').where('purpose', '!=', 'email_stop').execute(),
    ).toEqual([])
  })
})

describe('the old address', () => {
  const change = (shop: Shop, bearer: string, email: string) =>
    ask(shop, ChangeEmail, changeEmail, { bearer }, { body: { email, current_password: password } })
  const passwordOf = (shop: Shop) =>
    shop.db
      .selectFrom('customers')
      .select(['email', 'password_hash'])
      .where('id', '=', 'anna')
      .executeTakeFirstOrThrow()

  test('stops a change before it is made: sessions, the password and the link are invalid', async () => {
    await using shop = await fixtureShop()
    const email = await addCustomer(shop, { id: 'anna' })
    const thief = await tokensOf(shop, email)
    await change(shop, thief.access_token, 'thief@example.se')
    const token = await mailedToken(shop, 'thief@example.se')
    expect(await stopEmailChange(shop, await mailedToken(shop, email))).toBe(email)
    expect(await useToken(shop, token, thief.access_token)).toMatchObject({ status: 401, code: 'link_over' })
    expect(await passwordOf(shop)).toEqual({ email, password_hash: null })
    expect((await ask(shop, Profile, profile, { bearer: thief.access_token })).status).toBe(401)
  })

  test('undoes a change for seven days, whatever happened since, and once', async () => {
    const clock = movableClock()
    await using shop = await fixtureShop(clock)
    const email = await addCustomer(shop, { id: 'anna' })
    let { access_token: bearer } = await tokensOf(shop, email)
    for (const [from, to] of [
      [email, 'thief@example.se'],
      ['thief@example.se', 'thief2@example.se'],
    ] as const) {
      await change(shop, bearer, to)
      bearer = (await useToken(shop, await mailedToken(shop, to), bearer)).bearer
      await ask(
        shop,
        ChangePassword,
        changePassword,
        { bearer },
        { body: { password: 'tjuvens nya lösen', current_password: password } },
      )
      await deliverOutbox(shop)
      clock.advance(60)
      expect((await passwordOf(shop)).email).not.toBe(from)
      bearer =
        (await ask(shop, LogIn, logIn, {}, { body: { email: to, password: 'tjuvens nya lösen' } })).answer
          .access_token ?? ''
      await shop.db
        .updateTable('customers')
        .set({ password_hash: await shop.passwords.hash(password) })
        .execute()
    }
    clock.advance(6 * 86_400)
    const [owners, thiefs] = [await mailedToken(shop, email), await mailedToken(shop, 'thief@example.se')]
    expect(await stopEmailChange(shop, owners)).toBe(email)
    expect(await stopEmailChange(shop, thiefs)).toBeNull()
    expect(await stopEmailChange(shop, owners)).toBeNull()
    expect(await passwordOf(shop)).toEqual({ email, password_hash: null })
  })

  test('gets a link that signs nobody in and expires after a week', async () => {
    const clock = movableClock()
    await using shop = await fixtureShop(clock)
    const email = await addCustomer(shop, { id: 'anna' })
    await change(shop, (await tokensOf(shop, email)).access_token, 'new@example.se')
    const token = await mailedToken(shop, email)
    expect((await useToken(shop, token)).code).toBe('link_over')
    clock.advance(7 * 86_400)
    expect(await stopEmailChange(shop, token)).toBeNull()
  })
})
