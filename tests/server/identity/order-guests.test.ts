import { describe, expect, test } from 'vitest'
import { LogInToOrder, OrderInfo } from '../../../src/contracts/calls/order-auth.ts'
import { Profile } from '../../../src/contracts/calls/profile.ts'
import { RefreshOrderLogin } from '../../../src/contracts/calls/refresh-login.ts'
import { refreshOrderLogin } from '../../../src/server/identity/login/refresh-login.ts'
import { profile } from '../../../src/server/identity/profile.ts'
import { logInToOrder, orderInfo } from '../../../src/server/ordering/account/order-login.ts'
import { aForm, bought, fixtureShop, movableClock } from '../ordering/checkout/buyer.ts'
import { ask, mailedToken, type Tokens } from './shopper.ts'

async function guestOf(shop: Awaited<ReturnType<typeof fixtureShop>>, email: string) {
  await bought(shop, [['FAN', 2]], aForm({ email }))
  const token = await mailedToken(shop, email)
  const { answer, status } = await ask(shop, LogInToOrder, logInToOrder, {}, { body: { token } })
  return { token, status, answer, bearer: (answer as Tokens).access_token, refresh: (answer as Tokens).refresh_token }
}

describe('the order strategy', () => {
  test(
    'spec 6: the link in a confirmation mail signs in to that order alone, with the scope my-order' +
      ' [7.order-auth.login]',
    async () => {
      await using shop = await fixtureShop()
      const guest = await guestOf(shop, 'gast@example.se')
      expect([guest.status, guest.answer]).toMatchObject([
        200,
        {
          expires_in: 3600,
          user: {
            order_id: '100001',
            scopes: ['my-order'],
            currency: 'SEK',
            currency_id: 1,
            country_code: 'SE',
            is_organization: false,
          },
        },
      ])
      const { answer } = await ask(shop, OrderInfo, orderInfo, { bearer: guest.bearer })
      expect(answer).toMatchObject({
        order_id: '100001',
        email: 'gast@example.se',
        status: 'confirmed',
        lines: [{ sku: 'FAN', quantity: 2 }],
        address: { postal_code: '111 22' },
      })
      expect((await ask(shop, Profile, profile, { bearer: guest.bearer })).code).toBe('wrong_scope')
    },
  )

  test('a link opens 30 sessions an hour, as each is stored; other orders are not limited by it', async () => {
    const clock = movableClock()
    await using shop = await fixtureShop(clock)
    const [one, other] = [await guestOf(shop, 'one@example.se'), await guestOf(shop, 'other@example.se')]
    const logIn = async ({ token }: typeof one) =>
      (await ask(shop, LogInToOrder, logInToOrder, {}, { body: { token } })).status
    const statuses = []
    for (let at = 0; at < 31; at += 1) statuses.push(await logIn(one))
    expect(statuses).toEqual([...Array<number>(29).fill(200), 429, 429])
    expect(await logIn(other)).toBe(200)
    clock.advance(3601)
    expect(await logIn(one)).toBe(200)
  })

  test('each guest sees their own order, and the mailed link works again', async () => {
    await using shop = await fixtureShop()
    const [one, other] = [await guestOf(shop, 'one@example.se'), await guestOf(shop, 'other@example.se')]
    const seen = await Promise.all(
      [one, other].map(async ({ bearer }) => (await ask(shop, OrderInfo, orderInfo, { bearer })).answer.order_id),
    )
    expect(seen).toEqual(['100001', '100002'])
    expect((await ask(shop, LogInToOrder, logInToOrder, {}, { body: { token: one.token } })).status).toBe(200)
  })

  test("a guest's session is refreshed by its own strategy and expires after a day", async () => {
    const clock = movableClock()
    await using shop = await fixtureShop(clock)
    const guest = await guestOf(shop, 'gast@example.se')
    const { status, answer } = await ask(
      shop,
      RefreshOrderLogin,
      refreshOrderLogin,
      {},
      { body: { refresh_token: guest.refresh } },
    )
    expect(status).toBe(200)
    clock.advance(86_400)
    expect(
      (
        await ask(
          shop,
          RefreshOrderLogin,
          refreshOrderLogin,
          {},
          { body: { refresh_token: (answer as Tokens).refresh_token } },
        )
      ).code,
    ).toBe('session_over')
  })

  test('a link expires after half a year', async () => {
    const clock = movableClock()
    await using shop = await fixtureShop(clock)
    const { token } = await guestOf(shop, 'gast@example.se')
    clock.advance(180 * 86_400)
    expect((await ask(shop, LogInToOrder, logInToOrder, {}, { body: { token } })).code).toBe('link_over')
  })
})
