import { describe, expect, test } from 'vitest'
import { LogIn } from '../../../../src/contracts/calls/log-in.ts'
import { Profile } from '../../../../src/contracts/calls/profile.ts'
import { logIn } from '../../../../src/server/identity/login/log-in.ts'
import { profile } from '../../../../src/server/identity/profile.ts'
import { cases } from '../../../support/cases.ts'
import { fixtureShop } from '../../ordering/checkout/buyer.ts'
import { hitsOfGuesses } from '../guesses.ts'
import { addCustomer, ask, browserOf, password, tokensOf } from '../shopper.ts'

describe('the account strategy', () => {
  test(
    'spec 3: a login answers with access_token, refresh_token, expires_in and the user' +
      ' [3.auth-tokens] [3.auth-user.fields] [7.auth.login]',
    async () => {
      await using shop = await fixtureShop()
      const email = await addCustomer(shop, { id: 'anna' })
      const { status, answer } = await ask(
        shop,
        LogIn,
        logIn,
        {},
        { body: { email: ` ${email.toUpperCase()} `, password } },
      )
      expect(status).toBe(200)
      expect(answer).toEqual({
        access_token: expect.stringMatching(/^[\w-]{32,}$/),
        refresh_token: expect.stringMatching(/^[\w-]{32,}$/),
        expires_in: 3600,
        user: {
          id: 'anna',
          order_id: null,
          country_code: 'SE',
          currency: 'SEK',
          currency_id: 1,
          is_organization: false,
          scopes: ['customer'],
          discounts: {},
        },
      })
    },
  )

  test(
    "spec 3: the user has a discount map by discount category, and an organization's scope" +
      ' [3.auth-user.discounts]',
    async () => {
      await using shop = await fixtureShop()
      const email = await addCustomer(shop, { id: 'anna' })
      await shop.db
        .insertInto('organizations')
        .values({
          id: 'org',
          name: 'Org',
          organization_number: '1',
          vat_number: null,
          country: 'SE',
          credit_limit: 0,
          cost_centre: '',
          created_at: '',
        })
        .execute()
      await shop.db
        .insertInto('organization_members')
        .values({ organization_id: 'org', customer_id: 'anna', role: 'admin' })
        .execute()
      await shop.db
        .insertInto('personal_discounts')
        .values([
          { id: '1', customer_id: 'anna', organization_id: null, discount_category: 'power', percent: 8 },
          { id: '2', customer_id: null, organization_id: 'org', discount_category: 'power', percent: 12 },
        ])
        .execute()
      const { answer } = await ask(shop, LogIn, logIn, {}, { body: { email, password } })
      expect(answer).toMatchObject({
        user: { is_organization: true, scopes: ['customer', 'organization:admin'], discounts: { power: 12 } },
      })
    },
  )

  test('spec 7: the profile is returned for a Bearer token or cookies [7.request.bearer] [7.auth.login]', async () => {
    await using shop = await fixtureShop()
    const email = await addCustomer(shop, { id: 'anna' })
    const { access_token: bearer } = await tokensOf(shop, email)
    expect((await ask(shop, Profile, profile, { bearer })).answer).toMatchObject({
      id: 'anna',
      email,
      name: 'Name of anna',
    })
    expect((await ask(shop, Profile, profile, { cookies: await browserOf(shop, email) })).answer).toMatchObject({
      id: 'anna',
    })
    expect((await ask(shop, Profile, profile, {})).code).toBe('not_signed_in')
    expect((await ask(shop, Profile, profile, { bearer: 'wrong', cookies: await browserOf(shop, email) })).code).toBe(
      'not_signed_in',
    )
  })

  test('a browser gets cookies, and no token that a script could read', async () => {
    await using shop = await fixtureShop()
    const email = await addCustomer(shop, { id: 'anna' })
    const cookies = new Map<string, string>()
    const { answer } = await ask(shop, LogIn, logIn, { cookies }, { body: { email, password, cookie: true } })
    expect(answer).toMatchObject({ access_token: null, refresh_token: null })
    expect([...cookies.keys()].sort()).toEqual(['access_token', 'known_device', 'refresh_token'])
  })

  test('an unknown account, a wrong or missing password and a closed account are answered alike', async () => {
    await using shop = await fixtureShop()
    await addCustomer(shop, { id: 'anna' })
    await addCustomer(shop, { id: 'bo', hasPassword: false })
    await addCustomer(shop, { id: 'closed', scopes: [] })
    const tries = [
      ['nobody@example.se', password],
      ['anna@example.se', 'wrong wrong'],
      ['bo@example.se', password],
      ['closed@example.se', password],
    ] as const
    const answers = await Promise.all(
      tries.map(async ([email, text]) => ask(shop, LogIn, logIn, {}, { body: { email, password: text } })),
    )
    expect(new Set(answers.map(({ status, answer }) => JSON.stringify([status, answer]))).size).toBe(1)
    expect(answers[0]).toMatchObject({ status: 401, code: 'wrong_login' })
  })
})

describe('guessing', () => {
  test('stops after 20 attempts per account in an hour, but never locks out a known browser', async () => {
    await using shop = await fixtureShop()
    const email = await addCustomer(shop, { id: 'anna' })
    const known = await browserOf(shop, email)
    const guess = (address: string, at: number) =>
      ask(shop, LogIn, logIn, { clientAddress: `10.0.0.${at}` }, { body: { email: address, password: `guess ${at}` } })
    for (const address of [email, 'nobody@example.se']) {
      const codes = await Promise.all(Array.from({ length: 25 }, async (_, at) => (await guess(address, at)).code))
      expect(codes.filter((code) => code === 'wrong_login').length).toBe(20)
      expect(codes.filter((code) => code === 'too_many_tries').length).toBe(5)
    }
    expect((await ask(shop, LogIn, logIn, { clientAddress: '10.9.9.9' }, { body: { email, password } })).status).toBe(
      429,
    )
    expect(
      (
        await ask(
          shop,
          LogIn,
          logIn,
          { cookies: known, clientAddress: '10.9.9.9' },
          { body: { email, password, cookie: true } },
        )
      ).status,
    ).toBe(200)
  })

  test('stops after 10 attempts per network in 15 minutes, concurrent ones included, with Retry-After', async () => {
    await using shop = await fixtureShop()
    const answers = await Promise.all(
      Array.from({ length: 40 }, async (_, at) =>
        ask(shop, LogIn, logIn, {}, { body: { email: `${at}@example.se`, password } }),
      ),
    )
    expect(answers.filter(({ code }) => code === 'wrong_login').length).toBe(10)
    expect(answers.find(({ code }) => code === 'too_many_tries')?.headers.get('Retry-After')).toMatch(/^[1-9]\d*$/)
  })

  test('counts an IPv6 network as one address', async () => {
    await using shop = await fixtureShop()
    const from = (clientAddress: string) => ask(shop, LogIn, logIn, { clientAddress }, { body: { token: 'guess' } })
    for (let at = 0; at < 10; at += 1) await from(`2001:db8:0:1::${at}`)
    expect((await from('2001:db8:0:1:ffff::1')).code).toBe('too_many_tries')
    expect((await from('2001:db8:0:2::1')).code).toBe('link_over')
  })

  const guesses = cases(10_000)

  test(`${guesses} guessed tokens open no session, link or order`, async () => {
    await using shop = await fixtureShop()
    await tokensOf(shop, await addCustomer(shop, { id: 'anna' }))
    expect(await hitsOfGuesses(shop, guesses)).toBe(0)
  })
})
