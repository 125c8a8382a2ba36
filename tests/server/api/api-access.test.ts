import { describe, expect, test } from 'vitest'
import { apiCalls } from '../../../src/contracts/calls/api-calls.ts'
import { apiScopes } from '../../../src/domain/staff/api-scopes.ts'
import { newestApiKeys } from '../../../src/server/identity/api-keys/api-key-queries.ts'
import { revokeApiKey } from '../../../src/server/identity/api-keys/api-keys.ts'
import { identify } from '../../../src/server/identity/sessions/identify.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { jar } from '../call.ts'
import { signedIn } from '../console/at-console.ts'
import { bearerOf } from '../identity/page-visit.ts'
import { addCustomer } from '../identity/shopper.ts'
import { fixtureShop, movableClock } from '../ordering/checkout/buyer.ts'
import { askApi, newApiKey, type Asked } from './api-caller.ts'

const contracts = Object.values(apiCalls).map(({ contract }) => contract)
const actor = { staffId: null, name: 'test', address: 'command' }

/** Asks every call with a body that none accepts, so that whoever gets in is refused for it, or finds nothing. */
async function askAll(shop: Shop, given: Asked) {
  const said: Record<string, string> = {}
  for (const { method, path } of contracts) {
    const { status, body, headers } = await askApi(shop, method, path, { body: {}, ...given })
    said[`${method} ${path}`] = `${status} ${body.code ?? ''}`.trim()
    expect(headers.get('Cache-Control'), path).toBe('no-store')
  }
  return said
}

const allSay = (text: string) => Object.fromEntries(contracts.map(({ method, path }) => [`${method} ${path}`, text]))

describe('every path of the API', () => {
  test('lets a key in for its own scope alone', async () => {
    await using shop = await fixtureShop()
    for (const scope of apiScopes) {
      const said = await askAll(shop, { authorization: `Bearer ${await newApiKey(shop, [scope])}` })
      for (const contract of contracts) {
        const answer = said[`${contract.method} ${contract.path}`] ?? ''
        if (contract.scope === scope) expect(answer, `${scope} ${contract.path}`).toMatch(/^(200|404|422)/)
        else expect(answer, `${scope} ${contract.path}`).toBe('403 scope_missing')
      }
    }
  })

  test('is closed without a key, with a wrong, revoked or expired one, and with any other sign-in', async () => {
    const clock = movableClock()
    await using shop = await fixtureShop(clock)
    const [revoked, expired] = [await newApiKey(shop), await newApiKey(shop, apiScopes, 1)]
    const endless = (await newestApiKeys(shop.db, 10)).find(({ expires_at: expires }) => expires === null)
    await revokeApiKey(shop, actor, endless?.id ?? '')
    await addCustomer(shop, { id: 'anna' })
    clock.advance(86_401)
    const customer = await bearerOf(shop, 'anna')
    const { cookies } = await signedIn(shop, 'owner')
    expect(await askAll(shop, {})).toEqual(allSay('401 key_missing'))
    expect(await askAll(shop, { cookies })).toEqual(allSay('401 key_missing'))
    for (const authorization of ['Bearer', 'Basic YTpi', `Bearer ${'x'.repeat(5_000)}`, 'Bearer shopkey_1, shopkey_2'])
      expect(await askAll(shop, { authorization })).toEqual(allSay('401 key_missing'))
    for (const secret of [revoked, expired, customer.replaceAll('.', '-'), `shopkey_${'a'.repeat(32)}`])
      expect(await askAll(shop, { authorization: `Bearer ${secret}` })).toEqual(allSay('401 key_unknown'))
    const withToken = await askAll(shop, { authorization: `Bearer ${customer}` })
    expect(new Set(Object.values(withToken))).toEqual(
      new Set([customer.includes('.') ? '401 key_missing' : '401 key_unknown']),
    )
  })

  test('counts requests by key and says when to come back', async () => {
    const clock = movableClock()
    await using shop = await fixtureShop(clock)
    shop.limits.apiByKey.points = 2
    const [one, other] = [`Bearer ${await newApiKey(shop)}`, `Bearer ${await newApiKey(shop)}`]
    const list = (authorization: string) => askApi(shop, 'GET', '/api/v1/orders', { authorization })
    const first = await list(one)
    expect(['Limit', 'Remaining', 'Reset'].map((name) => first.headers.get(`RateLimit-${name}`))).toEqual([
      '2',
      '1',
      '60',
    ])
    expect((await list(one)).status).toBe(200)
    const refused = await list(one)
    expect([refused.status, refused.body.code, refused.headers.get('Retry-After')]).toEqual([
      429,
      'too_many_requests',
      '60',
    ])
    expect((await list(other)).status).toBe(200)
    clock.advance(61)
    expect((await list(one)).status).toBe(200)
  })
})

test('a key is no sign-in anywhere else', async () => {
  await using shop = await fixtureShop()
  const request = new Request('http://shop.test/sv', { headers: { Authorization: `Bearer ${await newApiKey(shop)}` } })
  expect(await identify(shop, { request, cookies: jar(new Map()) })).toBe(null)
})
