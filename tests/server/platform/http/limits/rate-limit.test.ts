import { describe, expect, test } from 'vitest'
import { LogIn } from '../../../../../src/contracts/calls/log-in.ts'
import { SyncCoupons } from '../../../../../src/contracts/calls/sync-coupons.ts'
import { createShop } from '../../../../../src/server/create-shop.ts'
import { logIn } from '../../../../../src/server/identity/login/log-in.ts'
import { requestStopLinks } from '../../../../../src/server/notifications/back-in-stock/request-stop-links.ts'
import { syncCoupons } from '../../../../../src/server/ordering/cart/sync-coupons.ts'
import { requestWithdrawalLink } from '../../../../../src/server/ordering/order-pages/request-withdrawal-link.ts'
import { trackAnswer } from '../../../../../src/server/ordering/order-pages/track-answer.ts'
import { cleanUpWindows } from '../../../../../src/server/platform/http/limits/delete-old-windows.ts'
import { networkOf, siteOf } from '../../../../../src/server/platform/http/network.ts'
import { type Shop } from '../../../../../src/server/shop.ts'
import { pageOf } from '../../../../support/page-answer.ts'
import { call, jar } from '../../../call.ts'
import { addCustomer, ask, password } from '../../../identity/shopper.ts'
import { fixtureShop, movableClock, swedish } from '../../../ordering/checkout/buyer.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:c000:207', '192.0.2.7'],
  ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:0DB8:0:0:ffff::1', '2001:db8:0:0::/64'],
  ['2001:db8:0:1::1', '2001:db8:0:1::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['', ''],
  ['nobody', 'nobody'],
])('names the network of %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2::1', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
  ['nobody', 'nobody'],
])('names the site of %s', (address, site) => {
  expect(siteOf(networkOf(address))).toBe(site)
})

const codes = (shop: Shop, coupons: string[], clientAddress: string) =>
  call(shop, SyncCoupons, syncCoupons, { body: { coupons, cart_contents: [] }, shopping: swedish(), clientAddress })

describe('limits', () => {
  test('a burst of 5,120 codes at once gets 60 of them looked up', async () => {
    await using shop = await fixtureShop()
    const bursts = Array.from({ length: 256 }, (_, at) =>
      Array.from({ length: 20 }, (__, next) => `GUESS-${at * 20 + next}`),
    )
    const answers = await Promise.all(bursts.map((burst) => codes(shop, burst, '10.0.0.1')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(253)
  })

  test('60 addresses of one IPv6 network count as one for coupon codes and tracked orders', async () => {
    await using shop = await fixtureShop()
    for (let at = 0; at < 60; at += 1) await codes(shop, [`GUESS-${at}`], `2001:db8::${at.toString(16)}`)
    expect((await codes(shop, ['TEN'], '2001:db8::ffff')).status).toBe(429)
    expect((await codes(shop, ['TEN'], '2001:db8:0:1::1')).status).toBe(200)
    const form = () =>
      new Request('http://shop.test/sv/track-order', {
        method: 'POST',
        body: new URLSearchParams({ number: '1', postal_code: '1' }),
      })
    const kinds: (string | undefined)[] = []
    for (let at = 0; at < 60; at += 1)
      kinds.push(
        pageOf(
          await trackAnswer(shop, form(), { clientAddress: `2001:db8::${at.toString(16)}`, cookies: jar(new Map()) }),
        )?.kind,
      )
    expect(kinds.at(-1)).toBe('too_many')
  })

  test('the networks of one IPv6 site have 16 times the tries of one, in the database and in memory', async () => {
    await using shop = await fixtureShop()
    const { codesByAddress, vatChecks } = shop.limits
    for (const [limit, points] of [[codesByAddress, 60] as const, [vatChecks, 30] as const]) {
      const at = (network: number) => `2001:db8:5:${network.toString(16)}::1`
      for (let network = 0; network < 16; network += 1)
        expect((await limit.take(at(network), points)).isWithin).toBe(true)
      expect((await limit.take(at(16))).isWithin).toBe(false)
      expect((await limit.take('2001:db8:6::1')).isWithin).toBe(true)
      await limit.refund(at(0), 2)
      expect((await limit.take(at(17))).isWithin).toBe(true)
    }
  })

  test('two nodes share the limits, and a restarted shop continues counting', async () => {
    const clock = movableClock()
    await using shop = await fixtureShop(clock)
    const email = await addCustomer(shop, { id: 'anna' })
    const other = await createShop(shop.env, { now: clock.now, log: shop.log })
    try {
      const guess = (node: Shop) => ask(node, LogIn, logIn, {}, { body: { email, password: 'not this one' } })
      const answers = await Promise.all(Array.from({ length: 12 }, (_, at) => guess(at % 2 === 0 ? shop : other)))
      expect(answers.filter(({ code }) => code === 'wrong_login')).toHaveLength(10)
      expect((await ask(other, LogIn, logIn, {}, { body: { email, password } })).code).toBe('too_many_tries')
      clock.advance(901)
      expect((await ask(other, LogIn, logIn, {}, { body: { email, password } })).status).toBe(200)
    } finally {
      await other.close()
    }
  })

  test('a successful login refunds its points, and a valid code costs none, even after wrong ones', async () => {
    await using shop = await fixtureShop()
    const email = await addCustomer(shop, { id: 'anna' })
    for (let at = 0; at < 15; at += 1)
      expect((await ask(shop, LogIn, logIn, {}, { body: { email, password } })).status).toBe(200)
    for (let at = 0; at < 100; at += 1) expect((await codes(shop, ['TEN'], '10.0.0.2')).answer).toHaveLength(1)
    for (let at = 0; at < 70; at += 1) await codes(shop, [`GUESS-${at}`], '10.0.0.2')
    expect((await codes(shop, ['GUESS-1'], '10.0.0.2')).status).toBe(429)
    expect((await codes(shop, ['TEN'], '10.0.0.2')).answer).toHaveLength(1)
  })

  test('expired windows are deleted, the others kept', async () => {
    const clock = movableClock()
    await using shop = await fixtureShop(clock)
    await shop.db
      .insertInto('rate_limits')
      .values(
        Array.from({ length: 2_500 }, (_, at) => ({
          key: `old ${at}`,
          points: 1,
          resets_at: '2026-06-15T11:00:00.000Z',
        })),
      )
      .execute()
    await codes(shop, ['GUESS'], '10.0.0.1')
    await cleanUpWindows(shop)
    expect(await shop.db.selectFrom('rate_limits').select('points').execute()).toHaveLength(2)
  })

  test('stores neither IP nor e-mail addresses in the table', async () => {
    await using shop = await fixtureShop()
    await ask(shop, LogIn, logIn, { clientAddress: '203.0.113.77' }, { body: { email: 'nobody@example.se', password } })
    const stored = JSON.stringify(await shop.db.selectFrom('rate_limits').selectAll().execute())
    expect(stored).toMatch(/"points":1/)
    expect(stored).not.toMatch(/203\.0|nobody/)
  })
})

test('mails with links to stop alerts, to an order and to withdraw come ten times a day, whoever asks', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const form = (fields: Record<string, string>) =>
    new Request('http://shop.test/x', { method: 'POST', body: new URLSearchParams(fields) })
  const order = { number: '100001', email: 'bo@example.se' }
  for (let hour = 0; hour < 5; hour += 1, clock.advance(3601))
    for (let time = 0; time < 4; time += 1) {
      const clientAddress = `10.0.${hour}.${time}`
      await requestStopLinks(shop, form({ email: `bo+${time}@example.se` }), 'sv', clientAddress)
      await trackAnswer(shop, form(order), { clientAddress, cookies: jar(new Map()) })
      await requestWithdrawalLink(shop, clientAddress, { ...order, name: '' })
    }
  const kinds = (await shop.db.selectFrom('outbox').select('kind').execute()).map(({ kind }) => kind)
  const counted = Map.groupBy(kinds, (kind) => kind).entries()
  expect(Object.fromEntries(counted.map(([kind, all]) => [kind, all.length]))).toEqual({
    'mail.unsubscribe_links': 10,
    'mail.order_link': 10,
    'mail.withdrawal_link': 10,
  })
})
