import { describe, expect, test } from 'vitest'
import { Profile } from '../../../src/contracts/calls/profile.ts'
import { RefreshLogin, RefreshOrderLogin } from '../../../src/contracts/calls/refresh-login.ts'
import { EndSession, ListSessions, LogOut } from '../../../src/contracts/calls/sessions.ts'
import { deleteExpired } from '../../../src/server/identity/delete-expired.ts'
import { refreshLogin, refreshOrderLogin } from '../../../src/server/identity/login/refresh-login.ts'
import { profile } from '../../../src/server/identity/profile.ts'
import { identify } from '../../../src/server/identity/sessions/identify.ts'
import { endSession, listSessions, logOut } from '../../../src/server/identity/sessions/own-sessions.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { jar } from '../call.ts'
import { fixtureShop, movableClock } from '../ordering/checkout/buyer.ts'
import { addCustomer, ask, browserOf, tokensOf, type Tokens } from './shopper.ts'

const refresh = async (shop: Shop, token: string) => {
  const { status, answer } = await ask(shop, RefreshLogin, refreshLogin, {}, { body: { refresh_token: token } })
  return { status, ...(answer as Tokens & { expires_in: number }) }
}
const isSignedIn = async (shop: Shop, bearer: string) => (await ask(shop, Profile, profile, { bearer })).status === 200

describe('a session', () => {
  test('ends when its customer has a hundred others that were used later', async () => {
    const clock = movableClock()
    await using shop = await fixtureShop(clock)
    const email = await addCustomer(shop, { id: 'anna' })
    const other = await tokensOf(shop, await addCustomer(shop, { id: 'bo' }))
    const [first, second] = [await tokensOf(shop, email), await tokensOf(shop, email)]
    clock.advance(1)
    await refresh(shop, first.refresh_token)
    for (let at = 0; at < 99; at += 1) {
      clock.advance(1)
      await tokensOf(shop, email)
    }
    expect(await isSignedIn(shop, second.access_token)).toBe(false)
    expect(await isSignedIn(shop, first.access_token)).toBe(true)
    expect(await isSignedIn(shop, other.access_token)).toBe(true)
    expect(await shop.db.selectFrom('sessions').select('id').where('customer_id', '=', 'anna').execute()).toHaveLength(
      100,
    )
  })

  test('spec 9: access tokens are valid for 3600 s [9.auth-tokens.age]', async () => {
    const clock = movableClock()
    await using shop = await fixtureShop(clock)
    const { access_token: access } = await tokensOf(shop, await addCustomer(shop, { id: 'anna' }))
    clock.advance(3599)
    expect(await isSignedIn(shop, access)).toBe(true)
    clock.advance(1)
    expect(await isSignedIn(shop, access)).toBe(false)
  })

  test('is extended by refreshing, for 30 days without use and half a year in all', async () => {
    const clock = movableClock()
    await using shop = await fixtureShop(clock)
    let tokens = await tokensOf(shop, await addCustomer(shop, { id: 'anna' }))
    let days = 0
    for (; days < 400; days += 20) {
      const next = await refresh(shop, tokens.refresh_token)
      if (next.status !== 200) break
      tokens = next
      clock.advance(20 * 86_400)
    }
    expect(days).toBe(180)
    const other = await tokensOf(shop, 'anna@example.se')
    clock.advance(30 * 86_400)
    expect((await refresh(shop, other.refresh_token)).status).toBe(401)
  })

  test('50 parallel refreshes of one browser: nobody is signed out, and all get the same pair', async () => {
    await using shop = await fixtureShop()
    const { refresh_token: token } = await tokensOf(shop, await addCustomer(shop, { id: 'anna' }))
    const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(shop, token)))
    expect(answers.filter(({ status }) => status !== 200)).toEqual([])
    expect(new Set(answers.map((answer) => `${answer.access_token} ${answer.refresh_token}`)).size).toBe(1)
    const [first] = answers
    expect(await isSignedIn(shop, first?.access_token ?? '')).toBe(true)
    expect((await refresh(shop, first?.refresh_token ?? '')).status).toBe(200)
  })

  test('a repeated refresh token gives the newest pair within 10 s, and ends the session after that', async () => {
    const clock = movableClock()
    await using shop = await fixtureShop(clock)
    const first = await tokensOf(shop, await addCustomer(shop, { id: 'anna' }))
    const second = await refresh(shop, first.refresh_token)
    clock.advance(5)
    const third = await refresh(shop, second.refresh_token)
    clock.advance(5)
    expect(await refresh(shop, first.refresh_token)).toMatchObject({
      refresh_token: third.refresh_token,
      access_token: third.access_token,
      expires_in: 3595,
    })
    clock.advance(1)
    expect((await refresh(shop, first.refresh_token)).status).toBe(401)
    expect(
      await Promise.all([first, second, third].map(({ access_token: access }) => isSignedIn(shop, access))),
    ).toEqual([false, false, false])
    expect((await refresh(shop, third.refresh_token)).status).toBe(401)
    expect(await shop.db.selectFrom('session_tokens').selectAll().execute()).toEqual([])
  })

  test("a chain of refreshes ends at the network's limit, and browsers of the network keep cookies", async () => {
    await using shop = await fixtureShop()
    let { refresh_token: token } = await tokensOf(shop, await addCustomer(shop, { id: 'anna' }))
    for (let at = 0; at < 300; at += 1) token = (await refresh(shop, token)).refresh_token
    expect(await refresh(shop, token)).toMatchObject({ status: 429 })
    const cookies = new Map([['refresh_token', token]])
    const asked = { request: new Request('http://shop.test/'), cookies: jar(cookies) }
    expect([await identify(shop, { ...asked, clientAddress: '127.0.0.1' }), cookies.get('refresh_token')]).toEqual([
      null,
      token,
    ])
    expect((await identify(shop, { ...asked, clientAddress: '10.0.0.7' }))?.customer?.id).toBe('anna')
  })

  test('a browser is refreshed during its requests, 50 at once', async () => {
    const clock = movableClock()
    await using shop = await fixtureShop(clock)
    const cookies = await browserOf(shop, await addCustomer(shop, { id: 'anna' }))
    const { refresh_token: before } = Object.fromEntries(cookies)
    cookies.delete('access_token')
    clock.advance(7200)
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => ask(shop, Profile, profile, { cookies: new Map(cookies) })),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    await ask(shop, Profile, profile, { cookies })
    expect(cookies.get('refresh_token')).not.toBe(before)
    expect(cookies.get('access_token')).toMatch(/^[\w-]{40,}$/)
  })

  test('a token from a cookie is never given to a script', async () => {
    await using shop = await fixtureShop()
    const cookies = await browserOf(shop, await addCustomer(shop, { id: 'anna' }))
    const { status, answer } = await ask(shop, RefreshLogin, refreshLogin, { cookies })
    expect([status, answer]).toEqual([200, expect.objectContaining({ access_token: null, refresh_token: null })])
    expect(
      (await ask(shop, RefreshOrderLogin, refreshOrderLogin, { cookies: await browserOf(shop, 'anna@example.se') }))
        .code,
    ).toBe('session_over')
  })

  test('ends at once on logout, with its cookies', async () => {
    await using shop = await fixtureShop()
    const cookies = await browserOf(shop, await addCustomer(shop, { id: 'anna' }))
    const before = new Map(cookies)
    expect((await ask(shop, LogOut, logOut, { cookies })).status).toBe(200)
    expect([cookies.get('access_token'), cookies.get('refresh_token')]).toEqual(['', ''])
    expect((await ask(shop, Profile, profile, { cookies: before })).code).toBe('not_signed_in')
    expect((await ask(shop, LogOut, logOut, { cookies })).status).toBe(200)
  })

  test("is listed, and one or all can be ended from another, but no other user's", async () => {
    await using shop = await fixtureShop()
    const email = await addCustomer(shop, { id: 'anna' })
    const [one, other] = [await tokensOf(shop, email), await tokensOf(shop, email)]
    const stranger = await tokensOf(shop, await addCustomer(shop, { id: 'bo' }))
    const list = async (bearer: string) => (await ask(shop, ListSessions, listSessions, { bearer })).answer
    const theirs = (await list(other.access_token)).find(({ is_current: isCurrent }) => isCurrent)?.id ?? ''
    expect(await list(one.access_token)).toHaveLength(2)
    expect(
      (await ask(shop, EndSession, endSession, { bearer: stranger.access_token }, { params: { id: theirs } })).code,
    ).toBe('unknown_session')
    expect(await isSignedIn(shop, other.access_token)).toBe(true)
    expect(
      (await ask(shop, EndSession, endSession, { bearer: one.access_token }, { params: { id: theirs } })).status,
    ).toBe(200)
    expect([await isSignedIn(shop, other.access_token), await isSignedIn(shop, one.access_token)]).toEqual([
      false,
      true,
    ])
    const third = await tokensOf(shop, email)
    await ask(shop, LogOut, logOut, { bearer: one.access_token }, { body: { everywhere: true } })
    expect([
      await isSignedIn(shop, one.access_token),
      await isSignedIn(shop, third.access_token),
      await isSignedIn(shop, stranger.access_token),
    ]).toEqual([false, false, true])
  })

  test("has the account's current scopes, and none once they are removed", async () => {
    await using shop = await fixtureShop()
    const { access_token: access } = await tokensOf(shop, await addCustomer(shop, { id: 'anna' }))
    await shop.db.updateTable('customers').set({ scopes: '[]' }).execute()
    expect(await isSignedIn(shop, access)).toBe(false)
  })

  test('leaves nothing behind when it is over', async () => {
    const clock = movableClock()
    await using shop = await fixtureShop(clock)
    await tokensOf(shop, await addCustomer(shop, { id: 'anna' }))
    clock.advance(31 * 86_400)
    const { access_token: access } = await tokensOf(shop, 'anna@example.se')
    await deleteExpired(shop)
    expect(await shop.db.selectFrom('sessions').selectAll().execute()).toHaveLength(1)
    expect(await shop.db.selectFrom('session_tokens').selectAll().execute()).toHaveLength(2)
    expect(await isSignedIn(shop, access)).toBe(true)
  })
})
